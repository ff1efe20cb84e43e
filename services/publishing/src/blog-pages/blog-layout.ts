import { hash } from 'node:crypto';
import type { PageAnswer } from '@space/contracts/core';
import { Html, html, type Part } from '@space/web';
import type { Navigation } from '../navigation/navigation.ts';
import { navigationHead, navigationHtml } from '../navigation/navigation-html.ts';
import { entityTag, REVALIDATE } from '../serving/page-answers.ts';
import { BLOG_STYLE } from './blog-style.ts';

/**
 * The policy of pages that are ours from the first letter to the last: one style, no script, no frame. Pictures, sound and
 * film come from wherever the post says. The sandbox makes it an origin of its own on top, so that even what a sanitiser
 * might miss one day could neither run nor reach anything.
 */
const strict = (styles: string): string =>
  [
    'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
    "default-src 'none'",
    `style-src ${styles}`,
    'img-src https: http: data:',
    'media-src https: http:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const STRICT = strict(`'sha256-${hash('sha256', BLOG_STYLE, 'base64')}'`);
/** The navigation of a site brings styles of its own. */
const WITH_NAVIGATION = strict("'unsafe-inline'");

/** What every answer about a blog has; a browser shows no sandboxed document under any other opener policy. */
const common = (body: string) => ({
  'Cache-Control': REVALIDATE,
  ETag: entityTag(body),
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
});

/** A page of a blog in our own layout. */
export interface BlogPage {
  readonly language: string;
  readonly head: Part;
  readonly body: Part;
  /** Of the site that the blog belongs to. */
  readonly navigation: Navigation | null;
}

const style = new Html(BLOG_STYLE);

/** The whole document of a page in our own layout. */
export const blogDocument = ({ language, head, body, navigation }: BlogPage): string =>
  String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<style>${style}</style>${navigation && navigationHead(navigation)}
</head>
<body>
${navigation && navigationHtml(navigation)}${body}
</body>
</html>
`);

/** An answer that is a page of ours. */
export const strictAnswer = (body: string, headers: Readonly<Record<string, string>>, hasNavigation: boolean): PageAnswer => ({
  status: 200,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': hasNavigation ? WITH_NAVIGATION : STRICT,
    ...common(body),
    ...headers,
  },
  body,
});

/** An answer that is a feed or a sitemap. */
export const dataAnswer = (type: string, body: string, headers: Readonly<Record<string, string>>): PageAnswer => ({
  status: 200,
  headers: { 'Content-Type': `${type}; charset=utf-8`, 'Access-Control-Allow-Origin': '*', ...common(body), ...headers },
  body,
});

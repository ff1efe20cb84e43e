import type { PageAnswer } from '@space/contracts/core';
import { contentSecurityPolicy, html, htmlDocument, type PageContext, type Part, strictPolicy, type Theme } from '@space/web';
import type { Navigation } from '../navigation/navigation.ts';
import { navigationHead, navigationHtml } from '../navigation/navigation-html.ts';
import { entityTag, REVALIDATE } from '../serving/page-answers.ts';
import { BLOG_STYLE } from './blog-style.ts';

/**
 * The policy of blog pages in our layout: one style, no script, no frame. Pictures, sound and video come from any address
 * that the post names. The sandbox gives the page an opaque origin besides, so that HTML which the sanitizer might miss
 * could run no script and read nothing.
 */
const policy = (style: string): string =>
  contentSecurityPolicy({
    sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox', 'allow-top-navigation-by-user-activation'],
    ...strictPolicy(BLOG_STYLE, { 'style-src': style, 'img-src': ['https:', 'http:', 'data:'], 'media-src': ['https:', 'http:'] }),
  });

/** The navigation of a site has inline styles of its own. */
const WITH_NAVIGATION = policy("'unsafe-inline'");

/** The headers of every answer of a blog. A browser shows a sandboxed document under this opener policy only. */
const commonHeaders = (body: string) => ({
  'Cache-Control': REVALIDATE,
  ETag: entityTag(body),
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
});

/** The parts of a blog page in our layout. */
export interface BlogPage {
  readonly context: PageContext;
  readonly language: string;
  readonly title: string;
  readonly head: Part;
  readonly body: Part;
  /** The navigation of the blog's site, or null. */
  readonly navigation: Navigation | null;
}

/** Returns the document of a blog page in our layout. */
export const blogDocument = ({ context: { theme }, language, title, head, body, navigation }: BlogPage): string =>
  htmlDocument({
    language,
    title,
    style: theme.styleOf(BLOG_STYLE).text,
    head: html`<link rel="icon" href="${theme.icon}">\n${head}${navigation && navigationHead(navigation)}`,
    body: html`${navigation && navigationHtml(navigation, true)}${body}`,
  });

/** Returns the answer with a blog page in our layout. */
export const strictAnswer = (
  theme: Theme,
  body: string,
  headers: Readonly<Record<string, string>>,
  hasNavigation: boolean,
): PageAnswer => ({
  status: 200,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': hasNavigation ? WITH_NAVIGATION : policy(theme.styleOf(BLOG_STYLE).hash),
    ...commonHeaders(body),
    ...headers,
  },
  body,
});

/** Returns the answer with a feed or a sitemap, which pages of other origins may fetch. */
export const dataAnswer = (type: string, body: string, headers: Readonly<Record<string, string>>): PageAnswer => ({
  status: 200,
  headers: { 'Content-Type': `${type}; charset=utf-8`, 'Access-Control-Allow-Origin': '*', ...commonHeaders(body), ...headers },
  body,
});

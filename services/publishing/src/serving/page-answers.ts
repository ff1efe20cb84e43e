import { hash } from 'node:crypto';
import type { PageAnswer } from '@space/contracts/core';
import { html, type Part } from '@space/web';

/**
 * What a document of a user may do: run its scripts, be filled in, open other pages when its reader wants it. It has no
 * origin: it reads nothing of this origin, nor of any other, and keeps nothing (decisions, Pages and blog). `base` is
 * ignored, so that the addresses in it are what they were when they were checked.
 */
const SANDBOX = [
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation allow-modals allow-downloads',
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Asked again each time, which costs a 304: what is taken down is gone at once. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

const documentHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': REVALIDATE,
  'Content-Security-Policy': SANDBOX,
  // A browser shows no sandboxed document under any other.
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), bluetooth=(), midi=()',
} as const;

/** A strong validator: the same for the same bytes only. */
export const entityTag = (body: string): string => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

/** A document of a user, kept by gateways until one of its tags changes. */
export const documentAnswer = (body: string, isIndexed: boolean, tags: readonly string[]): PageAnswer => ({
  status: 200,
  headers: { ...documentHeaders, ETag: entityTag(body), ...(isIndexed ? {} : { 'X-Robots-Tag': 'noindex' }) },
  body,
  tags: [...tags],
});

/** Another address for the same thing, for good; a browser asks again all the same, since addresses can be given anew. */
export const redirectAnswer = (url: string): PageAnswer => ({
  status: 308,
  headers: { Location: url, 'Cache-Control': REVALIDATE },
  body: '',
});

/** XML for machines. */
export const xmlAnswer = (body: string): PageAnswer => ({
  status: 200,
  headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=300', ETag: entityTag(body) },
  body,
});

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;font:1.0625rem/1.6 system-ui,sans-serif}main{max-width:36rem;margin:0 auto;padding:clamp(2rem,12vh,8rem) 1.25rem}h1{font-size:1.75rem;line-height:1.25;text-wrap:balance}';

/** A page that says no more than a sentence. */
export const messageAnswer = (status: number, title: string, text: string): PageAnswer => ownAnswer(status, title, html`<p>${text}</p>`);

/** A page that leads to others, kept by gateways until one of its tags changes. */
export function linksAnswer(
  title: string,
  links: readonly { readonly label: string; readonly url: string }[],
  tags: readonly string[],
): PageAnswer {
  const answer = ownAnswer(200, title, html`<ul>${links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>\n`)}</ul>`);
  return { ...answer, headers: { ...answer.headers, 'Cache-Control': REVALIDATE, ETag: entityTag(answer.body) }, tags: [...tags] };
}

/** A page of ours. */
const ownAnswer = (status: number, title: string, content: Part): PageAnswer => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'X-Robots-Tag': 'noindex',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  },
  body: String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`),
});

/** There is nothing at an address, or nothing that may be seen now. */
export const notFoundAnswer: PageAnswer = messageAnswer(
  404,
  'There is no page at this address',
  'The link may be mistyped, or the page may have been taken down. Ask whoever sent you here for the right address.',
);

/** What was at an address was deleted. */
export const goneAnswer: PageAnswer = messageAnswer(
  410,
  'This page is gone',
  'It was here once and was deleted. It will not come back at this address.',
);

import { hash } from 'node:crypto';
import type { PageAnswer } from '@space/contracts/core';
import { contentSecurityPolicy, errorPage, html, htmlDocument, PLAIN_STYLE, type PlainPage, plainDocument, plainPolicy } from '@space/web';

/**
 * The policy of a document of a user. It may run scripts, submit forms, and open other pages when the visitor asks for it.
 * The sandbox gives it an opaque origin: it reads and stores nothing of this origin or of any other. `base` has no effect,
 * so that relative addresses lead where they led when the document was checked.
 */
const DOCUMENT_POLICY = contentSecurityPolicy({
  sandbox: [
    'allow-scripts',
    'allow-forms',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-top-navigation-by-user-activation',
    'allow-modals',
    'allow-downloads',
  ],
  'base-uri': "'none'",
  'frame-ancestors': "'self'",
});

/** The Cache-Control of public pages: browsers revalidate each time, which costs a 304, so an unpublished page disappears immediately. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

const documentHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': REVALIDATE,
  'Content-Security-Policy': DOCUMENT_POLICY,
  // A browser shows a sandboxed document under this opener policy only.
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), bluetooth=(), midi=()',
} as const;

/** Returns a strong entity tag, which is equal for equal bytes only. */
export const entityTag = (body: string): string => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

/** Returns a document of a user, which gateways cache until one of its tags is invalidated. */
export const documentAnswer = (body: string, isIndexed: boolean, tags: readonly string[]): PageAnswer => ({
  status: 200,
  headers: { ...documentHeaders, ETag: entityTag(body), ...(isIndexed ? {} : { 'X-Robots-Tag': 'noindex' }) },
  body,
  tags: [...tags],
});

/** Returns a permanent redirect. Browsers revalidate it all the same, since an address can get another page. */
export const redirectAnswer = (url: string): PageAnswer => ({
  status: 308,
  headers: { Location: url, 'Cache-Control': REVALIDATE },
  body: '',
});

/** Returns an XML document, which may be cached for five minutes. */
export const xmlAnswer = (body: string): PageAnswer => ({
  status: 200,
  headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=300', ETag: entityTag(body) },
  body,
});

const plainHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'X-Robots-Tag': 'noindex',
  'Content-Security-Policy': plainPolicy("'self'"),
};

/** Returns a page in our own layout with one message. */
export const messageAnswer = (status: number, page: PlainPage): PageAnswer => ({
  status,
  headers: { ...plainHeaders },
  body: plainDocument(page),
});

/** Returns a page of ours with a list of links, which gateways cache until one of its tags is invalidated. */
export function linksAnswer(
  title: string,
  links: readonly { readonly label: string; readonly url: string }[],
  tags: readonly string[],
): PageAnswer {
  const items = links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>\n`);
  const body = htmlDocument({ title, style: PLAIN_STYLE, body: html`<main>\n<h1>${title}</h1>\n<ul>${items}</ul>\n</main>` });
  return { status: 200, headers: { ...plainHeaders, 'Cache-Control': REVALIDATE, ETag: entityTag(body) }, body, tags: [...tags] };
}

/** The answer for an address that has no page, or a page that is not published. */
export const notFoundAnswer: PageAnswer = messageAnswer(404, errorPage(404));

/** The answer for the address of a deleted page. */
export const goneAnswer: PageAnswer = messageAnswer(410, errorPage(410));

import type { PageAnswer } from '@space/contracts/core';
import { contentSecurityPolicy, errorPage, htmlDocument, type Part, plainDocument, plainPolicy, strictPolicy } from '@space/web';
import { PAGE_STYLE } from './style.ts';

/**
 * Headers of every page. Pages are not cached or indexed, and links to other sites send no referrer. The policy forbids
 * scripts and loads nothing except pictures over https.
 */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': contentSecurityPolicy(strictPolicy(PAGE_STYLE, { 'form-action': "'self'", 'img-src': 'https:' })),
};

/** Returns a complete page around its body. `more` adds headers or replaces them. */
export const renderPage = (status: number, title: string, body: Part, more: Readonly<Record<string, string>> = {}): PageAnswer => ({
  status,
  headers: { ...headers, ...more },
  body: htmlDocument({ title, style: PAGE_STYLE, body, isHidden: true }),
});

/** The response for unknown, revoked and expired links, which must not be distinguishable. */
export const notFoundPage: PageAnswer = {
  status: 404,
  headers: { ...headers, 'Content-Security-Policy': plainPolicy() },
  body: plainDocument(errorPage(404)),
};

import type { PageAnswer } from '@space/contracts/core';
import {
  contentSecurityPolicy,
  errorPage,
  htmlDocument,
  imagePolicy,
  type PageContext,
  type Part,
  plainDocument,
  plainPolicy,
  strictPolicy,
  themeHead,
} from '@space/web';
import { PAGE_STYLE } from './style.ts';

/** Headers of every page. Pages are not cached or indexed, and links to other sites send no referrer. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Returns a complete page around its body, in the look of its Space; its texts are English. `more` adds headers or replaces
 * them. The policy forbids scripts and loads nothing except pictures over https.
 */
export function renderPage(
  { theme }: PageContext,
  status: number,
  title: string,
  body: Part,
  more: Readonly<Record<string, string>> = {},
): PageAnswer {
  const style = theme.styleOf(PAGE_STYLE);
  const policy = strictPolicy(PAGE_STYLE, { 'style-src': style.hash, 'form-action': "'self'", ...imagePolicy(theme, 'https:') });
  return {
    status,
    headers: { ...headers, 'Content-Security-Policy': contentSecurityPolicy(policy), ...more },
    body: htmlDocument({
      title,
      language: 'en',
      style: style.text,
      head: themeHead(theme, 'en', { title }),
      body,
      isHidden: true,
    }),
  };
}

/** Returns the response for unknown, revoked and expired links, which must not be distinguishable. */
export const notFoundPage = (context: PageContext): PageAnswer => ({
  status: 404,
  headers: { ...headers, 'Content-Security-Policy': plainPolicy(context.theme) },
  body: plainDocument(errorPage(404, context.locale.labels), context),
});

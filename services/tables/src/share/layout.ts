import type { PageAnswer } from '@space/contracts/core';
import {
  contentSecurityPolicy,
  cspHash,
  errorPage,
  htmlDocument,
  imagePolicy,
  type PageContext,
  type Part,
  plainDocument,
  plainPolicy,
  strictPolicy,
  type Theme,
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

/** The headers and the rules of one page. Its headers replace those of every page. */
interface PageExtras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly style?: string;
  /** True if pages of any origin may show it in a frame. Default false. */
  readonly isEmbeddable?: boolean;
}

/**
 * Returns a complete page around its body, in the look of its Space and the language of its locale. The policy forbids scripts
 * and loads nothing except pictures over https. The policy of an embeddable page has no frame-ancestors, because even `*`
 * excludes pages of opaque origins, such as the sandboxed pages of a Space.
 */
export function renderPage(
  { theme, locale }: PageContext,
  status: number,
  title: string,
  body: Part,
  { headers: more = {}, style: own = '', isEmbeddable = false }: PageExtras = {},
): PageAnswer {
  const style = own === '' ? theme.styleOf(PAGE_STYLE) : styleWith(theme, own);
  const policy = strictPolicy(PAGE_STYLE, {
    'style-src': style.hash,
    'form-action': "'self'",
    ...(isEmbeddable && { 'frame-ancestors': null }),
    ...imagePolicy(theme, 'https:'),
  });
  return {
    status,
    headers: { ...headers, 'Content-Security-Policy': contentSecurityPolicy(policy), ...more },
    body: htmlDocument({
      title,
      language: locale.tag,
      style: style.text,
      head: themeHead(theme, locale.tag, { title }),
      body,
      isHidden: true,
    }),
  };
}

/** Returns the style of one page and its hash. Themes store the styles that pages share, not those of single pages. */
function styleWith(theme: Theme, own: string): { readonly text: string; readonly hash: string } {
  const text = `${PAGE_STYLE}${own}${theme.style}`;
  return { text, hash: cspHash(text) };
}

/** Returns the response for unknown, revoked and expired links. A frame of such a link shows it too. */
export const notFoundPage = (context: PageContext): PageAnswer => ({
  status: 404,
  headers: { ...headers, 'Content-Security-Policy': plainPolicy(context.theme, null) },
  body: plainDocument(errorPage(404, context.locale.labels), context),
});

import type { PageAnswer } from '@space/contracts/core';
import {
  contentSecurityPolicy,
  errorPage,
  html,
  htmlDocument,
  imagePolicy,
  type PageContext,
  type PagePreview,
  type Part,
  plainDocument,
  plainPolicy,
  strictPolicy,
  themeHead,
} from '@space/web';
import { PAGE_STYLE } from './page-style.ts';

/** Headers of pages that only the holders of a link see: they are not cached or indexed, and links to other sites send no referrer. */
export const linkHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

/** A page: its preview by other programs, its body and its headers. */
interface ReadingPage extends PagePreview {
  readonly status: number;
  readonly body: Part;
  readonly headers: Readonly<Record<string, string>>;
  readonly isHidden: boolean;
  /** Its whole style; default that of texts. */
  readonly style?: string;
}

/** Returns a complete page in the look of its Space and the language of its locale. Its policy forbids scripts, and loads only pictures. */
export function renderPage(
  { theme, locale }: PageContext,
  { status, body, headers, isHidden, style: ownStyle = PAGE_STYLE, ...preview }: ReadingPage,
): PageAnswer {
  const style = theme.styleOf(ownStyle);
  const policy = strictPolicy(ownStyle, {
    'style-src': style.hash,
    'form-action': "'self'",
    ...imagePolicy(theme, "'self'", 'https:'),
  });
  return {
    status,
    headers: { 'Content-Security-Policy': contentSecurityPolicy(policy), ...headers },
    body: htmlDocument({
      title: preview.title,
      language: locale.tag,
      style: style.text,
      head: html`${themeHead(theme, locale.tag, preview)}${
        preview.url !== undefined && html`<link rel="canonical" href="${preview.url}">\n`
      }`,
      body,
      isHidden,
    }),
  };
}

/** Returns the answer for unknown, revoked and expired links. */
export const notFoundPage = (context: PageContext): PageAnswer => ({
  status: 404,
  headers: { ...linkHeaders, 'Content-Security-Policy': plainPolicy(context.theme) },
  body: plainDocument(errorPage(404, context.locale.labels), context),
});

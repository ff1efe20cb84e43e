import type { PageAnswer } from '@space/contracts/core';
import {
  brandHtml,
  contentSecurityPolicy,
  errorPage,
  Html,
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
import { DOCUMENT_STYLE } from './page-style.ts';

/** Headers of pages that only the holders of a link see: they are not cached or indexed, and links to other sites send no referrer. */
export const linkHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

/** A page of a document: its preview by other programs, its body and its headers. */
interface DocumentPage extends PagePreview {
  readonly status: number;
  readonly body: Part;
  readonly headers: Readonly<Record<string, string>>;
  readonly isHidden: boolean;
}

/** Returns a complete page in the look of its Space and the language of its locale. Its policy forbids scripts, and loads only pictures. */
export function renderPage({ theme, locale }: PageContext, { status, body, headers, isHidden, ...preview }: DocumentPage): PageAnswer {
  const style = theme.styleOf(DOCUMENT_STYLE);
  const policy = strictPolicy(DOCUMENT_STYLE, {
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

/** A document as a page shows it. */
interface ShownDocument {
  readonly title: string;
  readonly icon: string | null;
  /** The HTML of its blocks, which `writePage` made safe. */
  readonly content: string;
}

/** Icons up to this length are shown: an emoji. Longer ones are names of icons. */
const EMOJI_LENGTH = 8;

/** Returns the body of the page of a document. */
export const documentBody = ({ theme }: PageContext, { title, icon, content }: ShownDocument, footer?: Part): Html => html`<header>
${brandHtml(theme)}${
  icon !== null && icon.length <= EMOJI_LENGTH && html`<span class="icon" aria-hidden="true">${icon}</span>\n`
}<h1>${title}</h1>
</header>
<main>
${new Html(content)}</main>${footer && html`\n<footer>\n${footer}\n</footer>`}`;

/** Returns the answer for unknown, revoked and expired links. */
export const notFoundPage = (context: PageContext): PageAnswer => ({
  status: 404,
  headers: { ...linkHeaders, 'Content-Security-Policy': plainPolicy(context.theme) },
  body: plainDocument(errorPage(404, context.locale.labels), context),
});

import { html, htmlDocument, type PageContext, PLAIN_STYLE } from '@space/web';

/** Returns the document of a page without a `layout_html`: its title and its description, with the look of its Space. */
export const fallbackDocument = (title: string, description: string | null, { theme, locale }: PageContext): string =>
  htmlDocument({
    title,
    language: locale.tag,
    style: theme.styleOf(PLAIN_STYLE).text,
    head: html`<link rel="icon" href="${theme.icon}">\n`,
    body: html`<main>\n<h1>${title}</h1>\n${description !== null && html`<p>${description}</p>`}\n</main>`,
  });

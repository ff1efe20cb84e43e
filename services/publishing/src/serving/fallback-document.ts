import { html, htmlDocument, PLAIN_STYLE } from '@space/web';

/** Returns the document of a page without a `layout_html`: its title and its description. */
export const fallbackDocument = (title: string, description: string | null): string =>
  htmlDocument({
    title,
    style: PLAIN_STYLE,
    body: html`<main>\n<h1>${title}</h1>\n${description !== null && html`<p>${description}</p>`}\n</main>`,
  });

import { frameResizer, frameScheme, Html, html } from '@space/web';

/** Resizes the frames of a site, leads to the next document in them, and gives ours the colour scheme of the site. */
const SCRIPT = new Html(`<script>${frameResizer('iframe')};${frameScheme('iframe[name=space-frame],iframe[name=space-inline]')}</script>`);

/** The fields of an answer with the HTML that embeds a public page. */
export interface EmbedHtml {
  readonly embed_html: string;
  readonly embed_inline_html: string;
}

/** Returns the HTML that shows a public page on any site: as a card, and as a part of the site. */
export function embedHtml(url: string, title: string): EmbedHtml {
  // Pages of forms and bookings recognise the name.
  const snippet = (name: string) =>
    String(
      html`<iframe src="${url}" title="${title}" name="${name}" loading="lazy" style="display:block;inline-size:100%;block-size:40rem;border:0"></iframe>${SCRIPT}`,
    );
  return { embed_html: snippet('space-frame'), embed_inline_html: snippet('space-inline') };
}

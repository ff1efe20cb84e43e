import { frameResizer, Html, html } from '@space/web';

/** Resizes the frames of a site and leads to the next document in them. */
const RESIZER = new Html(`<script>${frameResizer('iframe')}</script>`);

/** The fields of an answer with the HTML that embeds a public page. */
export interface EmbedHtml {
  readonly embed_html: string;
  readonly embed_inline_html: string;
}

/** Returns the HTML that shows a public page on any site: as a card, and as a part of the site. */
export function embedHtml(url: string, title: string): EmbedHtml {
  // Pages of forms and bookings recognise the name.
  const snippet = (name: Html) =>
    String(
      html`<iframe src="${url}" title="${title}"${name} loading="lazy" style="display:block;inline-size:100%;block-size:40rem;border:0"></iframe>${RESIZER}`,
    );
  return { embed_html: snippet(html``), embed_inline_html: snippet(html` name="space-inline"`) };
}

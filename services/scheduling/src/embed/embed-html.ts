import { Html, html } from '@space/web';

/** Gives the frames of a site the height that their documents report. Several snippets on one site set the same heights. */
const RESIZER = new Html(
  '<script>addEventListener("message",e=>{const h=e.data&&e.data.space_frame_height;if(h>0)for(const f of document.querySelectorAll("iframe"))if(f.contentWindow===e.source)f.style.blockSize=Math.min(Math.ceil(h),20000)+"px"})</script>',
);

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

import { type Html, html } from '@space/web';

/** What marks a frame that was put into a page. */
export const EMBED_ATTRIBUTE = 'data-space-frame';

/**
 * Makes frames as high as what they show. A page in a frame knows how high it is and the page around it cannot look, so the
 * one inside says `{space_frame_height: pixels}` to the one around it; nobody else is listened to. Without scripts, and until
 * it says so, a frame has a height of its own and is scrolled.
 */
export const iframeResizer: Html = html`<script data-space-frames>addEventListener("message",function(e){var h=e.data&&e.data.space_frame_height;if(typeof h=="number"&&h>0)document.querySelectorAll("iframe[${EMBED_ATTRIBUTE}]").forEach(function(f){if(f.contentWindow==e.source)f.style.blockSize=Math.min(Math.max(Math.ceil(h),160),20000)+"px"})})</script>`;

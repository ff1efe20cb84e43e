import { type Html, html } from '@space/web';

/** The attribute that marks an iframe which was inserted into a page. */
export const EMBED_ATTRIBUTE = 'data-space-frame';

/**
 * A script that gives each inserted iframe the height of its content. A page cannot read the height of a document of
 * another origin, so the embedded document sends `{space_frame_height: pixels}` to its parent; messages of other windows
 * are ignored. Without scripts, and until the message arrives, an iframe has a default height and scrolls.
 */
export const iframeResizer: Html = html`<script data-space-frames>addEventListener("message",function(e){var h=e.data&&e.data.space_frame_height;if(typeof h=="number"&&h>0)document.querySelectorAll("iframe[${EMBED_ATTRIBUTE}]").forEach(function(f){if(f.contentWindow==e.source)f.style.blockSize=Math.min(Math.max(Math.ceil(h),160),20000)+"px"})})</script>`;

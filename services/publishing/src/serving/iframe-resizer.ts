import { type Html, html } from '@space/web';

/** The attribute that marks an iframe which was inserted into a page. */
export const EMBED_ATTRIBUTE = 'data-space-frame';

/**
 * A script that gives each inserted iframe the height of its content, and leads the visitor to the start of the next document
 * in it, such as the thanks for a form. A page cannot read a document of another origin, so the embedded document sends
 * `{space_frame_height: pixels}` to its parent, and `space_frame_start`, the height at which reading begins, in the first
 * message of each document. Messages of other windows are ignored. The page scrolls only while the iframe has the focus: then
 * the visitor acted in it. Without scripts, and until a message arrives, an iframe has a default height and scrolls.
 */
export const iframeResizer: Html = html`<script data-space-frames>addEventListener("message",function(e){var d=e.data||{},h=d.space_frame_height,s=d.space_frame_start;if(typeof h=="number"&&h>0)document.querySelectorAll("iframe[${EMBED_ATTRIBUTE}]").forEach(function(f){if(f.contentWindow!=e.source)return;f.style.blockSize=Math.min(Math.max(Math.ceil(h),40),20000)+"px";if(typeof s!="number"||document.activeElement!=f)return;var y=f.getBoundingClientRect().top+s;if(y>=64&&y<=innerHeight/2)return;f.style.scrollMarginBlockStart=16-s+"px";f.scrollIntoView()})})</script>`;

/**
 * Returns a script that gives frames the height of their content, and leads the visitor to the start of the next document in
 * them, such as the thanks for a form. `selector` finds the frames, without double quotes.
 *
 * A page cannot read a document of another origin, so the embedded document sends `{space_frame_height: pixels}` to its parent,
 * and `space_frame_start`, the height at which reading begins, in the first message of each document. Messages of other windows
 * are ignored. The page scrolls only while the frame has the focus: then the visitor acted in it. Without scripts, and until a
 * message arrives, a frame has a default height and scrolls. Several such scripts on a page do the same.
 */
export const frameResizer = (selector: string): string =>
  `addEventListener("message",function(e){var d=e.data||{},h=d.space_frame_height,s=d.space_frame_start;if(typeof h=="number"&&h>0)document.querySelectorAll("${selector}").forEach(function(f){if(f.contentWindow!=e.source)return;f.style.blockSize=Math.min(Math.max(Math.ceil(h),40),20000)+"px";if(typeof s!="number"||document.activeElement!=f)return;var y=f.getBoundingClientRect().top+s;if(y>=64&&y<=innerHeight/2)return;f.style.scrollMarginBlockStart=16-s+"px";f.scrollIntoView()})})`;

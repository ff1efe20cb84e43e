/**
 * Marks the page as framed in a frame: then the page around it says whose page it is. The name of the frame adds to that: a page
 * in `space-inline` has no card, no padding and no visible title, and `-light`, `-dark` or `-auto` after the name is the colour scheme of
 * the page around it (`frameScheme`). A frame has its name for all pages that it shows, so the marks need no parameter. The script
 * runs in the head, before the page is painted.
 */
export const INLINE_SCRIPT =
  'if(parent!==window)document.documentElement.classList.add("framed",...(/^space-(frame|inline)(-light|-dark|-auto)?$/.test(name)?name.split("-").slice(1):[]))';

/**
 * Reports the height of the content to the page that frames this one, each time it changes. The first message of a page also
 * says at which height the reader continues: at the errors or the reason of a refusal, at the part that the address names, or
 * at the start. The focus goes to the answer, because a screen reader does not announce the page of a frame.
 */
export const FRAME_SCRIPT = `if (parent !== window) {
  const page = document.documentElement;
  const refusal = document.querySelector('[role=alert]');
  const start = refusal ?? document.getElementById(location.hash.slice(1));
  let first = true;
  new ResizeObserver(() => {
    const { height, top } = page.getBoundingClientRect();
    const message = { space_frame_height: height };
    if (first) message.space_frame_start = start ? Math.max(0, start.getBoundingClientRect().top - top) : 0;
    first = false;
    parent.postMessage(message, '*');
  }).observe(page);
  (refusal ?? document.querySelector('[data-answer]'))?.focus();
}`;

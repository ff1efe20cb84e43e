/**
 * Returns a script that gives frames the colour scheme of the page around them. `selector` finds the frames, without double
 * quotes; it must not find a frame again whose name has a scheme.
 *
 * An embedded document cannot see the page around it, so the scheme is appended to the name of its frame: `space-inline-light`,
 * `-dark`, or `-auto` for a page that follows the visitor. A name is read only when a frame begins, so the frame is inserted
 * again, and a frame has its name for all documents that it shows. The script runs before the browser paints: then the styles of
 * the page are known, and no lazy frame is loaded. A page without a `color-scheme` is dark if its text is light there. The frame gets
 * the scheme too, since a browser paints a ground between two different ones.
 */
export const frameScheme = (selector: string): string =>
  `requestAnimationFrame(function mark(){document.querySelectorAll("${selector}").forEach(function(f){var c=getComputedStyle(f),s=c.colorScheme,m=document.querySelector("meta[name=color-scheme]"),t=c.color,n=t.match(/[\\d.]+/g);if(!s||s=="normal")s=m?m.content:(t[0]=="r"?n[1]/255:t[0]=="l"?n[0]/100:n[0])>.6?"dark":"light";f.style.colorScheme=s;f.name=(f.name||"space-frame")+(/dark/.test(s)?/light/.test(s)?"-auto":"-dark":"-light");f.parentNode.insertBefore(f,f.nextSibling)});if(document.readyState=="loading")requestAnimationFrame(mark)})`;

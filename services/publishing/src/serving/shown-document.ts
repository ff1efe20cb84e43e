import type { Outline } from '../references/outline.ts';
import { readOutline } from '../references/read-outline.ts';
import { neutralDocument } from './neutral-document.ts';
import type { Shown } from './shown-pages.queries.ts';

/** The document of a page with its outline: its own, or a neutral one. */
export function shownDocument(shown: Shown, origin: string): { readonly layout_html: string; readonly outline: Outline } {
  const { layout_html, outline, title, description } = shown;
  if (layout_html !== null) return { layout_html, outline };
  const neutral = neutralDocument(title, description);
  return { layout_html: neutral, outline: readOutline(neutral, origin) };
}

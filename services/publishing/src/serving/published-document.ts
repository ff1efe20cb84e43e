import type { Outline } from '../references/outline.ts';
import { readOutline } from '../references/read-outline.ts';
import { fallbackDocument } from './fallback-document.ts';
import type { Shown } from './published-pages.queries.ts';

/** The document of a page with its outline: its own, or a neutral one. */
export function publishedDocument(shown: Shown, origin: string): { readonly layout_html: string; readonly outline: Outline } {
  const { layout_html, outline, title, description } = shown;
  if (layout_html !== null) return { layout_html, outline };
  const neutral = fallbackDocument(title, description);
  return { layout_html: neutral, outline: readOutline(neutral, origin) };
}

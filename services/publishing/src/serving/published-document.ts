import type { PageContext } from '@space/web';
import type { Outline } from '../references/outline.ts';
import { readOutline } from '../references/read-outline.ts';
import { fallbackDocument } from './fallback-document.ts';
import type { PageContent } from './published-pages.queries.ts';

/** Returns the document of a page with its outline: its own, or the fallback document. */
export function publishedDocument(
  content: PageContent,
  origin: string,
  context: PageContext,
): { readonly layout_html: string; readonly outline: Outline } {
  const { layout_html, outline, title, description } = content;
  if (layout_html !== null) return { layout_html, outline };
  const fallback = fallbackDocument(title, description, context);
  return { layout_html: fallback, outline: readOutline(fallback, origin) };
}

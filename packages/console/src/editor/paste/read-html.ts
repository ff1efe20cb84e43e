import { MAX_HTML_LENGTH } from '@space/rich-text/schema';
import { DOMParser, type ResolvedPos, type Slice } from 'prosemirror-model';
import { editorSchema } from '../model/editor-schema.ts';
import { buildFragment } from './build-fragment.ts';

const parser = DOMParser.fromSchema(editorSchema);

/** Returns HTML as content to insert at a place, and whether the end of a very long one is left out. */
export function readHtml(html: string, $context: ResolvedPos): { readonly slice: Slice; readonly isCut: boolean } {
  const slice = parser.parseSlice(buildFragment(html.slice(0, MAX_HTML_LENGTH)), { context: $context });
  return { slice, isCut: html.length > MAX_HTML_LENGTH };
}

import { parseMarkdown } from '@space/rich-text/markdown';
import { Slice } from 'prosemirror-model';
import { blocksToDoc } from '../model/blocks-to-doc.ts';
import { editorSchema } from '../model/editor-schema.ts';

/** Returns Markdown as content to insert. One paragraph flows into the line with the cursor. Throws RichTextError for one that is too large. */
export function readMarkdown(markdown: string): Slice {
  const { content } = blocksToDoc(editorSchema, parseMarkdown(markdown)).doc;
  const isLine = content.childCount === 1 && content.firstChild?.type.name === 'paragraph';
  return isLine ? new Slice(content, 1, 1) : new Slice(content, 0, 0);
}

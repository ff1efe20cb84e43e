import type { RichNode } from '../blocks/rich-node.ts';
import { checkSize } from '../document/check-size.ts';
import { createDocument, loadDocument } from '../document/load-document.ts';
import { newBlockId } from '../document/new-block-id.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { parseHtml } from '../html/parse-html.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { readJsonBlocks } from './json-blocks.ts';

/** The content of a new document, in one of its forms. `state` is the encoded state of a document that is copied. */
export type NewContent =
  | { readonly markdown: string }
  | { readonly html: string }
  | { readonly json: readonly unknown[] }
  | { readonly state: Uint8Array };

/** A new document: its encoded state, and its blocks with their ids. */
export interface NewDocument {
  readonly state: Uint8Array;
  readonly blocks: readonly RichNode[];
}

/** Returns a new document. Throws `invalid` and `too_large`. */
export function newDocument(content: NewContent): NewDocument {
  const state = createDocument(readContent(content), newBlockId);
  const blocks = readBlocks(loadDocument(state));
  checkSize(blocks);
  return { state, blocks };
}

/** Returns the blocks of a content. Those of a copied document need no check against the schema: live edits may leave a list without items. */
function readContent(content: NewContent): readonly RichNode[] {
  if ('markdown' in content) return parseMarkdown(content.markdown);
  if ('html' in content) return parseHtml(content.html);
  return 'json' in content ? readJsonBlocks(content.json) : readBlocks(loadDocument(content.state));
}

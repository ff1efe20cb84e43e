import type { RichNode } from '../blocks/rich-node.ts';
import { checkSize } from '../document/check-size.ts';
import { createDocument, loadDocument } from '../document/load-document.ts';
import { newBlockId } from '../document/new-block-id.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { parseHtml } from '../html/parse-html.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { readJsonBlocks } from './json-blocks.ts';

/** The content of a new document, in one of its forms. */
export type NewContent = { readonly markdown: string } | { readonly html: string } | { readonly json: readonly unknown[] };

/** A new document: its encoded state, and its blocks with their ids. */
export interface NewDocument {
  readonly state: Uint8Array;
  readonly blocks: readonly RichNode[];
}

/** Returns a new document. Throws `invalid` and `too_large`. */
export function newDocument(content: NewContent): NewDocument {
  const given =
    'markdown' in content ? parseMarkdown(content.markdown) : 'html' in content ? parseHtml(content.html) : readJsonBlocks(content.json);
  const state = createDocument(given, newBlockId);
  const blocks = readBlocks(loadDocument(state));
  checkSize(blocks);
  return { state, blocks };
}

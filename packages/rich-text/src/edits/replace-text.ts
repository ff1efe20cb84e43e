import * as Y from 'yjs';
import { joinTexts } from '../blocks/inline.ts';
import type { RichNode } from '../blocks/rich-node.ts';
import { makeInlineLike } from '../diff/make-inline-like.ts';
import { walkElements } from '../document/block-ids.ts';
import { flatText, isLine, NODE_SIGN, placesOf } from '../document/flat-text.ts';
import { readChildren } from '../document/read-blocks.ts';
import { FRAGMENT_NAME } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';
import { requireBlock } from './find-place.ts';

/** An edit that replaces plain text. */
export interface TextReplacement {
  readonly find: string;
  readonly replace: string;
  readonly block_id?: string;
  readonly all?: boolean;
}

/**
 * Replaces plain text in the blocks of a document. New text gets the marks of the first character that it replaces. Throws
 * `invalid` for an empty `find`, and `conflict` if it is not there, or more than once without `all`.
 */
export function replaceText(doc: Y.Doc, { find, replace, block_id, all = false }: TextReplacement): void {
  if (find === '' || find.includes(NODE_SIGN)) throw new RichTextError('invalid', '`find` is a text of at least one character.');
  const root = block_id === undefined ? doc.getXmlFragment(FRAGMENT_NAME) : requireBlock(doc, block_id);
  const elements = [...(root instanceof Y.XmlElement ? [root] : []), ...walkElements(root)].filter(isLine);
  const found = elements
    .map((element) => ({ element, places: placesOf(flatText(readChildren(element)), find) }))
    .filter(({ places }) => places.length > 0);
  const count = found.reduce((sum, { places }) => sum + places.length, 0);
  if (count === 0)
    throw new RichTextError('conflict', `\`find\` is not in the ${block_id ? 'block' : 'document'}; read it again.`, place(block_id));
  if (count > 1 && !all) {
    throw new RichTextError(
      'conflict',
      `\`find\` is there ${count} times; give more of the text, a \`block_id\` or \`all\`.`,
      place(block_id),
    );
  }
  for (const { element, places } of found) {
    const content = replaceIn(readChildren(element), places, find.length, replace, element.nodeName === 'codeBlock');
    makeInlineLike(element, content, 'exact');
  }
}

function place(block_id: string | undefined): { readonly block_id?: string } {
  return block_id === undefined ? {} : { block_id };
}

function replaceIn(content: readonly RichNode[], places: readonly number[], length: number, replace: string, isCode: boolean): RichNode[] {
  const result: RichNode[] = [];
  let [at, next] = [0, 0];
  for (const node of content) {
    const size = node.text?.length ?? 1;
    for (let offset = 0; offset < size; ) {
      while (next < places.length && at + offset >= places[next]! + length) next += 1;
      const start = next < places.length ? places[next]! - at : size;
      if (offset === start) result.push(...newNodes(replace, node, isCode));
      const end = offset < start ? Math.min(start, size) : Math.min(start + length, size);
      if (offset < start) result.push(node.text === undefined ? node : { ...node, text: node.text.slice(offset, end) });
      offset = end;
    }
    at += size;
  }
  return joinTexts(result);
}

function newNodes(text: string, like: RichNode, isCode: boolean): RichNode[] {
  const marks = like.marks ? { marks: like.marks } : {};
  if (isCode) return [{ type: 'text', text, ...marks }];
  return text.split('\n').flatMap((line, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), { type: 'text', text: line, ...marks }]);
}

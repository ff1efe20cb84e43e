import * as Y from 'yjs';
import { findBlock, walkElements } from '../document/block-ids.ts';
import { flatText, isLine, NODE_SIGN, placesOf } from '../document/flat-text.ts';
import { readChildren } from '../document/read-blocks.ts';
import { childrenOf, parentOf, type YChild } from '../document/yjs-node.ts';
import { requireBlock } from '../edits/find-place.ts';
import { FRAGMENT_NAME } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';

/*
 * A place in a document that a comment is about. Its ends are relative positions of Yjs: they are between two characters and move with them.
 * A whole text that is merged may write characters again; the quote is then looked for in the block.
 */

/** A text or a block that is to be anchored. */
export interface AnchorPlace {
  readonly quote?: string | undefined;
  readonly block_id?: string | undefined;
}

/** An anchored place: its block, and for a text the encoded positions of its ends. */
export interface Anchor {
  readonly block_id: string | null;
  readonly quote: string | null;
  readonly start: Uint8Array | null;
  readonly end: Uint8Array | null;
}

/** The part of an anchored place that is left, and its block; `null` if it is gone. */
export interface FoundAnchor {
  readonly anchor: 'text' | 'block' | 'gone';
  readonly block_id: string | null;
}

/** Returns the anchor of a place. Throws `conflict` for a block that is not there, and for a quote that is not there exactly once. */
export function makeAnchor(doc: Y.Doc, { quote, block_id }: AnchorPlace): Anchor {
  const root = block_id === undefined ? doc.getXmlFragment(FRAGMENT_NAME) : requireBlock(doc, block_id);
  const text = quote?.trim() ?? '';
  if (text === '') return { block_id: block_id ?? null, quote: null, start: null, end: null };
  if (text.includes(NODE_SIGN)) throw new RichTextError('invalid', '`quote` has a character that texts do not have.');
  const found = [...(root instanceof Y.XmlElement ? [root] : []), ...walkElements(root)]
    .filter(isLine)
    .flatMap((line) => placesOf(flatText(readChildren(line)), text).map((at) => ({ line, at })));
  const [first] = found;
  const where = block_id === undefined ? 'document' : 'block';
  if (!first) throw new RichTextError('conflict', `\`quote\` is not in a block of the ${where}; read the ${where} again.`);
  if (found.length > 1)
    throw new RichTextError(
      'conflict',
      `\`quote\` is there ${found.length} times in the ${where}; give more of the text, or a \`block_id\`.`,
    );
  const [start, end] = [positionAt(first.line, first.at, 0), positionAt(first.line, first.at + text.length - 1, 1)];
  return { block_id: blockOf(first.line), quote: text, start, end };
}

/** Returns what is left of anchored places, in their order. */
export function findAnchors(doc: Y.Doc, anchors: readonly Anchor[]): FoundAnchor[] {
  return anchors.map((anchor) => {
    const line = lineOf(doc, anchor);
    if (line) return { anchor: 'text', block_id: blockOf(line) ?? anchor.block_id };
    const block = anchor.block_id === null ? undefined : findBlock(doc, anchor.block_id);
    if (!block) return { anchor: 'gone', block_id: null };
    const { quote } = anchor;
    const hasQuote =
      quote !== null && [block, ...walkElements(block)].some((one) => isLine(one) && flatText(readChildren(one)).includes(quote));
    return { anchor: hasQuote ? 'text' : 'block', block_id: anchor.block_id };
  });
}

/** Returns the encoded position before a character of a line, or after it. */
function positionAt(line: Y.XmlElement, at: number, after: 0 | 1): Uint8Array {
  let from = 0;
  for (const { child } of childrenOf(line)) {
    const length = lengthOf(child);
    if (at < from + length && child instanceof Y.XmlText)
      return Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(child, at - from + after, after === 0 ? 0 : -1));
    from += length;
  }
  throw new Error('A quote begins or ends in no text.');
}

const lengthOf = (child: YChild): number => (child instanceof Y.XmlText ? child.length : 1);

/** Returns the line with the text between the ends of an anchor; undefined if all of the text was deleted. */
function lineOf(doc: Y.Doc, { start, end }: Anchor): Y.XmlElement | undefined {
  const [from, to] = [livePosition(doc, start), livePosition(doc, end)];
  const line = from && parentOf(from.text);
  if (!from || !to || !(line instanceof Y.XmlElement) || parentOf(to.text) !== line) return undefined;
  if (from.text === to.text) return from.index < to.index ? line : undefined;
  const children = childrenOf(line).map(({ child }) => child);
  const [first, last] = [children.indexOf(from.text), children.indexOf(to.text)];
  const between = children.slice(first + 1, last).some((child) => child instanceof Y.XmlText && child.length > 0);
  return first < last && (from.index < from.text.length || to.index > 0 || between) ? line : undefined;
}

function livePosition(doc: Y.Doc, encoded: Uint8Array | null): { readonly text: Y.XmlText; readonly index: number } | undefined {
  if (encoded === null) return undefined;
  const found = Y.createAbsolutePositionFromRelativePosition(Y.decodeRelativePosition(encoded), doc);
  if (!(found?.type instanceof Y.XmlText) || found.type._item?.deleted !== false) return undefined;
  return { text: found.type, index: found.index };
}

/** Returns the id of the nearest block around a node, which may be the node itself; null without one. */
function blockOf(element: Y.XmlElement): string | null {
  for (let node: unknown = element; node instanceof Y.XmlElement; node = parentOf(node)) {
    const id = node.getAttribute('id');
    if (typeof id === 'string') return id;
  }
  return null;
}

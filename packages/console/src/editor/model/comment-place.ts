import type { Node, ResolvedPos } from 'prosemirror-model';
import { type EditorState, NodeSelection } from 'prosemirror-state';
import { THING_SIGN, uniqueQuote } from './unique-quote.ts';

/** The place in a document that a comment is about: a text of one block, or a block. */
export interface CommentPlace {
  /** Undefined for a block that has no id yet. */
  readonly block_id: string | undefined;
  /** Undefined for the whole block. */
  readonly quote: string | undefined;
  /** The first words of the block, for people. */
  readonly words: string;
}

const WORDS = 80;

/** Returns the text of a line in which each inline node is one character. */
const lineText = (node: Node): string =>
  node.textBetween(0, node.content.size, undefined, ({ type }) => (type.name === 'hardBreak' ? '\n' : THING_SIGN));

/** Returns the place of a selection: the selected text of its first block with one, or the block at the cursor. */
export function placeOfSelection({ doc, selection }: Pick<EditorState, 'doc' | 'selection'>): CommentPlace {
  if (selection instanceof NodeSelection && selection.node.isBlock && typeof selection.node.attrs.id === 'string')
    return { block_id: selection.node.attrs.id, quote: undefined, words: wordsOf(selection.node) };
  let at: { readonly start: number; readonly from: number; readonly to: number } | undefined;
  doc.nodesBetween(selection.from, selection.to, (node, position) => {
    if (at || !node.isTextblock) return !at;
    const start = position + 1;
    const [from, to] = [Math.max(selection.from, start) - start, Math.min(selection.to - start, node.content.size)];
    if (lineText(node).slice(from, to).replaceAll(THING_SIGN, '').trim() !== '') at = { start, from, to };
    return false;
  });
  const $place = at ? doc.resolve(at.start) : selection.$from;
  const { block, block_id } = blockAround($place);
  const found = at && linesOf(block, $place.parent);
  return {
    block_id,
    quote: at && found && uniqueQuote(found.lines, found.index, at.from, at.to),
    words: wordsOf($place.parent.isTextblock ? $place.parent : block),
  };
}

/** Returns the range of a place in a document: its quote, or its block if the quote is not there; undefined without the block. */
export function rangeOfPlace(
  doc: Node,
  { block_id, quote }: { readonly block_id: string | null; readonly quote: string | null },
): { readonly from: number; readonly to: number } | undefined {
  let range: { readonly from: number; readonly to: number } | undefined;
  doc.descendants((block, position) => {
    if (range) return false;
    if (block_id === null || block.attrs.id !== block_id) return true;
    range = { from: position, to: position + block.nodeSize };
    const readLine = (node: Node, start: number): boolean => {
      const at = node.isTextblock && quote !== null ? lineText(node).indexOf(quote) : -1;
      if (at >= 0) range = { from: start + at, to: start + at + quote!.length };
      return !node.isTextblock;
    };
    if (readLine(block, position + 1)) block.descendants((node, offset) => readLine(node, position + offset + 2));
    return false;
  });
  return range;
}

/** Returns the nearest block with an id around a place; the document without one. */
function blockAround($place: ResolvedPos): { readonly block: Node; readonly block_id: string | undefined } {
  for (let depth = $place.depth; depth > 0; depth--) {
    const block = $place.node(depth);
    if (typeof block.attrs.id === 'string') return { block, block_id: block.attrs.id };
  }
  return { block: $place.doc, block_id: undefined };
}

/** Returns the texts of the lines of a block, and the index of one of them. */
function linesOf(block: Node, line: Node): { readonly lines: readonly string[]; readonly index: number } {
  const nodes: Node[] = block.isTextblock ? [block] : [];
  block.descendants((node) => {
    if (node.isTextblock) nodes.push(node);
    return !node.isTextblock;
  });
  return { lines: nodes.map(lineText), index: nodes.indexOf(line) };
}

function wordsOf(node: Node): string {
  const words = node.textContent.replace(/\s+/g, ' ').trim();
  return words.length <= WORDS ? words : `${words.slice(0, WORDS)} …`;
}

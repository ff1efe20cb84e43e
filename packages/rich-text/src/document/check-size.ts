import type { RichNode } from '../blocks/rich-node.ts';
import { isBlock, isNestingLevel, MAX_BLOCKS, MAX_CHARACTERS, MAX_NESTING } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';

/** The size of a document: blocks, UTF-16 code units of text, and levels of nesting. */
export interface DocumentSize {
  readonly blocks: number;
  readonly characters: number;
  readonly nesting: number;
}

/** The largest size of a document. */
export const largestSize: DocumentSize = { blocks: MAX_BLOCKS, characters: MAX_CHARACTERS, nesting: MAX_NESTING };

/** Returns the size of blocks. */
export function measureBlocks(nodes: readonly RichNode[]): DocumentSize {
  let [blocks, characters, nesting] = [0, 0, 0];
  for (const node of nodes) {
    const inner = measureBlocks(node.content ?? []);
    blocks += inner.blocks + (isBlock(node.type) ? 1 : 0);
    characters += inner.characters + (node.text?.length ?? 0);
    nesting = Math.max(nesting, inner.nesting + (isNestingLevel(node.type) ? 1 : 0));
  }
  return { blocks, characters, nesting };
}

/** Throws `too_large` or `invalid` if blocks are above a limit of documents. */
export function checkSize(nodes: readonly RichNode[]): void {
  assertSize(measureBlocks(nodes), largestSize);
}

/** Throws `too_large` or `invalid` for a size above another one. */
export function assertSize({ blocks, characters, nesting }: DocumentSize, most: DocumentSize): void {
  if (blocks > most.blocks)
    throw new RichTextError('too_large', `A document has at most ${most.blocks} blocks; this one would have ${blocks}.`);
  if (characters > most.characters) {
    throw new RichTextError('too_large', `A document has at most ${most.characters} characters; this one would have ${characters}.`);
  }
  if (nesting > most.nesting)
    throw new RichTextError('invalid', `Blocks are nested at most ${most.nesting} levels deep; this change makes ${nesting}.`);
}

import { mergeBlocks } from '../diff/merge-blocks.ts';
import type { NewBlockId } from '../document/block-ids.ts';
import { loadDocument } from '../document/load-document.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { changeDocument, type EditResult } from './apply-edits.ts';

/** The encoded states directly before and after the change that is taken back. */
export interface Change {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/**
 * Takes back one change of a document and leaves later changes in place. Words that the change deleted come back once, words
 * that it inserted go, and blocks that someone wrote into since then stay with what they wrote.
 */
export function revertChange(state: Uint8Array, change: Change, newBlockId: NewBlockId): EditResult {
  const target = readBlocks(loadDocument(change.before));
  return changeDocument(state, (doc) => mergeBlocks(doc, { base: change.after, target, mode: 'exact', newBlockId }));
}

/** Makes a document what it was in an earlier state. Ids of blocks and all that is alike stay. */
export function revertTo(state: Uint8Array, earlier: Uint8Array, newBlockId: NewBlockId): EditResult {
  return revertChange(state, { before: earlier, after: state }, newBlockId);
}

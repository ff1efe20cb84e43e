import * as Y from 'yjs';
import type { RichNode } from '../blocks/rich-node.ts';
import { assignBlockIds, type NewBlockId } from '../document/block-ids.ts';
import { FRAGMENT_NAME } from '../schema/index.ts';
import { deleteEmptied } from './delete-emptied.ts';
import { makeChildrenLike } from './make-like.ts';
import type { ChangePlan, MatchMode } from './plan.ts';
import { repairContent } from './repair-content.ts';
import { rescueLost } from './rescue-lost.ts';
import { TableColumns } from './table-columns.ts';

/** A merge of whole blocks into a document. */
export interface BlockMerge {
  /** The encoded state from which the new blocks were made. */
  readonly base: Uint8Array;
  readonly target: readonly RichNode[];
  readonly mode: MatchMode;
  readonly newBlockId: NewBlockId;
}

/**
 * Merges new blocks, which were made from an older state of the document, into the document.
 *
 * A fork of the base is made like the new blocks by a diff of blocks and words, and the changes of the fork are applied to
 * the document. Words that the fork inserts are in the result exactly once, also in blocks that the document has deleted
 * since. A block that the fork deletes stays if someone else wrote into it, with what they wrote. Without changes since the
 * base, the result is exactly the new blocks.
 */
export function mergeBlocks(doc: Y.Doc, { base, target, mode, newBlockId }: BlockMerge): void {
  const fork = new Y.Doc({ gc: false });
  Y.applyUpdate(fork, base);
  const before = Y.snapshot(fork);
  const vector = Y.encodeStateVector(fork);
  const plan: ChangePlan = { mode, emptied: [] };
  fork.transact(() => makeChildrenLike(fork.getXmlFragment(FRAGMENT_NAME), target, plan));
  const columns = new TableColumns();
  columns.add(doc);
  columns.add(fork, new Set(plan.emptied.map(({ element }) => element)));
  // Not in the transaction below: Yjs takes one with both for a client that uses the id of this one.
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(fork, vector));
  doc.transact(() => {
    for (const [cell, lost] of rescueLost(doc, fork, before)) columns.join(cell, lost);
    finishPlan(doc, plan, newBlockId, columns);
  });
}

/** Deletes the emptied nodes of a plan, repairs what they leave and gives ids to new blocks. */
export function finishPlan(doc: Y.Doc, plan: ChangePlan, newBlockId: NewBlockId, columns?: TableColumns): void {
  deleteEmptied(doc, plan.emptied, newBlockId);
  columns?.fill(doc);
  repairContent(doc.getXmlFragment(FRAGMENT_NAME));
  assignBlockIds(doc, newBlockId);
}

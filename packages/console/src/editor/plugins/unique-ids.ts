import type { Node } from 'prosemirror-model';
import { Plugin, type Transaction } from 'prosemirror-state';
import { isOwnChange } from './own-change.ts';

/**
 * Makes the plugin that takes the id from the later of two blocks with one id, which a split or a paste makes. The service gives the block a
 * new one.
 */
export const uniqueIds = (): Plugin =>
  new Plugin({
    appendTransaction(transactions, _, state) {
      if (!isOwnChange(transactions)) return null;
      const repeated = repeatedIds(state.doc);
      if (repeated.length === 0) return null;
      const tr: Transaction = state.tr;
      for (const position of repeated) tr.setNodeAttribute(position, 'id', null);
      return tr;
    },
  });

/** Returns the positions of blocks whose id an earlier block has. */
export function repeatedIds(doc: Node): number[] {
  const seen = new Set<string>();
  const repeated: number[] = [];
  doc.descendants((node, position) => {
    const { id } = node.attrs;
    if (typeof id !== 'string') return !node.inlineContent;
    if (seen.has(id)) repeated.push(position);
    seen.add(id);
    return !node.inlineContent;
  });
  return repeated;
}

import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { isOwnChange } from './own-change.ts';

/**
 * Makes the plugin that leaves an id to one of the blocks that have it after a split or a paste. The service gives the others new ones.
 */
export const uniqueIds = (): Plugin =>
  new Plugin({
    appendTransaction(transactions, before, state) {
      if (!isOwnChange(transactions)) return null;
      let old: ReturnType<typeof blocksById> | undefined;
      const repeated = repeatedIds(state.doc, (id) => {
        old ??= blocksById(before.doc);
        const position = old.get(id)?.[0]?.position;
        return position === undefined ? undefined : transactions.reduce((at, { mapping }) => mapping.map(at, 1), position);
      });
      if (repeated.length === 0) return null;
      const { tr } = state;
      for (const position of repeated) tr.setNodeAttribute(position, 'id', null);
      return tr;
    },
  });

interface PlacedBlock {
  readonly node: Node;
  readonly position: number;
}

function blocksById(doc: Node): ReadonlyMap<string, readonly PlacedBlock[]> {
  const blocks = new Map<string, PlacedBlock[]>();
  doc.descendants((node, position) => {
    const { id } = node.attrs;
    if (typeof id === 'string') blocks.set(id, [...(blocks.get(id) ?? []), { node, position }]);
    return !node.inlineContent;
  });
  return blocks;
}

/** Returns true for a block without text and without anything else. */
function isEmpty(node: Node): boolean {
  if (node.isTextblock) return node.content.size === 0;
  return !node.isLeaf && node.content.content.every(isEmpty);
}

/**
 * Returns the positions of blocks that lose an id which others have. The id stays with a block that has content, and of those with the one
 * that had it before: `originOf` returns where that is now.
 */
export function repeatedIds(doc: Node, originOf: (id: string) => number | undefined = () => undefined): number[] {
  return [...blocksById(doc)].flatMap(([id, blocks]) => {
    if (blocks.length === 1) return [];
    const full = blocks.filter(({ node }) => !isEmpty(node));
    const candidates = full.length > 0 ? full : blocks;
    const origin = originOf(id);
    const owner = candidates.find(({ position }) => position === origin) ?? candidates[0];
    return blocks.filter((block) => block !== owner).map(({ position }) => position);
  });
}

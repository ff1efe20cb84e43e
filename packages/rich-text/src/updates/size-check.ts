import * as Y from 'yjs';
import { assertSize, type DocumentSize, largestSize, measureBlocks } from '../document/check-size.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { isBlock, isNestingLevel } from '../schema/index.ts';

/**
 * Returns a check of the size of a document that costs what changed. It adds the new parts of each transaction to the last exact size and leaves
 * out what was deleted, so its sum is at least the size. Only a sum above a limit makes it read the whole document. The check throws `too_large`
 * or `invalid` for the same documents as `checkSize`.
 */
export function createSizeCheck(
  doc: Y.Doc,
  most: DocumentSize = largestSize,
  measure: (doc: Y.Doc) => DocumentSize = (whole) => measureBlocks(readBlocks(whole)),
): () => void {
  let bound: DocumentSize | undefined;
  doc.on('afterTransaction', function addNewParts(transaction: Y.Transaction) {
    if (bound) bound = withNewParts(bound, transaction);
  });
  return function checkSize() {
    if (bound && isWithin(bound, most)) return;
    bound = measure(doc);
    assertSize(bound, most);
  };
}

const isWithin = (size: DocumentSize, most: DocumentSize) =>
  size.blocks <= most.blocks && size.characters <= most.characters && size.nesting <= most.nesting;

/** Returns a size with the parts that a transaction inserted. */
function withNewParts(size: DocumentSize, { afterState, beforeState, doc }: Y.Transaction): DocumentSize {
  let { blocks, characters, nesting } = size;
  for (const [client, clock] of afterState) {
    const from = beforeState.get(client) ?? 0;
    if (from === clock) continue;
    const structs = doc.store.clients.get(client) ?? [];
    for (let index = Y.findIndexSS(structs as Y.Item[], from); index < structs.length; index += 1) {
      const item = structs[index];
      if (!(item instanceof Y.Item) || item.deleted) continue;
      // Yjs may have joined new characters to former ones.
      if (item.content instanceof Y.ContentString) characters += item.length - Math.max(0, from - item.id.clock);
      const type: unknown = item.content instanceof Y.ContentType ? item.content.type : undefined;
      if (!(type instanceof Y.XmlElement)) continue;
      if (isBlock(type.nodeName)) blocks += 1;
      if (isNestingLevel(type.nodeName)) nesting = Math.max(nesting, levelOf(type));
    }
  }
  return { blocks, characters, nesting };
}

/** Returns the level of a node: the number of nodes that add one, from itself to the root. */
function levelOf(element: Y.XmlElement): number {
  let level = 0;
  for (let type: unknown = element; type instanceof Y.XmlElement; type = type.parent) if (isNestingLevel(type.nodeName)) level += 1;
  return level;
}

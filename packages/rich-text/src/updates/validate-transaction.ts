import * as Y from 'yjs';
import { childrenOf, isElement } from '../document/yjs-node.ts';
import { nodeDefinition } from '../schema/index.ts';
import { validateNewItems } from './validate-new-items.ts';
import { validateAttributes, validateChildren, validateSubtree } from './validate-tree.ts';

/**
 * Validates what a transaction changed: the changed attributes and the children of nodes that were there before, and all that
 * is in new nodes. In a node of an unknown type only new nodes have to be known. Throws `invalid_update`.
 */
export function validateTransaction(transaction: Y.Transaction): void {
  validateNewItems(transaction);
  for (const [changed, names] of transaction.changed) {
    const type = changed as unknown;
    if (!(type instanceof Y.XmlFragment) || type._item?.deleted === true) continue;
    if (type instanceof Y.XmlElement && nodeDefinition(type.nodeName)) validateAttributes(type, names);
    validateChildren(type);
    for (const { child } of childrenOf(type)) {
      const { client, clock } = child._item!.id;
      if (isElement(child) && clock >= (transaction.beforeState.get(client) ?? 0)) validateSubtree(child);
    }
  }
}

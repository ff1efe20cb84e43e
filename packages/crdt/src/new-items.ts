import * as Y from 'yjs';

/** Yields the items that a transaction inserted and did not delete, in time of their number. */
export function* newItems({ doc, beforeState, afterState }: Y.Transaction): Generator<Y.Item> {
  for (const [client, clock] of afterState) {
    const from = beforeState.get(client) ?? 0;
    if (from === clock) continue;
    const structs = doc.store.clients.get(client) ?? [];
    for (let index = Y.findIndexSS(structs as Y.Item[], from); index < structs.length; index += 1) {
      const item = structs[index];
      if (item instanceof Y.Item && !item.deleted) yield item;
    }
  }
}

import * as Y from 'yjs';

/** Returns the encoded state of a document from a former state and later updates. It applies them in one transaction, which costs less than a merge. */
export function joinUpdates(state: Uint8Array | null, updates: readonly Uint8Array[]): Uint8Array {
  if (state !== null && updates.length === 0) return state;
  const doc = new Y.Doc();
  doc.transact(() => {
    if (state !== null) Y.applyUpdate(doc, state);
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  return Y.encodeStateAsUpdate(doc);
}

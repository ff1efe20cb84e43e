import * as Y from 'yjs';

/** A Yjs type with the item that holds it, which has the same id in all copies of a document. */
type PlacedType = Y.AbstractType<unknown>;

/** Returns the same Yjs type in another copy of its document, or undefined if it is deleted or unknown there. */
export function typeAt(doc: Y.Doc, type: unknown): unknown {
  const item = itemAt(doc, (type as PlacedType)._item?.id);
  return item?.content instanceof Y.ContentType ? item.content.type : undefined;
}

/** Returns the live item with an id, or undefined if it is deleted or unknown in the document. */
export function itemAt(doc: Y.Doc, id: Y.ID | undefined): Y.Item | undefined {
  if (id === undefined || id.clock >= Y.getState(doc.store, id.client)) return undefined;
  const item = Y.getItem(doc.store, id) as Y.Item | Y.GC;
  return item instanceof Y.Item && !item.deleted ? item : undefined;
}

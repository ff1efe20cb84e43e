import * as Y from 'yjs';
import { elementsOf } from './element-map.ts';

/** Returns the document of an encoded state, such as `Y.encodeStateAsUpdate` gives. */
export function loadBoard(state: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  elementsOf(doc);
  Y.applyUpdate(doc, state);
  return doc;
}

/** Returns the encoded state of a whiteboard without elements. */
export function emptyBoard(): Uint8Array {
  return Y.encodeStateAsUpdate(new Y.Doc());
}

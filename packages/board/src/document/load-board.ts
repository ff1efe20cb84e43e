import { openDocument } from '@space/crdt';
import * as Y from 'yjs';
import { boardRoots } from './element-map.ts';

/** Returns the document of an encoded state, such as `Y.encodeStateAsUpdate` gives. */
export function loadBoard(state: Uint8Array): Y.Doc {
  return openDocument({ roots: boardRoots }, state);
}

/** Returns the encoded state of a whiteboard without elements. */
export function emptyBoard(): Uint8Array {
  return Y.encodeStateAsUpdate(new Y.Doc());
}

import * as Y from 'yjs';
import type { CrdtKind } from './crdt-kind.ts';

/** Returns the document of an encoded state, such as `Y.encodeStateAsUpdate` gives. Its roots have their types. */
export function openDocument({ roots }: Pick<CrdtKind, 'roots'>, state: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  for (const [name, Root] of Object.entries(roots)) doc.get(name, Root as never);
  Y.applyUpdate(doc, state);
  return doc;
}

import { openDocument } from '@space/crdt';
import * as Y from 'yjs';
import type { RichNode } from '../blocks/rich-node.ts';
import { FRAGMENT_NAME } from '../schema/index.ts';
import { assignBlockIds, type NewBlockId } from './block-ids.ts';
import { insertNodes } from './write-blocks.ts';

/** Returns the document of an encoded state, such as `Y.encodeStateAsUpdate` gives. */
export const loadDocument = (state: Uint8Array): Y.Doc => openDocument({ roots: { [FRAGMENT_NAME]: Y.XmlFragment } }, state);

/** Returns the encoded state of a new document with blocks. Blocks without an id, or with one that is taken, get a new one. */
export function createDocument(blocks: readonly RichNode[], newBlockId: NewBlockId): Uint8Array {
  const doc = new Y.Doc();
  doc.transact(() => {
    insertNodes(doc.getXmlFragment(FRAGMENT_NAME), 0, blocks);
    assignBlockIds(doc, newBlockId);
  });
  return Y.encodeStateAsUpdate(doc);
}

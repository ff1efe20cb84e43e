import type * as Y from 'yjs';
import { findBlock } from '../document/block-ids.ts';
import { indexOf, parentOf, type YParent } from '../document/yjs-node.ts';
import { RichTextError } from '../schema/rich-text-error.ts';
import type { Place } from './edit.ts';

/** A place in a document: an index among the children of a Yjs type. */
export interface FoundPlace {
  readonly parent: YParent;
  readonly index: number;
}

/** Returns a block. Throws `conflict` if the document does not have it. */
export function requireBlock(doc: Y.Doc, id: string): Y.XmlElement {
  const block = findBlock(doc, id);
  if (!block)
    throw new RichTextError('conflict', `The document has no block \`${id}\`; read it again and use an id that it has.`, { block_id: id });
  return block;
}

/** Returns the place after or before a block. Throws `conflict` if the document does not have it. */
export function findPlace(doc: Y.Doc, place: Place): FoundPlace {
  const id = 'after' in place ? place.after : place.before;
  const block = requireBlock(doc, id);
  const { parent, index } = placeOf(block);
  return { parent, index: 'after' in place ? index + 1 : index };
}

/** Returns the place of a block. */
export function placeOf(block: Y.XmlElement): FoundPlace {
  const parent = parentOf(block);
  if (!parent) throw new Error('A block of the document has no parent.');
  return { parent, index: indexOf(parent, block) };
}

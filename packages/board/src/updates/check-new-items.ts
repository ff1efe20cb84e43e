import { newItems } from '@space/crdt';
import * as Y from 'yjs';
import { elementsOf, TEXT_KEY } from '../document/element-map.ts';
import { refuseUpdate } from './refuse-update.ts';

/** Checks the kinds and places of the items that a transaction inserted, in time of their number. Throws `invalid_update`. */
export function checkNewItems(transaction: Y.Transaction): void {
  const root = elementsOf(transaction.doc);
  for (const item of newItems(transaction)) checkItem(item, root);
}

function checkItem(item: Y.Item, root: Y.Map<unknown>): void {
  const { content, parentSub } = item;
  const parent = item.parent as unknown;
  if (parent instanceof Y.Text) {
    if (parentSub !== null || !(content instanceof Y.ContentString)) throw refuseUpdate('has a format or an object in a text');
    if (content.str.includes('\u0000')) throw refuseUpdate('has the character U+0000');
    return;
  }
  if (!(parent instanceof Y.Map) || parentSub === null) throw refuseUpdate('has a value outside of a field');
  if (parent === root) {
    if (!holds(content, Y.Map)) throw refuseUpdate('has a value in the place of an element', parentSub);
  } else if (parent.parent !== root) throw refuseUpdate('has a map in an element');
  else if (parentSub === TEXT_KEY) {
    if (!holds(content, Y.Text)) throw refuseUpdate('has a text of another type');
  } else if (!(content instanceof Y.ContentAny) || item.length !== 1) throw refuseUpdate('has a field that is not one value', parentSub);
}

function holds(content: Y.Item['content'], Type: typeof Y.Map | typeof Y.Text): boolean {
  return content instanceof Y.ContentType && content.type instanceof Type;
}

import { type ElementType, elementId, MAX_ELEMENT_TEXT } from '@space/contracts/whiteboard-elements';
import * as Y from 'yjs';
import { type ElementMap, TEXT_KEY, TYPE_KEY, typeOf } from '../document/element-map.ts';
import { type FieldKey, fieldRule } from '../schema/fields.ts';
import { refuseUpdate } from './refuse-update.ts';
import type { TouchedElement } from './touched-elements.ts';

/** Checks a new element, or the fields of one that an update changed. Throws `invalid_update`. */
export function checkElement({ id, map, keys }: TouchedElement): void {
  const type = typeOf(map);
  if (keys === 'all' && !elementId.safeParse(id).success) throw refuseUpdate('has an element whose id is not that of an element', id);
  if (type === undefined) throw refuseUpdate('has an element of an unknown type', String(map.get(TYPE_KEY)));
  if (keys !== 'all' && keys.has(TYPE_KEY)) throw refuseUpdate('changes the type of an element', id);
  for (const key of keys === 'all' ? [...map.keys(), TEXT_KEY, ...requiredKeys(type)] : keys) checkField(map, key, type);
}

/** The fields without a default, by the types that have them. */
const withoutDefault: Partial<Record<ElementType, readonly FieldKey[]>> = {
  line: ['points'],
  freehand: ['points'],
  connector: ['from', 'to'],
  image: ['asset_id'],
  embed: ['address'],
};

/** Returns the fields that an element of a type needs. */
export function requiredKeys(type: ElementType): readonly FieldKey[] {
  return withoutDefault[type] ?? [];
}

function checkField(map: ElementMap, key: string, type: ElementType): void {
  if (key === TYPE_KEY) return;
  if (key === TEXT_KEY) checkText(map);
  else if (!map.has(key)) checkAbsence(key, type);
  else {
    const rule = fieldRule(key);
    if (!rule?.types.has(type)) throw refuseUpdate(`has a field that a ${type} does not have`, key);
    if (!rule.isValid(map.get(key), type)) throw refuseUpdate(`breaks the rule of a field of a ${type}`, key);
  }
}

function checkText(map: ElementMap): void {
  const text = map.get(TEXT_KEY);
  if (!(text instanceof Y.Text)) throw refuseUpdate('has an element without a text');
  if (text.length > MAX_ELEMENT_TEXT) throw refuseUpdate(`has a text of more than ${MAX_ELEMENT_TEXT} characters`);
}

function checkAbsence(key: string, type: ElementType): void {
  if (requiredKeys(type).some((required) => required === key)) throw refuseUpdate(`takes a field out that a ${type} needs`, key);
}

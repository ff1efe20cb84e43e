import type { ElementType } from '@space/contracts/whiteboard-elements';
import * as Y from 'yjs';
import { type FieldKey, fieldRule } from '../schema/fields.ts';
import { type ElementMap, elementsOf, TEXT_KEY, TYPE_KEY } from './element-map.ts';

/** The values of the fields of an element by their keys, as they stand in its map. */
export type FieldValues = Readonly<Partial<Record<FieldKey, unknown>>>;

/** A new element as it is written: fields without a value have the defaults. */
export interface ElementContent {
  readonly id: string;
  readonly type: ElementType;
  readonly text: string;
  readonly fields: FieldValues;
}

/** Writes a new element. It has a text from the start, so that two people who type into it both write into one text. */
export function insertElement(doc: Y.Doc, { id, type, text, fields }: ElementContent): void {
  const map = new Y.Map<unknown>();
  map.set(TYPE_KEY, type);
  map.set(TEXT_KEY, new Y.Text(text.toWellFormed()));
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) map.set(key, value);
  elementsOf(doc).set(id, map);
}

/** Writes a value of a field, or takes it out for undefined. A value that is there already is not written again. Returns true for a change. */
export function setField(map: ElementMap, key: FieldKey, value: unknown): boolean {
  if (isSameValue(map.get(key), value)) return false;
  if (value === undefined) map.delete(key);
  else map.set(key, value);
  return true;
}

/** Returns the values that stand in the map of an element, without its type and text. */
export function storedFields(map: ElementMap): FieldValues {
  return Object.fromEntries([...map].filter(([key]) => fieldRule(key) !== undefined));
}

/** Returns true for two equal JSON values. The keys of the objects of this package always have one order. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

import { isDeepStrictEqual } from 'node:util';
import { type Contact, MAX_MERGED_FIELDS_BYTES } from '@space/contracts/contacts';

type CustomFields = Contact['custom_fields'];
type Value = CustomFields[string] | undefined;

/** Chooses the value of a key: from the stored one, undefined if there is none, and the added one. */
type Choose = (own: Value, added: Value) => Value;

/**
 * Merges custom fields key by key; by default an added value replaces the stored one. Returns the same object if nothing
 * changes, and null if the result would have more than `MAX_MERGED_FIELDS_BYTES`.
 */
export function mergeCustomFields(own: CustomFields, added: CustomFields, choose: Choose = chooseAdded): CustomFields | null {
  const changes = Object.entries(added).flatMap(([key, value]) => {
    const before = Object.hasOwn(own, key) ? own[key] : undefined;
    const chosen = choose(before, value);
    return isDeepStrictEqual(before, chosen) ? [] : [[key, chosen] as const];
  });
  if (changes.length === 0) return own;
  const merged = Object.fromEntries([...Object.entries(own), ...changes]) as CustomFields;
  return Buffer.byteLength(JSON.stringify(merged)) <= MAX_MERGED_FIELDS_BYTES ? merged : null;
}

const chooseAdded: Choose = (_own, added) => added;

import { isDeepStrictEqual } from 'node:util';
import { type Contact, MAX_MERGED_FIELDS_BYTES, type mergeRules } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import { changedFields } from './changed-fields.ts';
import type { ContactFields } from './contacts.queries.ts';
import { mergeCustomFields } from './custom-fields.ts';

type Rule = (typeof mergeRules)[number];

/** The fields of a contact that a merge chooses. */
const fieldNames = ['name', 'email', 'phone', 'company', 'line_of_work', 'location', 'bio', 'custom_fields'] as const;

type FieldName = (typeof fieldNames)[number];

/** The choice of values: a rule for each field, default `fill`, and values that replace those that the rules choose. */
export interface MergeChoice {
  readonly rules: Readonly<Partial<Record<FieldName, Rule | undefined>>>;
  readonly values: ContactFields;
}

/** The values of a merge: those to change in the survivor, and those of the other contact that it does not have afterwards. */
export interface MergedFields {
  readonly patch: ContactFields;
  readonly discarded: ContactFields;
}

/** Chooses the values of the contact that survives. Throws `limit_reached` if its custom fields would be too large. */
export function mergeFields(survivor: Contact, other: Contact, { rules, values }: MergeChoice): MergedFields {
  const chosen = Object.fromEntries(
    fieldNames.map((name) => [
      name,
      name === 'custom_fields'
        ? (values.custom_fields ?? chooseCustomFields(survivor, other, rules.custom_fields ?? 'fill'))
        : choose(survivor[name], other[name], rules[name] ?? 'fill'),
    ]),
  ) as ContactFields;
  const after = { ...chosen, ...values };
  const patch = changedFields(survivor, after);
  return { patch, discarded: discardedValues(other, after) };
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

const choose = <T>(own: T, other: T, rule: Rule): T => {
  if (isEmpty(other) || rule === 'keep') return own;
  return rule === 'take' || isEmpty(own) ? other : own;
};

function chooseCustomFields(survivor: Contact, other: Contact, rule: Rule): Contact['custom_fields'] {
  const merged = mergeCustomFields(survivor.custom_fields, other.custom_fields, (own, added) => choose(own, added, rule));
  if (merged) return merged;
  throw new Problem(
    'limit_reached',
    `The custom fields would have more than ${MAX_MERGED_FIELDS_BYTES} bytes together; give values.custom_fields, or the rule keep.`,
  );
}

/** Returns the values of a contact that are not in `after`; of the custom fields those whose key has another value. */
function discardedValues(contact: Contact, after: ContactFields): ContactFields {
  const custom = Object.entries(contact.custom_fields).filter(([key, value]) => !hasValue(after.custom_fields ?? {}, key, value));
  return Object.fromEntries([
    ...fieldNames
      .filter((name) => name !== 'custom_fields' && !isEmpty(contact[name]) && contact[name] !== after[name])
      .map((name) => [name, contact[name]]),
    ...(custom.length > 0 ? [['custom_fields', Object.fromEntries(custom)]] : []),
  ]);
}

const hasValue = (custom: Contact['custom_fields'], key: string, value: unknown): boolean =>
  Object.hasOwn(custom, key) && isDeepStrictEqual(custom[key], value);

import type { InputSchema } from '../../api/operation-input.ts';
import { isObject, kindOf, matches, resolve } from './schema-kind.ts';

/**
 * The input of a person for a schema, which need not be valid yet. Undefined is left out. A text stands for a text, a number that is
 * typed, a choice by its JSON, or JSON. `tag` is a text with merge tags in place of a value of another type, and `raw` is the JSON of a
 * value that does not have the shape of the schema.
 */
export type Draft =
  | undefined
  | null
  | string
  | boolean
  | { readonly fields: Readonly<Record<string, Draft>> }
  | { readonly items: readonly Draft[] }
  | { readonly entries: readonly (readonly [key: string, draft: Draft])[] }
  | { readonly branch: number; readonly of: Draft }
  | { readonly tag: string }
  | { readonly raw: string };

/** Returns true for a text that contains a merge tag. */
const hasTag = (text: string): boolean => /\{\{[^{}]*\}\}/.test(text);

/** Returns the draft of a value. `readDraft` of it returns the same value. */
export function draftOf(given: InputSchema, value: unknown, whole: InputSchema): Draft {
  const schema = resolve(given, whole);
  if (value === undefined) return undefined;
  if (value === null) return schema.nullable ? null : rawOf(value);
  const kind = kindOf(schema);
  if (kind === 'text' && typeof value === 'string' && (value !== '' || !schema.minLength)) return value;
  if (kind === 'json') return JSON.stringify(value, null, 2);
  if (typeof value === 'string' && hasTag(value) && !matches(schema, value, whole)) return { tag: value };
  if (kind === 'object' && isObject(value)) return fieldsDraft(schema, value, whole);
  if (!matches(schema, value, whole)) return rawOf(value);
  switch (kind) {
    case 'number':
    case 'fixed':
    case 'choice':
      return JSON.stringify(value);
    case 'yes_no':
      return value as boolean;
    case 'list':
      return { items: (value as readonly unknown[]).map((item) => draftOf(schema.items!, item, whole)) };
    case 'map':
      return { entries: Object.entries(value).map(([key, entry]) => [key, draftOf(schema.additionalProperties!, entry, whole)]) };
    default: {
      const branch = schema.anyOf!.findIndex((one) => matches(one, value, whole));
      return { branch, of: draftOf(schema.anyOf![branch]!, value, whole) };
    }
  }
}

const rawOf = (value: unknown): Draft => ({ raw: JSON.stringify(value, null, 2) });

/** A field that the schema does not name, or whose value does not fit it, stays as raw JSON, so that a form loses nothing. */
function fieldsDraft({ properties = {} }: InputSchema, value: Readonly<Record<string, unknown>>, whole: InputSchema): Draft {
  const fields = Object.entries(value).map(([name, member]) => [
    name,
    properties[name] ? draftOf(properties[name], member, whole) : rawOf(member),
  ]);
  return { fields: Object.fromEntries(fields) };
}

/** Returns the draft with which a form of a schema begins: fixed values, and empty lists and objects where one is required. */
export function emptyDraft(given: InputSchema, whole: InputSchema): Draft {
  const schema = resolve(given, whole);
  const kind = kindOf(schema);
  if (kind === 'fixed') return JSON.stringify(schema.const);
  if (kind === 'list') return { items: [] };
  if (kind === 'map') return { entries: [] };
  if (kind !== 'object') return undefined;
  const required = (schema.required ?? []).map((name) => [name, emptyDraft(schema.properties![name]!, whole)]);
  return { fields: Object.fromEntries(required) };
}

import type { InputSchema } from '../../api/operation-input.ts';
import type { Draft } from './draft.ts';
import { kindOf, resolve } from './schema-kind.ts';

/** The value of a draft; undefined when it is left out. `faults` has a sentence for each field that cannot be sent, by its path. */
export interface DraftValue {
  readonly value: unknown;
  readonly faults: Readonly<Record<string, string>>;
}

/** Returns the value of a draft. A path is that of a Problem: names and numbers with dots between. */
export function readDraft(schema: InputSchema, draft: Draft, whole: InputSchema, isRequired = true): DraftValue {
  const faults: Record<string, string> = {};
  const value = read(schema, draft, { whole, faults }, '', isRequired);
  return { value, faults };
}

interface Reading {
  readonly whole: InputSchema;
  readonly faults: Record<string, string>;
}

function read(given: InputSchema, draft: Draft, reading: Reading, path: string, isRequired: boolean): unknown {
  const schema = resolve(given, reading.whole);
  const fail = (sentence: string): undefined => {
    reading.faults[path] = sentence;
  };
  if (draft === undefined) return isRequired ? fail('This is required.') : undefined;
  if (draft === null || typeof draft === 'boolean') return draft;
  if (typeof draft === 'string') return readText(schema, draft, fail, isRequired);
  if ('tag' in draft) return draft.tag;
  if ('raw' in draft) return parsed(draft.raw, fail);
  if ('items' in draft) return draft.items.map((item, index) => read(schema.items!, item, reading, below(path, index), true));
  if ('branch' in draft) return read(schema.anyOf![draft.branch]!, draft.of, reading, path, isRequired);
  if ('entries' in draft) return readEntries(schema, draft.entries, reading, path);
  return readFields(schema, draft.fields, reading, path);
}

const below = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);

function readText(schema: InputSchema, text: string, fail: (sentence: string) => undefined, isRequired: boolean): unknown {
  const kind = kindOf(schema);
  if (kind === 'text') return isRequired && text === '' && (schema.minLength ?? 0) > 0 ? fail('This is required.') : text;
  if (text.trim() === '') return isRequired ? fail('This is required.') : undefined;
  if (kind !== 'number') return parsed(text, fail);
  const number = Number(text);
  if (!Number.isFinite(number)) return fail('This must be a number.');
  return schema.type === 'integer' && !Number.isInteger(number) ? fail('This must be a whole number.') : number;
}

function parsed(text: string, fail: (sentence: string) => undefined): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('This must be JSON, such as {"plan": "pro"}.');
  }
}

function readEntries(
  { additionalProperties = {} }: InputSchema,
  entries: readonly (readonly [string, Draft])[],
  reading: Reading,
  path: string,
): unknown {
  const keys = entries.map(([key]) => key);
  const twin = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twin !== undefined) reading.faults[path] = `“${twin}” stands here twice.`;
  return Object.fromEntries(entries.map(([key, entry]) => [key, read(additionalProperties, entry, reading, below(path, key), true)]));
}

function readFields(
  { properties = {}, required = [] }: InputSchema,
  fields: Readonly<Record<string, Draft>>,
  reading: Reading,
  path: string,
): unknown {
  const names = new Set([...Object.keys(properties), ...Object.keys(fields)]);
  const members = [...names].map((name) => {
    const isRequired = required.includes(name);
    return [name, read(properties[name] ?? {}, fields[name], reading, below(path, name), isRequired)] as const;
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

import { assertParsable, rejectUnstorableJson } from '@space/bus';
import { exactNumber, truthValue } from '@space/text';
import { formsOf, type JsonSchema } from '../operation/json-schema.ts';
import type { CallableTool } from './tools/callable-tools.ts';
import type { Arguments } from './tools/tool-catalog.ts';

/** Arguments as an operation takes them, and a sentence for each value that was read as another type. */
export interface LenientArguments {
  readonly args: Arguments;
  readonly understood: readonly string[];
}

/** Values that `understood` names; the others are read as well. */
const NAMED_VALUES = 20;

/** A text that may be an entry of a list: not empty, and no part of a JSON list. */
const LIST_ENTRY = /^\s*[^\s[]/;

/** Options of every call that no schema lists. */
const CALL_OPTIONS: Readonly<Record<string, JsonSchema>> = { verbose: { type: 'boolean' } };

/**
 * Reads texts as the type that the schema wants, where no text is allowed: "1" as a number, "true" as a truth value, JSON text as a
 * list or an object. Where only a list is allowed, a single value of its entries is a list of one. Models often send arguments so.
 * With `hasCommas` a text for a list of texts has commas between them, as in the query of the REST route. Any other value stays, so that
 * the validation refuses it.
 */
export function readLeniently(schema: JsonSchema, given: Arguments, hasCommas = false): LenientArguments {
  const understood: string[] = [];

  function readText(text: string, types: ReadonlySet<string>, path: string): unknown {
    const trimmed = text.trim();
    const note = (kind: string, value: unknown) => {
      if (understood.length < NAMED_VALUES) understood.push(`${path}: the text was read as ${kind}`);
      return value;
    };
    const number = types.has('number') || types.has('integer') ? exactNumber(trimmed) : undefined;
    if (number !== undefined) return note('a number', number);
    const truth = types.has('boolean') ? truthValue(trimmed) : undefined;
    if (truth !== undefined) return note('true or false', truth);
    const isList = types.has('array') && trimmed.startsWith('[');
    const parsed = isList || (types.has('object') && trimmed.startsWith('{')) ? parseText(trimmed) : undefined;
    return parsed === undefined ? text : note(isList ? 'a JSON list' : 'a JSON object', parsed);
  }

  /** Returns a value as a list of one where the schema allows no more than a list, and its entries may have the type of the value. */
  function readAsList(value: unknown, forms: readonly JsonSchema[], path: string): unknown {
    const isEmpty = value === undefined || value === null || Array.isArray(value) || (typeof value === 'string' && !LIST_ENTRY.test(value));
    if (isEmpty || !forms.some(({ type }) => type === 'array') || !forms.every(({ type }) => type === 'array' || type === 'null'))
      return value;
    const items = forms.flatMap((form) => (typeof form.items === 'object' ? formsOf(form.items, schema.$defs ?? {}) : []));
    const types = new Set(items.flatMap(({ type }) => type ?? []));
    const own = typeof value === 'string' && !types.has('string') ? readText(value, types, path) : value;
    const type = typeof own === 'number' && types.has('integer') ? 'integer' : typeof own;
    if (!types.has(type) || Array.isArray(own)) return value;
    const parts = hasCommas && typeof own === 'string' ? separated(own) : [own];
    if (understood.length < NAMED_VALUES)
      understood.push(
        `${path}: the value was read as a list of ${parts.length === 1 ? 'one' : `${parts.length}, with commas between them`}`,
      );
    return parts;
  }

  function read(value: unknown, part: JsonSchema, path: string): unknown {
    const forms = formsOf(part, schema.$defs ?? {});
    const types = new Set(forms.flatMap(({ type }) => type ?? []));
    const isText = typeof value === 'string' && types.size > 0 && !types.has('string') && forms.every(({ type }) => type !== undefined);
    const known = readAsList(isText ? readText(value, types, path) : value, forms, path);
    if (Array.isArray(known)) {
      const items = only(forms.filter((form) => typeof form.items === 'object'))?.items;
      return typeof items === 'object' ? known.map((item, index) => read(item, items, `${path}.${index}`)) : known;
    }
    if (typeof known !== 'object' || known === null) return known;
    const properties = only(forms.filter((form) => form.properties !== undefined))?.properties ?? {};
    return readEach(known as Arguments, properties, `${path}.`);
  }

  /** Reads the values that the schema knows; an object without any of them is not copied. */
  function readEach(values: Arguments, properties: Readonly<Record<string, JsonSchema>>, prefix: string): Arguments {
    const names = Object.keys(properties).filter((name) => Object.hasOwn(values, name));
    if (names.length === 0) return values;
    const parts = names.map((name) => [name, read(values[name], properties[name]!, `${prefix}${name}`)]);
    return { ...values, ...Object.fromEntries(parts) };
  }

  const args = readEach(readEach(given, schema.properties ?? {}, ''), CALL_OPTIONS, '');
  return understood.length === 0 ? { args: given, understood } : { args, understood };
}

/** Reads the arguments of a tool leniently. A route that reads takes commas in its query, so its tool does, too. */
export const readToolLeniently = ({ listed, entry }: CallableTool, given: Arguments): LenientArguments =>
  readLeniently(listed.inputSchema, given, entry.operation.route?.method === 'GET');

/** Returns the parts of a text between commas, without empty ones; the text itself if it has no other part. */
function separated(text: string): readonly string[] {
  const parts = text.split(',').flatMap((part) => part.trim() || []);
  return parts.length === 0 ? [text] : parts;
}

/** Returns the only element of a list; undefined if there are several, since the value may mean each of them. */
const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

/** Parses JSON text; undefined if it is not JSON. Throws `invalid` for a value that cannot be stored. */
function parseText(text: string): unknown {
  assertParsable(Buffer.from(text));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  rejectUnstorableJson(value);
  return value;
}

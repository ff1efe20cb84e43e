import { type FieldError, invalidFields } from '@space/contracts/core';
import type { JsonSchema } from '../operation/json-schema.ts';

/** Turns the query of a request, and its path parameters, into JSON. */
export interface ParameterReader {
  /** The JSON of the query text (what follows `?`) joined with the path parameters; a 400 when it cannot be read. */
  read(query: string, path: Readonly<Record<string, string | string[]>>): Readonly<Record<string, unknown>>;
}

/** So many faults are named at once. */
const MAX_FAULTS = 100;

const NOTHING = Object.freeze({});

type ReadText = (text: string) => unknown;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Compiles the reader of one operation from its input schema: numbers, `true` and `false`, comma lists for arrays of
 * plain values, JSON for arrays of objects and for objects. Text that is none of what its field allows stays text, and
 * an unknown parameter stays as it is, so that the schema refuses both with a sentence of its own.
 */
export function parameterReader(input: JsonSchema): ParameterReader {
  const readers = new Map(Object.entries(input.properties ?? {}).map(([name, schema]) => [name, readerOf(schema)]));
  const readOne = (name: string, text: string, faults: FieldError[]): unknown => {
    try {
      return (readers.get(name) ?? asText)(text);
    } catch {
      faults.push({ path: name, code: 'invalid_json', message: 'must be JSON' });
      return undefined;
    }
  };
  return {
    read(query, path) {
      if (query === '' && isEmpty(path)) return NOTHING;
      // Without a prototype: `constructor` and `__proto__` are names like any other, and the schema refuses them.
      const params: Record<string, unknown> = Object.create(null);
      const faults: FieldError[] = [];
      for (const name in path) params[name] = readOne(name, String(path[name]), faults);
      if (query !== '')
        for (const part of query.split('&')) {
          if (part === '') continue;
          if (faults.length === MAX_FAULTS) break;
          const equals = part.indexOf('=');
          const name = decode(equals < 0 ? part : part.slice(0, equals), '', faults);
          const text = decode(equals < 0 ? '' : part.slice(equals + 1), name, faults);
          if (Object.hasOwn(path, name)) faults.push({ path: name, code: 'repeated', message: 'is given by the path already' });
          else if (name.endsWith(']'))
            faults.push({
              path: name,
              code: 'unknown_field',
              message: 'must be written without brackets, several values with commas between them',
            });
          else if (name in params) faults.push({ path: name, code: 'repeated', message: 'is given more than once' });
          else params[name] = readOne(name, text, faults);
        }
      if (faults.length > 0) throw invalidFields(faults);
      return params;
    },
  };
}

function isEmpty(path: object): boolean {
  for (const _ in path) return false;
  return true;
}

function decode(text: string, name: string, faults: FieldError[]): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    faults.push({ path: name || text.slice(0, 64), code: 'invalid_encoding', message: 'is not valid percent-encoding' });
    return text;
  }
}

const asText: ReadText = (text) => text;
const asNumber: ReadText = (text) => (NUMBER.test(text) ? Number(text) : text);
const asBoolean: ReadText = (text) => (text === 'true' ? true : text === 'false' ? false : text);
const asJson: ReadText = (text) => JSON.parse(text);

/** A list with commas; one that starts with a bracket may be JSON, for values that hold commas themselves. */
const asList =
  (item: ReadText): ReadText =>
  (text) => {
    if (text === '') return [];
    const list = text.startsWith('[') ? parsedList(text) : undefined;
    return list ?? text.split(',').map(item);
  };

function parsedList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readerOf(schema: JsonSchema): ReadText {
  if (schema.anyOf) return choiceOf(schema.anyOf);
  if (schema.$ref) return asJson;
  switch (Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') : schema.type) {
    case 'integer':
    case 'number':
      return asNumber;
    case 'boolean':
      return asBoolean;
    case 'array': {
      const item = typeof schema.items === 'object' ? readerOf(schema.items) : asText;
      return item === asJson ? asJson : asList(item);
    }
    case 'object':
      return asJson;
    default:
      return asText;
  }
}

/** The first of several shapes that takes the text as something else than text; lists need a comma or a bracket. */
function choiceOf(choices: readonly JsonSchema[]): ReadText {
  const readers = choices.map(readerOf);
  const scalar = readers.filter((reader) => reader === asNumber || reader === asBoolean);
  const plain = readers.includes(asText);
  const structured = readers.filter((reader) => reader !== asText && !scalar.includes(reader));
  return (text) => {
    for (const reader of scalar) {
      const value = reader(text);
      if (value !== text) return value;
    }
    const [first] = structured;
    if (!first || (plain && !/^[[{]|,/.test(text))) return text;
    return first(text);
  };
}

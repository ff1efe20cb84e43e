import { describeSyntaxFault } from '@space/bus';
import { type FieldError, invalidFields, MAX_LISTED_ERRORS } from '@space/contracts/core';
import { isNumberText, truthValue } from '@space/text';
import type { JsonSchema } from '../operation/json-schema.ts';

/** Converts the query and the path parameters of a request to JSON. */
export interface ParameterReader {
  /**
   * Returns the fields of a query (the text after `?`) and of a path. Throws `invalid` with all errors when they cannot be
   * parsed.
   */
  read(query: string, path: Readonly<Record<string, string | string[]>>): Readonly<Record<string, unknown>>;
}

type ParseText = (text: string) => unknown;

/**
 * Creates the reader of one operation from its input schema. It parses numbers, `true` and `false`, comma-separated lists
 * for arrays of scalars, and JSON for arrays of objects and for objects. An array of scalars may be repeated; its values are joined.
 * A text that is not JSON stays text if `isTextAllowed` says that the field takes it.
 * Other text that does not parse stays text and an unknown parameter stays as it is, so that the validation of the input reports both.
 */
export function createParameterReader(
  input: JsonSchema,
  isTextAllowed: (name: string, text: string) => boolean = () => false,
): ParameterReader {
  const properties = Object.entries(input.properties ?? {});
  const parsers = new Map(properties.map(([name, schema]) => [name, parserOf(schema)]));
  const lists = new Set(properties.flatMap(([name, schema]) => (schema.type === 'array' && parserOf(schema) !== asJson ? [name] : [])));

  function parseOne(name: string, text: string, errors: FieldError[]): unknown {
    try {
      return (parsers.get(name) ?? asText)(text);
    } catch {
      if (isTextAllowed(name, text)) return text;
      const example = JSON.stringify(shortestValue(input.properties?.[name] ?? {}, input.$defs ?? {}));
      const fault = /^\s*[[{]/.test(text) ? `; ${describeSyntaxFault(text)}` : '';
      errors.push({ path: name, code: 'invalid_json', message: `must be JSON, such as ${example}${fault}` });
      return undefined;
    }
  }

  return {
    read(query, path) {
      // Without a prototype: `constructor` and `__proto__` are names like any other, and the schema refuses them.
      const params: Record<string, unknown> = Object.create(null);
      const errors: FieldError[] = [];
      for (const name in path) params[name] = parseOne(name, String(path[name]), errors);
      if (query !== '')
        for (const part of query.split('&')) {
          if (part === '') continue;
          if (errors.length === MAX_LISTED_ERRORS) break;
          const equals = part.indexOf('=');
          const name = decode(equals < 0 ? part : part.slice(0, equals), '', errors);
          const text = decode(equals < 0 ? '' : part.slice(equals + 1), name, errors);
          if (Object.hasOwn(path, name)) errors.push({ path: name, code: 'repeated', message: 'is already set by the path' });
          else if (name.endsWith(']'))
            errors.push({
              path: name,
              code: 'unknown_field',
              message: 'must be written without brackets; separate several values with commas',
            });
          else if (!(name in params)) params[name] = parseOne(name, text, errors);
          else if (!lists.has(name)) errors.push({ path: name, code: 'repeated', message: 'is given more than once' });
          else (params[name] as unknown[]).push(...(parseOne(name, text, errors) as unknown[]));
        }
      if (errors.length > 0) throw invalidFields(errors);
      return params;
    },
  };
}

/** Returns a value of the form of a schema, with required fields only: lists have one entry, and texts without a choice are `…`. */
function shortestValue(schema: JsonSchema, definitions: NonNullable<JsonSchema['$defs']>): unknown {
  const of = (part: JsonSchema) => shortestValue(part, definitions);
  const { $ref, anyOf, enum: choices, items, properties = {}, required = [] } = schema;
  if ($ref) return of(definitions[$ref.split('/').at(-1)!] ?? {});
  if (anyOf) return of(anyOf[0]!);
  if (choices) return choices[0];
  if (schema.type === 'array') return typeof items === 'object' ? [of(items)] : [];
  if (schema.type === 'object') return Object.fromEntries(required.map((name) => [name, of(properties[name]!)]));
  return '…';
}

function decode(text: string, name: string, errors: FieldError[]): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    errors.push({ path: name || text.slice(0, 64), code: 'invalid_encoding', message: 'is not valid percent-encoding' });
    return text;
  }
}

const asText: ParseText = (text) => text;
const asNumber: ParseText = (text) => (isNumberText(text) ? Number(text) : text);
const asBoolean: ParseText = (text) => truthValue(text) ?? text;
const asJson: ParseText = (text) => JSON.parse(text);

/** Parses a comma-separated list. A text that starts with a bracket may be a JSON array, for values that contain commas. */
const asList =
  (item: ParseText): ParseText =>
  (text) => {
    if (text === '') return [];
    const list = text.startsWith('[') ? parseList(text) : undefined;
    return list ?? text.split(',').map(item);
  };

function parseList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function parserOf(schema: JsonSchema): ParseText {
  if (schema.anyOf) return unionParser(schema.anyOf);
  if (schema.$ref) return asJson;
  switch (Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') : schema.type) {
    case 'integer':
    case 'number':
      return asNumber;
    case 'boolean':
      return asBoolean;
    case 'array': {
      const item = typeof schema.items === 'object' ? parserOf(schema.items) : asText;
      return item === asJson ? asJson : asList(item);
    }
    case 'object':
      return asJson;
    default:
      return asText;
  }
}

/**
 * Returns the parser of a union: the first choice that parses the text as something other than text. Lists need a comma or a
 * bracket.
 */
function unionParser(choices: readonly JsonSchema[]): ParseText {
  const parsers = choices.map(parserOf);
  const scalar = parsers.filter((parser) => parser === asNumber || parser === asBoolean);
  const allowsText = parsers.includes(asText);
  const structured = parsers.filter((parser) => parser !== asText && !scalar.includes(parser));
  return (text) => {
    for (const parser of scalar) {
      const value = parser(text);
      if (value !== text) return value;
    }
    const [first] = structured;
    if (!first || (allowsText && !/^[[{]|,/.test(text))) return text;
    return first(text);
  };
}

import { CURSOR_PATTERN, MOMENT_PATTERN, type Operation } from '@space/contracts/core';
import { z } from 'zod';

/** The keywords of a JSON Schema (2020-12) that the gateway reads. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly description?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/**
 * The reader of a schema. For `agents` it omits constraints that cost tokens and that the server validates anyway: the pattern
 * of a format, of a cursor and of text without control characters, the bounds of every integer, and unique items. For `programs` it has them.
 * The keywords in the metadata `for_agents` of a schema replace its own for `agents`, a type also a union, and the schema in `for_programs` stands in its
 * place for `programs`.
 */
export type SchemaReader = 'agents' | 'programs';

/** Returns the input schema of an operation: path parameters, query and body in one flat object. */
export const inputSchemaOf = (operation: Operation, reader: SchemaReader = 'agents'): JsonSchema =>
  simplify(z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }), reader) as JsonSchema;

/** Returns the output schema of an operation. It allows additional properties, because clients must accept new fields. */
export const outputSchemaOf = ({ content, output }: Operation, reader: SchemaReader = 'agents'): JsonSchema =>
  withoutClosing(simplify(z.toJSONSchema(content?.for_agents ?? output, { io: 'output', unrepresentable: 'any' }), reader)) as JsonSchema;

/** Returns the JSON Schema of any schema of the contracts. */
export const schemaOf = (schema: z.ZodType): JsonSchema =>
  simplify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), 'agents') as JsonSchema;

/** Returns the alternatives of a schema, with references resolved; a form without a type allows anything. */
export function formsOf(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => formsOf(one, definitions));
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return [schema];
  const definition = definitions[name];
  return definition ? formsOf(definition, definitions) : [{}];
}

type Node = { [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns true for the name that zod generates for a schema without an id; in the contracts that is only "any JSON". */
const isAnonymous = (ref: unknown): boolean => typeof ref === 'string' && ref.startsWith('#/$defs/__');

/** Keywords whose value is data, not a schema. */
const VALUE_KEYWORDS = new Set(['default', 'enum', 'const', 'examples']);

/** Returns a schema without the generated parts that its reader does not need. */
function simplify(value: unknown, reader: SchemaReader): unknown {
  if (Array.isArray(value)) return value.map((part) => simplify(part, reader));
  if (!isNode(value)) return value;
  if (isAnonymous(value.$ref)) return {};
  const { for_agents, for_programs, ...own } = value;
  if (reader === 'programs' && isNode(for_programs))
    return simplify({ ...(own.default === undefined ? {} : { default: own.default }), ...for_programs }, reader);
  const read = reader === 'agents' && isNode(for_agents) ? replaceKeywords(own, for_agents) : own;
  const { $schema: _schema, $defs, propertyNames: _names, properties, allOf, ...rest } = read;
  const node: Node = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, VALUE_KEYWORDS.has(key) ? part : simplify(part, reader)]),
  );
  if (isNode(properties)) node.properties = simplifyEach(properties, reader);
  if (Array.isArray(allOf)) simplifyPatterns(node, allOf, reader);
  if (reader === 'agents') dropConstraints(node);
  else if (isTimestamp(node.pattern)) delete node.pattern;
  if (reader === 'agents') joinUnion(node);
  if (Array.isArray(node.anyOf)) simplifyUnion(node, node.anyOf);
  const named = isNode($defs) ? Object.entries($defs).filter(([name]) => !name.startsWith('__')) : [];
  if (named.length > 0) node.$defs = simplifyEach(Object.fromEntries(named), reader);
  return node;
}

/** Returns a schema with other keywords. A type stands in place of a union, items in that of a tuple; the definitions are those of the whole schema. */
function replaceKeywords({ oneOf, anyOf, prefixItems, ...own }: Node, { $schema: _schema, $defs: _defs, ...others }: Node): Node {
  const union = others.type !== undefined ? {} : { ...(oneOf === undefined ? {} : { oneOf }), ...(anyOf === undefined ? {} : { anyOf }) };
  const tuple = others.items !== undefined || prefixItems === undefined ? {} : { prefixItems };
  return { ...own, ...union, ...tuple, ...others };
}

/** Makes a union whose members are distinguished by a field a plain one: models read `anyOf`. */
function joinUnion(node: Node): void {
  if (!Array.isArray(node.oneOf)) return;
  node.anyOf = node.oneOf;
  delete node.oneOf;
}

const simplifyEach = (schemas: Node, reader: SchemaReader): Node =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, simplify(schema, reader)]));

/** Returns true for the pattern of a text that only the server writes, such as a cursor, or that its description shows, as a time. */
const isOpaque = (pattern: unknown): boolean => pattern === CURSOR_PATTERN.source || pattern === MOMENT_PATTERN.source;

const isOneLine = (pattern: unknown): boolean => typeof pattern === 'string' && pattern.startsWith('^[^\\u0000-');

/** Returns true for the pattern of a time that the server writes: its format describes it. */
const isTimestamp = (pattern: unknown): boolean => typeof pattern === 'string' && pattern.includes('\\.\\d{3}');

function dropConstraints(node: Node): void {
  if (node.format !== undefined || isOneLine(node.pattern) || isOpaque(node.pattern)) delete node.pattern;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  delete node.uniqueItems;
}

const NOT_EMPTY = '\\S';
const NOT_EMPTY_LINE = '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$';

/** Replaces the patterns of a line that is not empty by one, since generators of clients read a list of schemas as an intersection. */
function simplifyPatterns(node: Node, allOf: readonly unknown[], reader: SchemaReader): void {
  const patterns = allOf.map((part) => (isNode(part) ? part.pattern : undefined));
  if (patterns.includes(NOT_EMPTY)) node.minLength = 1;
  const others = allOf.filter((_, n) => !isOneLine(patterns[n]) && patterns[n] !== NOT_EMPTY);
  if (others.length > 0) node.allOf = others.map((part) => simplify(part, reader));
  if (reader === 'programs' && patterns.some(isOneLine)) node.pattern = NOT_EMPTY_LINE;
}

/** Simplifies a union: equal members become one, and a union whose parent has a type is dropped. */
function simplifyUnion(node: Node, choices: readonly unknown[]): void {
  const distinct = [...new Map(choices.map((choice) => [JSON.stringify(choice), choice])).values()];
  if (node.type !== undefined) delete node.anyOf;
  else if (distinct.length > 1) node.anyOf = distinct;
  else {
    delete node.anyOf;
    Object.assign(node, { ...(distinct[0] as Node), ...node });
  }
}

/** Returns a schema without `additionalProperties: false` at any depth. */
export function withoutClosing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutClosing);
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !(key === 'additionalProperties' && part === false))
      .map(([key, part]) => [key, withoutClosing(part)]),
  );
}

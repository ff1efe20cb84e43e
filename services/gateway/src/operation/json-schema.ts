import type { Operation } from '@space/contracts/core';
import { z } from 'zod';

/** A JSON Schema (2020-12), as far as the gateway looks at it. */
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

/** What an operation takes, flat: path parameters, query and body in one object. */
export const inputSchemaOf = (operation: Operation): JsonSchema =>
  tidy(z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })) as JsonSchema;

/** What an operation answers. Clients must bear fields that come later, so nothing says that there are no others. */
export const outputSchemaOf = (operation: Operation): JsonSchema =>
  withoutClosing(tidy(z.toJSONSchema(operation.output, { io: 'output', unrepresentable: 'any' }))) as JsonSchema;

/** The JSON Schema of any schema of the contracts. */
export const schemaOf = (schema: z.ZodType): JsonSchema =>
  tidy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) as JsonSchema;

type Node = { [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Zod names a schema that has no id of its own like this; here that is only "any JSON". */
const isAnonymous = (ref: unknown): boolean => typeof ref === 'string' && ref.startsWith('#/$defs/__');

/** Keywords that hold values, not schemas. */
const values = new Set(['default', 'enum', 'const', 'examples']);

/**
 * The schema as a person or a model should read it. What goes is noise that the server judges anyway: the pattern of
 * a date-time, of text without control characters, the bounds of every integer.
 */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (!isNode(value)) return value;
  if (isAnonymous(value.$ref)) return {};
  const { $schema: _schema, $defs, propertyNames: _names, properties, allOf, ...rest } = value;
  const node: Node = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, values.has(key) ? part : tidy(part)]));
  if (isNode(properties)) node.properties = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, tidy(schema)]));
  if (node.format === 'date-time' || node.format === 'email' || isOneLine(node.pattern)) delete node.pattern;
  if (Array.isArray(allOf)) tidyPatterns(node, allOf);
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (Array.isArray(node.anyOf)) tidyChoice(node, node.anyOf);
  const named = isNode($defs) ? Object.entries($defs).filter(([name]) => !name.startsWith('__')) : [];
  if (named.length > 0) node.$defs = Object.fromEntries(named.map(([name, schema]) => [name, tidy(schema)]));
  return node;
}

const isOneLine = (pattern: unknown): boolean => typeof pattern === 'string' && pattern.startsWith('^[^\\u0000-');

function tidyPatterns(node: Node, allOf: readonly unknown[]): void {
  const patterns = allOf.map((part) => (isNode(part) ? part.pattern : undefined));
  if (patterns.includes('\\S')) node.minLength = 1;
  const others = allOf.filter((_, n) => !isOneLine(patterns[n]) && patterns[n] !== '\\S');
  if (others.length > 0) node.allOf = others.map(tidy);
}

/** A choice between equal shapes is none, and one that a type of its own already describes says nothing more. */
function tidyChoice(node: Node, choices: readonly unknown[]): void {
  const distinct = [...new Map(choices.map((choice) => [JSON.stringify(choice), choice])).values()];
  if (node.type !== undefined) delete node.anyOf;
  else if (distinct.length > 1) node.anyOf = distinct;
  else {
    delete node.anyOf;
    Object.assign(node, { ...(distinct[0] as Node), ...node });
  }
}

/** The schema without `additionalProperties: false`, however deep. */
export function withoutClosing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutClosing);
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !(key === 'additionalProperties' && part === false))
      .map(([key, part]) => [key, withoutClosing(part)]),
  );
}

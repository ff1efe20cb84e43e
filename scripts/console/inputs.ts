import { type Contract, type Operation, pathParameters } from '@space/contracts/core';
import { z } from 'zod';

type Schema = Readonly<Record<string, unknown>>;

/** The facts of an operation that a form of it needs (packages/console/src/api/operation-input.ts). */
interface InputFacts {
  readonly summary: string;
  readonly description?: string;
  readonly role?: string;
  readonly no_undo?: string;
  readonly confidential?: true;
  readonly answers?: readonly string[];
  readonly schema: Schema;
}

/** The keywords of a JSON Schema that a form shows or checks. Others are left to the service, whose answer names the field. */
const SHOWN = new Set([
  '$ref',
  'type',
  'required',
  'enum',
  'const',
  'default',
  'description',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]);

/** The parameters of every list, which need no words. */
const PAGING = new Set(['limit', 'offset', 'cursor', 'include_total']);

/** The largest number that a bound of a schema states; that of every whole number in JSON says nothing. */
const MAX_STATED = Number.MAX_SAFE_INTEGER;

/** Returns the summary and the input schema of each operation of a contract that a member can call in a Space. */
export function inputsOf({ operations }: Contract, isOffered: (name: string) => boolean): Readonly<Record<string, InputFacts>> {
  return Object.fromEntries(
    Object.entries<Operation>(operations)
      .filter(([name]) => isOffered(name))
      .map(([name, operation]) => [name, factsOf(operation)]),
  );
}

function factsOf({ summary, description, role, no_undo, confidential, route, input, output, audience }: Operation): InputFacts {
  const isRead = route!.method === 'GET';
  // The path of the console names the Space.
  const hidden = audience === 'operator' && pathParameters(route!.path).includes('space_id') ? ['space_id'] : [];
  const whole = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;
  return {
    summary,
    ...(description && !isRead && { description }),
    ...(role && { role }),
    ...(no_undo && { no_undo }),
    ...(confidential && { confidential: true }),
    ...(audience === undefined && !confidential && { answers: answersOf(output) }),
    schema: compact(without(whole, hidden)),
  };
}

/** Returns the names of the fields of an answer; those of the first entry of a list as `data.0.<name>`. */
function answersOf(output: z.ZodType): readonly string[] {
  const members = output instanceof z.ZodObject ? output.shape : {};
  const { data } = members;
  const entry = data instanceof z.ZodArray && data.element instanceof z.ZodObject ? Object.keys(data.element.shape) : [];
  return Object.hasOwn(members, 'next_cursor')
    ? entry.map((name) => `data.0.${name}`)
    : Object.keys(members).filter((name) => name !== 'before');
}

function without(schema: Schema, names: readonly string[]): Schema {
  if (names.length === 0) return schema;
  const properties = Object.fromEntries(Object.entries(schema.properties as Schema).filter(([name]) => !names.includes(name)));
  return { ...schema, properties, required: ((schema.required ?? []) as readonly string[]).filter((name) => !names.includes(name)) };
}

/** Returns a schema with the keywords that a form needs. `nullable` stands for a union with null. */
function compact(schema: Schema): Schema {
  const alternatives = ((schema.anyOf ?? schema.oneOf ?? []) as readonly Schema[]).filter(({ type }) => type !== 'null');
  const isNullable = ((schema.anyOf ?? schema.oneOf ?? []) as readonly Schema[]).length > alternatives.length;
  const outer = Object.fromEntries(Object.entries(schema).filter(([keyword, value]) => isShown(keyword, value)));
  const own = {
    ...outer,
    ...each(schema, 'properties'),
    ...each(schema, '$defs'),
    ...(typeof schema.items === 'object' && { items: compact(schema.items as Schema) }),
    ...(typeof schema.additionalProperties === 'object' && { additionalProperties: compact(schema.additionalProperties as Schema) }),
    ...(isNullable && { nullable: true }),
  };
  if (alternatives.length === 1) return { ...compact(alternatives[0]!), ...own };
  return alternatives.length === 0 ? own : { ...own, anyOf: alternatives.map(compact) };
}

function isShown(keyword: string, value: unknown): boolean {
  if (typeof value === 'number' && Math.abs(value) >= MAX_STATED) return false;
  if (keyword === 'required' && (value as readonly string[]).length === 0) return false;
  return SHOWN.has(keyword);
}

function each(schema: Schema, keyword: 'properties' | '$defs'): Schema {
  const members = schema[keyword] as Readonly<Record<string, Schema>> | undefined;
  if (!members) return {};
  const compacted = Object.entries(members).map(([name, member]) => [name, PAGING.has(name) ? { type: member.type } : compact(member)]);
  return { [keyword]: Object.fromEntries(compacted) };
}

import type { JsonSchema } from '../../operation/json-schema.ts';

/*
 * Clients build functions from the schemas of tools, and several refuse a tool, or drop a parameter, whose schema does not name one
 * type. Therefore every schema that a tool shows has one `type`, an `enum`, a `$ref`, or an `anyOf` of such schemas.
 */

/** The types of a JSON value, and those of its items, which stand for a schema that accepts any. */
const ANY_ITEM: readonly JsonSchema[] = [{ type: 'string' }, { type: 'number' }, { type: 'object' }];
const ANY_JSON: readonly JsonSchema[] = [...ANY_ITEM, { type: 'boolean' }, { type: 'array', items: { anyOf: ANY_ITEM } }, { type: 'null' }];

type Definitions = Readonly<Record<string, JsonSchema>>;

/** Returns a schema in which each part has a type; a part that accepts any value gets the types that there are. */
export function typedSchema(given: JsonSchema): JsonSchema {
  const schema = oneTypeEach(given);
  const { properties, items, anyOf, additionalProperties, $defs } = schema;
  const typed: JsonSchema = {
    ...schema,
    ...(properties ? { properties: typedEach(properties) } : {}),
    ...(typeof items === 'object' ? { items: typedSchema(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(typedSchema) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: isAny(additionalProperties) || typedSchema(additionalProperties) }
      : {}),
    ...($defs ? { $defs: typedEach($defs) } : {}),
  };
  return isAny(schema) ? { ...typed, anyOf: ANY_JSON } : typed;
}

/** Returns a schema with several types, such as boolean and null, as a union of one for each. */
function oneTypeEach({ type, ...schema }: JsonSchema): JsonSchema {
  if (type === undefined) return schema;
  return typeof type === 'string' ? { type, ...schema } : { ...schema, anyOf: type.map((one) => ({ type: one })) };
}

const typedEach = (schemas: Definitions): Definitions =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, typedSchema(schema)]));

/** Returns true for a schema that constrains nothing. */
const isAny = ({ type, anyOf, enum: values, $ref }: JsonSchema): boolean =>
  type === undefined && anyOf === undefined && values === undefined && $ref === undefined;

/** Returns the types that a schema accepts and, of a list, the types of its items: a schema without anything else. */
export const typesOnly = (schema: JsonSchema, definitions: Definitions = {}): JsonSchema => unionOf(branchesOf(schema, definitions));

/** Returns the types that one or the other schema accepts. */
export const commonTypes = (one: JsonSchema, other: JsonSchema): JsonSchema => unionOf([...branchesOf(one, {}), ...branchesOf(other, {})]);

/** Returns a schema for each type that a schema accepts. */
function branchesOf(schema: JsonSchema, definitions: Definitions): readonly JsonSchema[] {
  const { type, anyOf, enum: values, items, $ref } = schema;
  if ($ref !== undefined) return branchesOf(definitions[$ref.replace('#/$defs/', '')]!, definitions);
  if (anyOf) return anyOf.flatMap((branch) => branchesOf(branch, definitions));
  if (type === 'array') return [{ type, items: unionOf(branchesOf(typeof items === 'object' ? items : {}, definitions)) }];
  if (type !== undefined) return [type].flat().map((one) => ({ type: one }));
  return values ? values.map((value) => ({ type: value === null ? 'null' : typeof value })) : ANY_JSON;
}

/** Returns one schema for several of one type each: those of the same type become one. */
function unionOf(branches: readonly JsonSchema[]): JsonSchema {
  const byType = Map.groupBy(branches, ({ type }) => type);
  const merged = [...byType].map(([type, same]) => (type === 'array' ? { type, items: unionOf(same.flatMap(itemBranches)) } : { type }));
  return merged.length === 1 ? merged[0]! : { anyOf: merged };
}

const itemBranches = ({ items }: JsonSchema): readonly JsonSchema[] => branchesOf(items as JsonSchema, {});

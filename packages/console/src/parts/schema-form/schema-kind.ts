import type { InputSchema } from '../../api/operation-input.ts';

/** The kind of field in which the value of a schema is entered. */
export type InputKind = 'text' | 'number' | 'yes_no' | 'choice' | 'fixed' | 'list' | 'object' | 'map' | 'union' | 'json';

/** Returns a schema in place of a reference to it; a description next to the reference stays. */
export function resolve(schema: InputSchema, whole: InputSchema): InputSchema {
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return schema;
  const { $ref: _, ...own } = schema;
  return resolve({ ...whole.$defs?.[name], ...own }, whole);
}

/** Returns how the value of a resolved schema is entered. A value of any type is JSON text. */
export function kindOf({ type, const: fixed, enum: values, anyOf, properties, additionalProperties, items }: InputSchema): InputKind {
  if (fixed !== undefined) return 'fixed';
  if (values) return 'choice';
  if (anyOf) return 'union';
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'yes_no';
  if (type === 'array' && items) return 'list';
  if (type !== 'object') return 'json';
  if (properties) return 'object';
  return additionalProperties && Object.keys(additionalProperties).some((word) => word !== 'description') ? 'map' : 'json';
}

/** Returns true if a value has the shape of a schema. It compares types, fixed values and emptiness, not other bounds. */
export function matches(given: InputSchema, value: unknown, whole: InputSchema): boolean {
  const schema = resolve(given, whole);
  if (value === null) return schema.nullable === true || kindOf(schema) === 'json';
  switch (kindOf(schema)) {
    case 'fixed':
      return value === schema.const;
    case 'choice':
      return schema.enum!.includes(value);
    case 'union':
      return schema.anyOf!.some((one) => matches(one, value, whole));
    case 'text':
      return typeof value === 'string' && (value !== '' || !schema.minLength);
    case 'number':
      return typeof value === 'number' && (schema.type === 'number' || Number.isInteger(value));
    case 'yes_no':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value) && value.every((item) => matches(schema.items!, item, whole));
    case 'map':
      return isObject(value) && Object.values(value).every((entry) => matches(schema.additionalProperties!, entry, whole));
    case 'object':
      return isObject(value) && matchesObject(schema, value, whole);
    default:
      return schema.type !== 'object' || isObject(value);
  }
}

function matchesObject(
  { properties = {}, required = [] }: InputSchema,
  value: Readonly<Record<string, unknown>>,
  whole: InputSchema,
): boolean {
  const isKnown = Object.entries(value).every(([name, member]) => properties[name] && matches(properties[name], member, whole));
  return isKnown && required.every((name) => Object.hasOwn(value, name));
}

/** Returns true for an object that is neither null nor a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

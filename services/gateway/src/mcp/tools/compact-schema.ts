import type { JsonSchema } from '../../operation/json-schema.ts';

/** A family shows only the type of a property with a longer schema, in characters; search_tools shows it whole. */
const MAX_SCHEMA = 180;

/** The longest description in a family, in characters. */
const MAX_DESCRIPTION = 90;

/** Constraints that only the schema of the single tool shows: an error names the one that was violated. */
const CONSTRAINTS = [
  'default',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'additionalProperties',
];

/** Parameters of every list, which the instructions of the server explain once. */
const PAGING = ['limit', 'offset', 'cursor', 'include_total'];

/** Returns a parameter as a family shows it: its type and purpose without constraints when that is short, otherwise its type. */
export function compactSchema(name: string, schema: JsonSchema): JsonSchema {
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !CONSTRAINTS.includes(key))) as JsonSchema;
  const { description: _description, ...bare } = rest;
  const short = isSelfEvident(name, schema) ? bare : { ...bare, ...shortDescription(schema) };
  if (JSON.stringify(short).length <= MAX_SCHEMA && !JSON.stringify(short).includes('"$ref"')) return short;
  const type = schema.type ?? typeOfChoices(schema);
  return {
    ...(type === undefined ? {} : { type }),
    ...(type === 'array' ? { items: itemsOf(schema) } : {}),
    ...shortDescription(schema),
  };
}

const isSelfEvident = (name: string, { description = '' }: JsonSchema): boolean => PAGING.includes(name) || /^Id of the /.test(description);

/** Returns the part of two schemas of one property that is common to both. */
export function commonSchema(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const description = one.description ?? other.description;
  const common = description === undefined ? {} : { description };
  if (JSON.stringify(one.type) !== JSON.stringify(other.type)) return common;
  return { ...(one.type === undefined ? {} : { type: one.type }), ...(one.type === 'array' ? { items: {} } : {}), ...common };
}

function shortDescription({ description }: JsonSchema): Pick<JsonSchema, 'description'> {
  if (description === undefined) return {};
  if (description.length <= MAX_DESCRIPTION) return { description };
  const cut = description.lastIndexOf(' ', MAX_DESCRIPTION - 1);
  return { description: `${description.slice(0, cut > 0 ? cut : MAX_DESCRIPTION - 1)}…` };
}

/** Returns the types of a union when each of its members has one. */
function typeOfChoices({ anyOf }: JsonSchema): JsonSchema['type'] {
  const types = [...new Set((anyOf ?? []).flatMap(({ type }) => type ?? []))];
  return types.length === 0 || types.length < (anyOf ?? []).length ? undefined : types.length === 1 ? types[0] : types;
}

function itemsOf({ items }: JsonSchema): JsonSchema {
  return typeof items === 'object' && typeof items.type === 'string' ? { type: items.type } : {};
}

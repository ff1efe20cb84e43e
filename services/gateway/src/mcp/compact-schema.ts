import type { JsonSchema } from '../operation/json-schema.ts';

/** A property whose schema is longer than this, in characters, is only named in a family; search_tools shows it whole. */
const MAX_SCHEMA = 180;

/** Characters of a description that are kept in a family. */
const MAX_DESCRIPTION = 90;

/** Bounds that the single tool's schema keeps: a refusal names the one that was broken. */
const BOUNDS = [
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

/** Parameters of every list, which the instructions explain once. */
const PAGING = ['limit', 'offset', 'cursor', 'include_total'];

/** A parameter as a family shows it: what it may be and what it is for, without its bounds, when that is short; else its type. */
export function compactSchema(name: string, schema: JsonSchema): JsonSchema {
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !BOUNDS.includes(key))) as JsonSchema;
  const { description: _told, ...bare } = rest;
  const short = isSelfEvident(name, schema) ? bare : { ...bare, ...describedShortly(schema) };
  if (JSON.stringify(short).length <= MAX_SCHEMA && !JSON.stringify(short).includes('"$ref"')) return short;
  const type = schema.type ?? typeOfChoices(schema);
  return {
    ...(type === undefined ? {} : { type }),
    ...(type === 'array' ? { items: itemsOf(schema) } : {}),
    ...describedShortly(schema),
  };
}

const isSelfEvident = (name: string, { description = '' }: JsonSchema): boolean => PAGING.includes(name) || /^Id of the /.test(description);

/** What two actions agree on about a property that both take. */
export function agreedSchema(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const description = one.description ?? other.description;
  const told = description === undefined ? {} : { description };
  if (JSON.stringify(one.type) !== JSON.stringify(other.type)) return told;
  return { ...(one.type === undefined ? {} : { type: one.type }), ...(one.type === 'array' ? { items: {} } : {}), ...told };
}

function describedShortly({ description }: JsonSchema): Pick<JsonSchema, 'description'> {
  if (description === undefined) return {};
  if (description.length <= MAX_DESCRIPTION) return { description };
  const cut = description.lastIndexOf(' ', MAX_DESCRIPTION - 1);
  return { description: `${description.slice(0, cut > 0 ? cut : MAX_DESCRIPTION - 1)}…` };
}

/** The types of a choice when each of its sides names one. */
function typeOfChoices({ anyOf }: JsonSchema): JsonSchema['type'] {
  const types = [...new Set((anyOf ?? []).flatMap(({ type }) => type ?? []))];
  return types.length === 0 || types.length < (anyOf ?? []).length ? undefined : types.length === 1 ? types[0] : types;
}

function itemsOf({ items }: JsonSchema): JsonSchema {
  return typeof items === 'object' && typeof items.type === 'string' ? { type: items.type } : {};
}

import type { JsonSchema } from '../json-schema.ts';

/** A property whose schema is longer than this, in characters, is only named in a family; search_tools shows it whole. */
const MAX_SCHEMA = 180;

/** Characters of a description that are kept in a family. */
const MAX_DESCRIPTION = 90;

/** A schema as a family shows it: whole when it is short, else its type and what it is for. */
export function compactSchema(schema: JsonSchema): JsonSchema {
  const { default: _default, format: _format, ...rest } = schema;
  const short = { ...rest, ...describedShortly(schema) };
  if (JSON.stringify(short).length <= MAX_SCHEMA && !JSON.stringify(short).includes('"$ref"')) return short;
  const type = schema.type ?? typeOfChoices(schema);
  return {
    ...(type === undefined ? {} : { type }),
    ...(type === 'array' ? { items: itemsOf(schema) } : {}),
    ...describedShortly(schema),
  };
}

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

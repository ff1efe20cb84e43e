import type { JsonSchema } from '../../operation/json-schema.ts';
import { commonTypes, typesOnly } from './typed-schema.ts';

/** A family shows only the type of a property with a longer schema, in characters; search_tools shows it whole. */
const MAX_SCHEMA = 180;

/** The longest description in a family, in characters. */
const MAX_DESCRIPTION = 72;

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
  'examples',
];

/** Parameters of every list or of every change, which the instructions of the server explain once. */
const COMMON = ['limit', 'offset', 'cursor', 'include_total', 'since', 'until', 'sort', 'idempotency_key', 'dry_run'];

/**
 * Returns a parameter as a family shows it: its type and purpose without constraints when that is short, otherwise its types.
 * `$ref` is replaced by the types of what it names.
 */
export function compactSchema(name: string, schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  // The order of a list: an error names its values, and the instructions of the server say how to reverse one.
  if (name === 'sort' && schema.type === 'string') return { type: 'string' };
  const purpose = isSelfEvident(name, schema) ? {} : shortDescription(schema);
  const { description: _description, ...bare } = withoutConstraints(schema);
  const text = JSON.stringify({ ...bare, ...purpose });
  if (text.length <= MAX_SCHEMA && !text.includes('"$ref"')) return { ...bare, ...purpose };
  return { ...typesOnly(schema, definitions), ...shortDescription(schema) };
}

const isSelfEvident = (name: string, { description = '' }: JsonSchema): boolean =>
  COMMON.includes(name) || isId(description) || /^Only [\w ]+ in this status$/.test(description);

const isId = (description = ''): boolean => description.startsWith('Id of the ');

/** Returns a schema without constraints and purposes of ids in lists, at any depth; members of a union that become equal are one. */
function withoutConstraints(schema: JsonSchema): JsonSchema {
  const { anyOf, items, properties, ...rest } = Object.fromEntries(
    Object.entries(schema).filter(([key]) => !CONSTRAINTS.includes(key)),
  ) as JsonSchema;
  const choices = new Map((anyOf ?? []).map(withoutConstraints).map((choice) => [JSON.stringify(choice), choice]));
  const [only] = choices.values();
  return {
    ...(choices.size === 1 ? only : choices.size > 1 ? { anyOf: [...choices.values()] } : {}),
    ...rest,
    ...(typeof items === 'object'
      ? { items: withoutConstraints(isId(items.description) ? { ...items, description: undefined } : items) }
      : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, withoutConstraints(one)])) }
      : {}),
  };
}

/** Returns the part of two schemas of one property that is common to both: the types that one of them accepts. */
export function commonSchema(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const description = one.description ?? other.description;
  return { ...commonTypes(one, other), ...(description === undefined ? {} : { description }) };
}

function shortDescription({ description }: JsonSchema): Pick<JsonSchema, 'description'> {
  if (description === undefined) return {};
  if (description.length <= MAX_DESCRIPTION) return { description };
  const cut = description.lastIndexOf(' ', MAX_DESCRIPTION - 1);
  return { description: `${description.slice(0, cut > 0 ? cut : MAX_DESCRIPTION - 1)}…` };
}

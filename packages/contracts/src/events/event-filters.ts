import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
import type { EventType } from '../core/event.ts';
import { MAX_ID_LENGTH, nonEmptyLine, unlessAbsent } from '../core/fields.ts';
import { MAX_LISTED_ERRORS } from '../core/limits.ts';
import { eventTypes } from './event-types.ts';
import { filterReferences } from './filter-references.ts';

const TEXT = 'must be a text of at most 200 characters';
const TEXTS = `${TEXT}, or a list of 1 to 50 of them`;

/** The texts of one filter: an event matches if its value is one of them. */
const FilterTexts = z.union([z.string().max(200, TEXTS), z.array(z.string().max(200, TEXT)).min(1, TEXTS).max(50, TEXTS)], {
  error: unlessAbsent(TEXTS),
});

type Texts = z.infer<typeof FilterTexts>;
const { anyOf: formsOfTexts } = z.toJSONSchema(FilterTexts);

/**
 * The filters of one event type. `checkEventFilters` checks its keys and values together, because the type decides both; here a
 * value has the form of `FilterTexts` only in the published schema.
 */
export const UncheckedFilters = z.record(z.string(), (z.unknown() as z.ZodType<Texts, Texts>).meta({ anyOf: formsOfTexts }));

/** Returns the entries of filters that are checked: with `most` allowed keys the others are wrong, and an error lists only some. */
export const entriesOf = (filters: Readonly<Record<string, unknown>>, most: number): [string, unknown][] =>
  Object.entries(filters).slice(0, most + MAX_LISTED_ERRORS);

type Path = readonly (string | number)[];

/**
 * Adds an issue for each filter that no event of a type can ever match: a key by which the type has no filter, a text that
 * its schema does not allow there, and what is not an id where its sample has one. A table may be named. `others` are further keys that are allowed, with the schemas of their values.
 */
export function checkEventFilters(
  type: EventType,
  filters: Readonly<Record<string, unknown>>,
  context: z.RefinementCtx,
  path: Path,
  others: Readonly<Record<string, z.ZodType>> = {},
): void {
  const values: Readonly<Record<string, z.ZodType>> = {
    ...others,
    ...Object.fromEntries(type.filters.map((key) => [key, valuesOf(type, key)])),
  };
  const keys = Object.keys(values);
  for (const [key, given] of entriesOf(filters, keys.length)) {
    const at = [...path, key];
    if (Object.hasOwn(values, key)) checkFilterTexts(values[key]!, given, context, at);
    else
      context.addIssue({
        code: 'custom',
        path: at,
        message: `is not a filter of ${type.type}, which has ${keys.length > 0 ? `the filters ${keys.join(', ')}` : 'none of its own; actor_kind is a filter of every event'}`,
      });
  }
}

const ID = /^([a-z]{3}_)[0-9a-z]{26}$/;

/** Returns the schema of the values that the data of a type has under a key. */
function valuesOf({ data, sample, filter_rules = {} }: EventType, key: string): z.ZodType {
  if (filter_rules[key]) return filter_rules[key].text;
  const prefix = ID.exec(String([sample[key]].flat()[0]))?.[1];
  if (prefix === undefined) return entryOf(data.shape[key] as z.ZodType);
  if (filterReferences.get(key)?.has_names) return nonEmptyLine(MAX_ID_LENGTH);
  return z.string().refine((given) => given.startsWith(prefix), `must be an id that begins with ${prefix}`);
}

/** Returns the schema of the entries of a list, and any other schema unchanged: a filter takes one of the entries. */
const entryOf = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodArray ? (schema.element as z.ZodType) : schema);

/** Adds an issue for a value that is no text or list of texts, and for each text that a schema does not allow. */
export function checkFilterTexts(allowed: z.ZodType, given: unknown, context: z.RefinementCtx, path: Path): void {
  const [wrongForm] = FilterTexts.safeParse(given).error?.issues ?? [];
  if (wrongForm) {
    context.addIssue({ code: 'custom', path: [...path, ...wrongForm.path], message: wrongForm.message });
    return;
  }
  [given].flat().forEach((one, index) => {
    const [issue] = allowed.safeParse(one).error?.issues ?? [];
    const at = Array.isArray(given) ? [...path, index] : [...path];
    if (issue) context.addIssue(asFilterIssue(issue, one, at));
  });
}

/** Returns the issue of a text that a filter cannot have; without a message, `validate` writes the one of its code. */
function asFilterIssue(issue: z.core.$ZodIssue, input: unknown, path: (string | number)[]): z.core.$ZodSuperRefineIssue {
  switch (issue.code) {
    case 'invalid_value':
      return { code: 'invalid_value', values: issue.values, input, path };
    case 'too_big':
      return { code: 'too_big', origin: issue.origin, maximum: issue.maximum, inclusive: true, input, path };
    case 'custom':
    case 'invalid_format':
      return { code: 'custom', path, message: issue.message };
    default:
      return { code: 'custom', path, message: 'is a text that no event of this type has here' };
  }
}

/** The filters of every event type besides its own. */
export const filtersOfEveryType: Readonly<Record<string, z.ZodType>> = { actor_kind: ActorKind };

/** Returns the form of a listener's filters by a key of an event type, such as `{"table_row_created": {"table_id": "tbl_…"}}`. */
export function formWithType(key: string): string | undefined {
  const types = [...eventTypes.values()]
    .filter(({ filters }) => (filters as readonly string[]).includes(key))
    .sort((one, other) => one.type.length - other.type.length);
  const example = types.find(({ type }) => type.endsWith('_created')) ?? types[0];
  if (!example) return undefined;
  const sample = String(example.sample[key]);
  return `{"${example.type}": {"${key}": "${ID.exec(sample) ? `${sample.slice(0, 4)}…` : sample}"}}`;
}

import { expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { invalidFields, MAX_LISTED_ERRORS, type Operation } from '@space/contracts/core';
import { eventTypes } from '@space/contracts/events';
import { z } from 'zod';
import { validate } from './field-errors.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Schema = { readonly [keyword: string]: unknown };

/** Wrong values of each JSON type, among them texts that are too long, of the wrong form and close to a name. */
const wrongValues: readonly Json[] = [
  null,
  true,
  -1,
  0.5,
  1e15,
  '',
  'contact_creatd',
  '\u0007',
  '2026-13-45',
  'x'.repeat(6_000),
  [],
  [null],
  ['', 'a', 7],
  {},
  { nmae: 1 },
  { toString: 1 },
  [{ toString: 1 }],
  { manual: 'yes', and: {}, type: 'x', event_type: 5 },
];

type Path = readonly (string | number)[];

/** Yields the path of each property of a schema, in lists and variants too, to a depth of five. */
function* pathsIn(schema: Schema, root: Schema, path: Path): Generator<Path> {
  if (path.length > 0) yield path;
  if (path.length >= 5) return;
  const { $ref, anyOf = [], oneOf = [], allOf = [], properties = {}, items } = schema as Record<string, never[] & Schema>;
  if (typeof $ref === 'string') {
    const target = ($ref as string) === '#' ? root : ((root.$defs as Schema)[($ref as string).replace('#/$defs/', '')] as Schema);
    if (path.length < 4) yield* pathsIn(target, root, path);
    return;
  }
  for (const variant of [...anyOf, ...oneOf, ...allOf] as Schema[]) yield* pathsIn(variant, root, path);
  for (const [name, property] of Object.entries(properties as Record<string, Schema>)) yield* pathsIn(property, root, [...path, name]);
  if (items) yield* pathsIn(items as Schema, root, [...path, 0]);
}

const valueAt = (path: Path, value: Json): Json =>
  path.toReversed().reduce<Json>((inner, name) => (typeof name === 'number' ? [inner] : { [name]: inner }), value);

const operations = Object.values(contracts).flatMap((one) =>
  Object.entries(one.operations).map(([name, operation]) => ({ id: `${one.name}.${name}`, operation })),
);

/** Sentences of the library, doubled marks, and marks at the end. */
const UNFIT =
  /\b(expected|unexpected|received|Invalid|invalid input|invalid (?:ISO|string|option)|[Tt]oo (?:big|small)|to have|undefined|NaN|not allowed here)\b|[.,;:?!]\s*[.,;:?!]|[.,;:!]$/;

const Step = z.union([z.strictObject({ day: z.string().max(3) }), z.strictObject({ all: z.array(z.strictObject({ hour: z.int() })) })]);
const Code = z
  .string()
  .length(3)
  .regex(/^[A-Z]+$/, 'must be three capital letters, like EUR.');

test.each<[what: string, schema: z.ZodType, value: Json, errors: readonly string[]]>([
  ['a text or a list', z.union([z.string().max(3), z.array(z.string())]), 'longer', [': must have at most 3 characters']],
  ['a list with a wrong entry', z.union([z.string().max(3), z.array(z.string())]), ['a', 7], ['1: must be a string']],
  ['neither of them', z.union([z.string().max(3), z.array(z.string())]), 7, [': must be a string or a list']],
  ['a variant by its fields', Step, { all: [{ hour: 1 }, { hour: 1.5 }] }, ['all.1.hour: must be an integer']],
  [
    'a variant by its constant',
    z.union([z.strictObject({ kind: z.literal('a'), n: z.int() }), z.strictObject({ kind: z.literal('b'), m: z.int() })]),
    { kind: 'b', n: 1 },
    ['m: is required', 'n: is not a field of this request'],
  ],
  [
    'an unknown field with the nearest fields of its own object',
    z.strictObject({
      name: z.string().optional(),
      when: z.union([Step, z.string()]),
      rows: z.array(z.strictObject({ amount: z.int().optional() })),
    }),
    { nmae: 'a', amuont: 1, when: { dayy: 'mon' }, rows: [{ amuont: 1, zzz: 1 }] },
    [
      'when.dayy: is not a field here; use one of "day", "all"; did you mean "day"?',
      'rows.0.amuont: is not a field of this request; did you mean "amount"?',
      'rows.0.zzz: is not a field of this request',
      'nmae: is not a field of this request; did you mean "name"?',
      'amuont: is not a field of this request',
    ],
  ],
  ['a size and a form', Code, 'euros', [': must be three capital letters, like EUR']],
  ['a time', z.strictObject({ at: z.iso.datetime() }), { at: 'tomorrow' }, ['at: must be a time such as 2026-05-01T09:00:00Z']],
  ['a day', z.strictObject({ on: z.iso.date() }), { on: '1 May' }, ['on: must be a day such as 2026-05-01']],
  ['a number', z.strictObject({ n: z.int().max(200) }), { n: 500 }, ['n: must be at most 200']],
  ['an empty text', z.strictObject({ name: z.string().min(1) }), { name: '' }, ['name: must not be empty']],
  [
    'a choice',
    z.strictObject({ size: z.enum(['small', 'large']) }),
    { size: 'smal' },
    ['size: must be one of "small", "large"; did you mean "small"?'],
  ],
  [
    'a name of a record',
    z.record(z.string().max(3), z.int()),
    { long_name: 1 },
    ['long_name: has a name that is not allowed: it must have at most 3 characters'],
  ],
])('the error of %s says one thing', (_what, schema, value, errors) => {
  expect(validate(schema, value).errors.map(({ path, message }) => `${path}: ${message}`)).toEqual(errors);
});

test('a sentence that ends with a question has no full stop after it', () => {
  expect(invalidFields([{ path: 'size', code: 'invalid_value', message: 'is unknown; did you mean "small"?' }]).message).toBe(
    'size: is unknown; did you mean "small"?',
  );
});

test.each([
  ['created_after', 'since'],
  ['created_before', 'until'],
  ['tag', 'tags'],
  ['q', 'search'],
  ['per_page', 'limit'],
  ['order_by', 'sort'],
])('the list of contacts answers %s, a name of other APIs, with %s', (name, ours) => {
  expect(validate(contracts.contacts.operations.list.input, { [name]: 'x' }).errors).toEqual([
    { path: name, code: 'unknown_field', message: `is not a field of this request; did you mean "${ours}"?` },
  ]);
});

test.each([
  ['a change of a table', contracts.tables.operations.update.input, { table_id: 'tbl_1', name: 'Deals' }, 'plural_label'],
  ['a new column', contracts.columns.operations.create.input, { ...contracts.columns.operations.create.example, name: 'Notes' }, 'label'],
])('%s answers `name` with the field of this meaning', (_what, schema, input, ours) => {
  expect(validate(schema, input).errors).toEqual([
    { path: 'name', code: 'unknown_field', message: `is not a field of this request; did you mean "${ours}"?` },
  ]);
});

test('an event type that cannot trigger an automation gets no close names, and one that does not exist does', () => {
  const { input } = contracts.automations.operations.create;
  const errorsOf = (event_type: string, more = {}) =>
    validate(input, { name: 'A', trigger: { event_type, ...more }, actions: [{ operation: 'contacts.list' }] }).errors;
  const path = 'trigger.event_type';
  expect(errorsOf('automation_run_failed')).toEqual([
    { path, code: 'custom', message: 'automation_run_failed cannot trigger an automation: each run would start the next' },
  ]);
  expect(errorsOf('automation_run_failed', { filters: { automation_id: 'x' } }).map((error) => error.path)).toContain(path);
  expect(errorsOf('row_created')).toEqual([
    { path, code: 'invalid_value', message: expect.stringMatching(/^"row_created" is not .*; did you mean "table_row_created"\?$/) },
  ]);
});

test('the closest names are searched only for errors that an answer lists', () => {
  const { errors } = validate(z.array(z.enum(['small', 'large'])), Array(50_000).fill('smal'));
  expect(errors.filter(({ message }) => message.includes('did you mean'))).toHaveLength(MAX_LISTED_ERRORS);
});

/** Returns the faults of the messages that a body gets: of their number at one place, of their words, of their paths. */
function unfitMessages({ input }: Operation, path: Path, value: Json): string[] {
  const { errors } = validate(input, valueAt(path, value));
  if (errors.length === 0) return [];
  const place = path.join('.');
  const said = errors.map((error) => `${error.path || '(no path)'}: ${error.message}`);
  const same = errors.filter((error) => error.path === place).length > 1 ? [`more than one sentence: ${said.join(' | ')}`] : [];
  const unfit = errors.flatMap(({ path, message }, at) =>
    path !== '' && /^[a-z"]/.test(message) && !UNFIT.test(message) ? [] : [said[at]!],
  );
  const detail = invalidFields(errors).message;
  return [...same, ...unfit, ...(/[^.,;:?!][.?]$/.test(detail) || /\? \(and \d+ more\)\.$/.test(detail) ? [] : [detail])];
}

test.each(operations)('$id says what is wrong with a value of each property in one sentence of ours', ({ operation }) => {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const paths = [...new Map([...pathsIn(schema, schema, [])].map((path) => [path.join('.'), path])).values()];
  const faults = paths.flatMap((path) => wrongValues.flatMap((value) => unfitMessages(operation, path, value)));
  expect([...new Set(faults)]).toEqual([]);
});

/** Yields the path of each value in a JSON value. */
function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* pathsOf(inner, [...path, Array.isArray(value) ? Number(name) : name]);
}

/** Returns a copy of a value with another one at a path. */
function replaceAt(value: unknown, [name, ...rest]: Path, other: Json): unknown {
  if (name === undefined) return other;
  if (Array.isArray(value)) return value.map((inner, at) => (at === name ? replaceAt(inner, rest, other) : inner));
  return { ...(value as object), [name]: replaceAt((value as Record<string, unknown>)[name], rest, other) };
}

/** Returns the errors of a value that are no sentences of ours. */
const foreignSentences = (schema: z.ZodType, value: unknown): string[] =>
  validate(schema, value).errors.flatMap(({ path, message }) => (UNFIT.test(message) ? [`${path}: ${message}`] : []));

const longList: Json = Array(60).fill('a');
const withExample = operations.filter(({ operation }) => operation.example !== undefined);

test.each(withExample)('$id has sentences of ours for a wrong value at each place of its example', ({ operation: { input, example } }) => {
  const found = [...pathsOf(example)].flatMap((path) =>
    [...wrongValues, longList].flatMap((value) => foreignSentences(input, replaceAt(example, path, value))),
  );
  expect([...new Set(found)]).toEqual([]);
});

const listener = contracts.listeners.operations.create;
const automation = contracts.automations.operations.create;

test.each([...eventTypes.values()].flatMap(({ type, filters }) => ['actor_kind', ...filters].map((key) => ({ type, key }))))(
  'the filter $key of $type has sentences of ours for each wrong value',
  ({ type, key }) => {
    const found = [...wrongValues, longList].flatMap((value) => [
      ...foreignSentences(listener.input, {
        ...listener.example,
        event_types: ['*'],
        filters: { [type]: { [key]: value }, actor_kind: value },
      }),
      ...foreignSentences(automation.input, { ...automation.example, trigger: { event_type: type, filters: { [key]: value } } }),
    ]);
    expect([...new Set(found)]).toEqual([]);
  },
);

const FILTER = 'must be a text of at most 200 characters, or a list of 1 to 50 of them';

test.each<[what: string, value: Json, at: string, message: string]>([
  ['an empty list', [], 'tag', FILTER],
  ['51 texts', longList.slice(0, 51), 'tag', FILTER],
  ['201 characters', 'x'.repeat(201), 'tag', FILTER],
  ['201 characters in a list', ['a', 'x'.repeat(201)], 'tag.1', 'must be a text of at most 200 characters'],
  ['a number', 7, 'tag', FILTER],
  ['a number in a list', ['a', 7], 'tag', FILTER],
])('a filter with %s says the form of a filter, for listeners and automations', (_what, value, at, message) => {
  const listened = { ...listener.example, event_types: ['contact_tagged'], filters: { contact_tagged: { tag: value } } };
  const errors = (path: string) => [{ path, code: 'custom', message }];
  expect(validate(listener.input, listened).errors).toEqual(errors(`filters.contact_tagged.${at}`));
  const trigger = { event_type: 'contact_tagged', filters: { tag: value } };
  expect(validate(automation.input, { ...automation.example, trigger }).errors.map(({ path, message }) => ({ path, message }))).toEqual([
    { path: `trigger.filters.${at}`, message },
  ]);
});

test('the wrong filters of a trigger have their errors together: for a key about the key, for a value about the value', () => {
  const trigger = { event_type: 'contact_tagged', filters: { foo: 1, tag: 7, tag_id: 'vip', ['x'.repeat(200)]: 'a' } };
  const { errors } = validate(automation.input, { ...automation.example, trigger });
  const isNoFilter = 'is not a filter of contact_tagged, which has the filters actor_kind, tag_id, tag';
  expect(errors.map(({ path, message }) => [path.replace('trigger.filters.', ''), message])).toEqual([
    ['foo', isNoFilter],
    ['tag', FILTER],
    ['tag_id', 'must be an id that begins with tag_'],
    ['x'.repeat(200), isNoFilter],
  ]);
});

/** Returns a copy of an object without the field at a path. */
function without(value: unknown, [name, ...rest]: Path): unknown {
  if (Array.isArray(value)) return value.map((inner, at) => (at === name ? without(inner, rest) : inner));
  const { [name as string]: inner, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [name as string]: without(inner, rest) };
}

test.each(withExample)('$id says of a missing field of its example that it is required', ({ operation: { input, example } }) => {
  const fields = [...pathsOf(example)].filter((path) => typeof path.at(-1) === 'string');
  const found = fields.flatMap((path) => {
    const { errors } = validate(input, without(example, path));
    return errors.filter((error) => error.path === path.join('.') && !error.message.includes('required'));
  });
  expect(found).toEqual([]);
});

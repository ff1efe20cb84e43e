import { expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { invalidFields, MAX_LISTED_ERRORS, type Operation } from '@space/contracts/core';
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
  /\b(expected|received|Invalid|invalid input|invalid (?:ISO|string|option)|[Tt]oo (?:big|small)|undefined|NaN|not allowed here)\b|[.,;:?!]\s*[.,;:?!]|[.,;:!]$/;

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
      'when.day: is required',
      'when.dayy: is not a field of this request; did you mean "day"?',
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

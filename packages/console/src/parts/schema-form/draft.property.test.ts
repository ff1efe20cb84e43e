import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { InputSchema } from '../../api/operation-input.ts';
import { loadInputs } from '../../api/operation-input.ts';
import { routes } from '../../made/routes.ts';
import { changedFields, isSame } from './changed.ts';
import { draftOf, emptyDraft } from './draft.ts';
import { readDraft } from './draft-value.ts';

const whole: InputSchema = {
  $defs: { Rule: { anyOf: [{ type: 'object', properties: { not: { $ref: '#/$defs/Rule' } }, required: ['not'] }, { type: 'string' }] } },
};

interface Pair {
  readonly schema: InputSchema;
  readonly value: fc.Arbitrary<unknown>;
}

const leaf: fc.Arbitrary<Pair> = fc.constantFrom<Pair>(
  { schema: { type: 'string' }, value: fc.string() },
  { schema: { type: 'string', minLength: 1 }, value: fc.string({ minLength: 1 }) },
  { schema: { type: 'integer' }, value: fc.integer() },
  { schema: { type: 'number' }, value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)) },
  { schema: { type: 'boolean' }, value: fc.boolean() },
  { schema: { enum: ['a', 'b', 3] }, value: fc.constantFrom('a', 'b', 3) },
  { schema: { const: true }, value: fc.constant(true) },
  {
    schema: {},
    value: fc
      .jsonValue()
      .filter((value) => !Object.is(value, -0))
      .map((value) => JSON.parse(JSON.stringify(value))),
  },
  { schema: { $ref: '#/$defs/Rule' }, value: fc.constantFrom('x', { not: 'x' }, { not: { not: 'y' } }) },
);

const key = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__');

const { pair } = fc.letrec<{ pair: Pair }>((tie) => ({
  pair: fc.oneof(
    { maxDepth: 3 },
    leaf,
    tie('pair').map(({ schema, value }): Pair => ({ schema: { type: 'array', items: schema }, value: fc.array(value, { maxLength: 4 }) })),
    tie('pair').map(({ schema, value }): Pair => ({ schema: { ...schema, nullable: true }, value: fc.option(value) })),
    tie('pair').map(
      ({ schema, value }): Pair => ({
        schema: { type: 'object', additionalProperties: { ...schema, maxLength: 9 } },
        value: fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }),
      }),
    ),
    fc
      .tuple(tie('pair'), tie('pair'))
      .map(([one, other]): Pair => ({ schema: { anyOf: [one.schema, other.schema] }, value: fc.oneof(one.value, other.value) })),
    fc.tuple(tie('pair'), tie('pair')).map(
      ([one, other]): Pair => ({
        schema: { type: 'object', properties: { one: one.schema, other: other.schema }, required: ['one'] },
        value: fc.record({ one: one.value, other: other.value }, { requiredKeys: ['one'], noNullPrototype: true }),
      }),
    ),
  ),
}));

const withValue = pair.chain(({ schema, value }) => value.map((one) => ({ schema, value: one })));

test('a value that goes through a form comes out as it was', () => {
  fc.assert(
    fc.property(withValue, ({ schema, value }) => {
      expect(readDraft(schema, draftOf(schema, value, whole), whole)).toEqual({ value, faults: {} });
    }),
    { numRuns: 500 },
  );
});

test('any JSON goes through the form of any schema without a loss, also when it does not fit', () => {
  const json = fc
    .jsonValue()
    .filter((value) => value !== null)
    .map((value) => JSON.parse(JSON.stringify(value)));
  fc.assert(
    fc.property(pair, json, ({ schema }, value) => {
      expect(readDraft(schema, draftOf(schema, value, whole), whole).value).toEqual(value);
    }),
    { numRuns: 500 },
  );
});

test('the form of every operation begins with a draft, whose faults are its required fields', async () => {
  for (const contract of Object.keys(routes))
    for (const [name, { schema }] of Object.entries(await loadInputs(contract))) {
      const { faults } = readDraft(schema, emptyDraft(schema, schema), schema);
      expect([
        `${contract}.${name}`,
        Object.keys(faults).filter((path) => !path.includes('.') && !schema.required?.includes(path)),
      ]).toEqual([`${contract}.${name}`, []]);
    }
});

test('a PATCH sends only what was changed', () => {
  const before = { name: 'A', tags: ['x'], map: { a: 1, b: 2 }, gone: 1 };
  expect(changedFields(before, { name: 'B', tags: ['x'], map: { b: 2, a: 1 } })).toEqual({ name: 'B' });
  expect(changedFields(before, { tags: ['x', 'y'], map: null })).toEqual({ tags: ['x', 'y'], map: null });
  expect(isSame([], {})).toBe(false);
});

test('a text with a merge tag stands in place of a value of any type, and a fault names its field', () => {
  const schema: InputSchema = {
    type: 'object',
    properties: {
      count: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string', minLength: 1 } },
      on: { type: 'boolean' },
      data: {},
    },
    required: ['count'],
  };
  const value = { count: '{{payload.count}}', tags: '{{steps.0.tags}}', on: '{{event.data.on}}', data: '{{event.data}}' };
  expect(readDraft(schema, draftOf(schema, value, schema), schema)).toEqual({ value, faults: {} });
  const { faults } = readDraft(schema, { fields: { count: '1.5', tags: { items: [''] }, data: '{' } }, schema);
  expect(Object.keys(faults)).toEqual(['count', 'tags.0', 'data']);
});

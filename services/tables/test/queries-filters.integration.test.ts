import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Filter } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { filterSql } from '../src/query/filter-sql.ts';
import { createQueryContext } from '../src/query/query-context.ts';
import { startReaders, tableWith } from './fixtures/readers.ts';
import { testSchemas } from './fixtures/table.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startReaders();
});
afterAll(() => space.stop());

/** A filter with one condition on a cell. */
const filterBy = (column_key: string, op: string, value?: unknown) => ({
  filters: [{ column_key, op, ...(value !== undefined && { value }) }] as Filter[],
});

const deals = () =>
  tableWith(space, {
    name: { type: 'text' },
    email: { type: 'email' },
    code: { type: 'text', config: { unique: true } },
    amount: { type: 'number' },
    stage: { type: 'select', options: ['Lead', 'Won'] },
    tags: { type: 'multi_select', options: ['A', 'B'] },
    day: { type: 'date' },
    at: { type: 'datetime', config: { timezone: 'Europe/Paris' } },
    files: { type: 'attachment' },
    looked: { type: 'lookup' },
    owner: { type: 'reference', reference: { table_id: 'tbl_gone', cardinality: 'many', symmetric_column_id: null, is_inverse: false } },
    by: { type: 'created_by' },
    link: { type: 'formula', value_type: 'text' },
  });

describe('a filter', () => {
  test('compares text by letters, and emails ignoring case', async () => {
    const table = await deals();
    await table.insert({ name: 'Ada', email: 'ada@example.com', code: 'X1' }, { name: 'ada' }, {});
    expect(await table.titles(filterBy('name', 'eq', 'Ada'))).toEqual(['Ada']);
    expect(await table.titles(filterBy('name', 'neq', 'Ada'))).toEqual(['ada', null]);
    expect(await table.titles(filterBy('email', 'eq', 'ADA@example.com'))).toEqual(['Ada']);
    expect(await table.titles(filterBy('email', 'in', ['ADA@Example.com', 'x@y.z']))).toEqual(['Ada']);
    expect(await table.titles(filterBy('code', 'eq', 'X1'))).toEqual(['Ada']);
    expect(await table.titles(filterBy('code', 'eq', 'x1'))).toEqual([]);
    expect(await table.titles(filterBy('name', 'eq', null))).toEqual([null]);
    expect(await table.titles(filterBy('name', 'neq', null))).toEqual(['Ada', 'ada']);
  });

  test('finds choices by id and by name, and lists by their elements', async () => {
    const table = await deals();
    await table.insert(
      { name: 'a', stage: 'opt_lead', tags: ['opt_a', 'opt_b'], looked: ['Red', 3] },
      {
        name: 'b',
        stage: 'opt_won',
        tags: ['opt_b'],
        files: [{ url: 'https://x.example/y', name: 'Offer 50%.pdf', size: 1, mime_type: 'a/b' }],
      },
    );
    expect(await table.titles(filterBy('stage', 'eq', 'won'))).toEqual(['b']);
    expect(await table.titles(filterBy('stage', 'contains', 'LEA'))).toEqual(['a']);
    expect(await table.titles(filterBy('stage', 'not_contains', 'lea'))).toEqual(['b']);
    expect(await table.titles(filterBy('tags', 'eq', ['b']))).toEqual(['b']);
    expect(await table.titles(filterBy('tags', 'eq', 'B'))).toEqual(['b']);
    expect(await table.titles(filterBy('tags', 'contains', 'A'))).toEqual(['a']);
    expect(await table.titles(filterBy('looked', 'contains', 'red'))).toEqual(['a']);
    expect(await table.titles(filterBy('looked', 'has_any', [3]))).toEqual(['a']);
    expect(await table.titles(filterBy('looked', 'has_none', ['red']))).toEqual(['a', 'b']);
    expect(await table.titles(filterBy('files', 'contains', '50%'))).toEqual(['b']);
    expect(await table.titles(filterBy('files', 'is_empty'))).toEqual(['a']);
    expect(await table.titles(filterBy('by', 'eq', table.caller.actor.id))).toEqual(['a', 'b']);
    expect(await table.titles(filterBy('by', 'contains', 'TEST'))).toEqual(['a', 'b']);
    expect(await table.titles(filterBy('owner', 'has_none', ['row_x']))).toEqual(['a', 'b']);
  });

  test('compares days in the zone of the column, and time spans relative to the clock', async () => {
    const table = await deals();
    space.ports.clock.set(Date.parse('2026-03-11T12:00:00Z'));
    await table.insert(
      { name: 'late on the 9th in Paris', at: '2026-03-09T22:30:00.000Z', day: '2026-03-09' },
      { name: 'the 10th in Paris', at: '2026-03-09T23:30:00.000Z', day: '2026-03-10' },
      { name: 'last month', at: '2026-02-10T12:00:00.000Z', day: '2026-02-10' },
    );
    expect(await table.titles(filterBy('at', 'eq', '2026-03-10'))).toEqual(['the 10th in Paris']);
    expect(await table.titles(filterBy('at', 'lt', '2026-03-10'))).toEqual(['late on the 9th in Paris', 'last month']);
    expect(await table.titles(filterBy('at', 'eq', '2026-03-10T00:30:00+01:00'))).toEqual(['the 10th in Paris']);
    expect(await table.titles(filterBy('at', 'within', 'yesterday'))).toEqual(['the 10th in Paris']);
    expect(await table.titles(filterBy('day', 'within', 'this_week'))).toEqual(['late on the 9th in Paris', 'the 10th in Paris']);
    expect(await table.titles(filterBy('day', 'within', 'last_month'))).toEqual(['last month']);
    expect(await table.titles(filterBy('day', 'within', { last_days: 1 }))).toEqual(['the 10th in Paris']);
    expect(await table.titles(filterBy('day', 'within', { next_days: 30 }))).toEqual([]);
    space.ports.clock.set(Date.now());
    expect(await table.titles(filterBy('created_at', 'within', { last_days: 36_500 }))).toHaveLength(3);
    expect(await table.titles(filterBy('updated_at', 'lt', '2020-01-01'))).toEqual([]);
  });

  test.each(['%', '_', '\\', '\\%', "'", '"', '$1', '(a+)+$', '{}', ':x', '?'])('takes %s literally in text searches', async (sign) => {
    const table = await deals();
    const [id] = await table.insert({ name: `a${sign}b`, looked: [`a${sign}b`] }, { name: 'a-b' });
    for (const args of [
      filterBy('name', 'contains', sign),
      filterBy('name', 'starts_with', `A${sign}`),
      filterBy('name', 'ends_with', `${sign}b`),
      filterBy('looked', 'contains', sign),
      { search: sign },
      { search: sign, search_column: 'looked' },
      filterBy('name', 'eq', `a${sign}b`),
      filterBy('name', 'in', [`a${sign}b`, 'x']),
    ])
      expect(await table.ids(args)).toEqual([id]);
  });

  test('reports all errors with their paths', async () => {
    const table = await deals();
    const filters = [
      { column_key: 'nam', op: 'eq', value: 'x' },
      { column_key: 'amount', op: 'gt', value: 'many' },
      { or: [{ column_key: 'stage', op: 'eq', value: 'Lost' }, { and: [{ column_key: 'day', op: 'eq', value: '2026-02-30' }] }] },
      { column_key: 'amount', op: 'contains', value: '1' },
      { column_key: 'name', op: 'in', value: ['a', 7] },
      { column_key: 'name', op: 'is_empty', value: 'x' },
      { column_key: 'at', op: 'within', value: 'someday' },
      { column_key: 'amount', op: 'between', value: [1] },
      { column_key: 'amount', op: 'in', value: Array(201).fill(1) },
      { column_key: 'amount', op: 'eq' },
    ] as Filter[];
    await expect(
      table.list({ filters, sort: [{ column_key: 'owner' }], fields: ['nope'], search: 'x', search_column: 'owner' }),
    ).rejects.toMatchObject({
      code: 'invalid',
      extras: {
        errors: [
          { path: 'fields.0', code: 'unknown_column' },
          { path: 'filters.0.column_key', code: 'unknown_column', message: 'there is no column "nam"; did you mean "name"?' },
          { path: 'filters.1.value', code: 'invalid_type' },
          { path: 'filters.2.or.0.value', code: 'unknown_option', message: 'is not a choice of stage; there are "Lead", "Won"' },
          { path: 'filters.2.or.1.and.0.value', code: 'invalid_format' },
          { path: 'filters.3.op', code: 'invalid_op', message: expect.stringContaining('it can be eq, neq, gt') },
          { path: 'filters.4.value.1', code: 'invalid_type' },
          { path: 'filters.5.value', code: 'unknown_field' },
          { path: 'filters.6.value', code: 'invalid_value' },
          { path: 'filters.7.value', code: 'invalid_type' },
          { path: 'filters.8.value', code: 'too_big' },
          { path: 'filters.9.value', code: 'invalid_type' },
          { path: 'search_column', code: 'not_searchable' },
          { path: 'sort.0.column_key', code: 'not_sortable' },
        ],
      },
    });
  });

  test('that is too deep or too large is rejected', async () => {
    const table = await deals();
    const one: Filter = { column_key: 'name', op: 'is_empty' };
    let deep: Filter = one;
    for (let level = 0; level < 9; level++) deep = { and: [deep] };
    expect(await table.ids({ filters: [deep] })).toEqual([]);
    await expect(table.list({ filters: [{ or: [deep] }] })).rejects.toMatchObject({ extras: { errors: [{ code: 'too_deep' }] } });
    const fifty = { or: Array(50).fill(one) as Filter[] };
    expect(await table.ids({ filters: [fifty, fifty, fifty, fifty] })).toEqual([]);
    await expect(table.list({ filters: [fifty, fifty, fifty, fifty, one] })).rejects.toMatchObject({
      extras: { errors: [{ path: 'filters', code: 'too_big' }] },
    });
  });
});

describe('an injection attempt', () => {
  const evil = [
    "name'; drop table x;--",
    'a"b',
    '$1',
    '__proto__',
    'constructor',
    'toString',
    "c1' or '1'='1",
    'data',
    'r.id',
    'c1',
    '%',
    '*',
  ];

  test.each(evil)('with the column key %s is rejected like any unknown key', async (key) => {
    const table = await deals();
    for (const args of [filterBy(key, 'eq', 'x'), { sort: [{ column_key: key }] }, { search: 'x', search_column: key }, { fields: [key] }])
      await expect(table.list(args)).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ code: 'unknown_column' }] } });
  });

  test.each([
    ['an invalid date', filterBy('day', 'eq', "2026-01-01'::date;--")],
    ['a year that Postgres does not know', filterBy('at', 'gt', '300000-01-01T00:00:00Z')],
    ['the year 0', filterBy('created_at', 'gt', '0000-01-01')],
    ['the last day there is', filterBy('day', 'eq', '9999-12-31')],
    ['a number as text', filterBy('amount', 'gt', '1; select pg_sleep(9)')],
    ['an object', filterBy('name', 'eq', { $gt: '' })],
    ['a list in a list', filterBy('tags', 'has_any', [['a']])],
    ['an invalid span', filterBy('day', 'within', { last_days: 1e9 })],
    ['a choice that is SQL', filterBy('stage', 'eq', "x' or true")],
    ['U+0000', filterBy('name', 'contains', 'a\u0000b')],
    ['half a letter', filterBy('name', 'contains', '\ud800')],
  ])('is rejected for %s', async (_what, args) => {
    const table = await deals();
    await expect(table.list(args)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('in filter values finds nothing and changes nothing', async () => {
    const table = await deals();
    const [id] = await table.insert({ name: 'x' });
    for (const value of ["' or '1'='1", "x'); drop schema tables cascade;--", '$slonik_1'])
      for (const op of ['eq', 'contains', 'starts_with', 'in', 'has_any'])
        expect(
          await table.ids(op === 'has_any' ? filterBy('owner', op, [`row_${value}`]) : filterBy('name', op, op === 'in' ? [value] : value)),
        ).toEqual([]);
    expect(await table.ids()).toEqual([id]);
  });

  test('with a slow pattern is compared as plain text', async () => {
    const table = await deals();
    await table.insert(...Array.from({ length: 50 }, () => ({ name: `${'a'.repeat(2_000)}!` })));
    expect(await table.ids(filterBy('name', 'contains', '(a+)+$'))).toEqual([]);
  });
});

describe('a search', () => {
  test('reads the title column, or another one, and ignores case', async () => {
    const table = await deals();
    await table.insert({ name: 'Ærø', stage: 'opt_won', tags: ['opt_a'], amount: 1234, email: 'a@b.example' }, { name: 'other' });
    for (const [search, search_column] of [
      ['æRØ', undefined],
      ['WO', 'stage'],
      ['a', 'tags'],
      ['23', 'amount'],
      ['B.EXAMPLE', 'email'],
    ] as const)
      expect(await table.titles({ search, ...(search_column && { search_column }) })).toEqual(['Ærø']);
    expect(await table.titles({ search: '' })).toEqual(['Ærø', 'other']);
    expect(await table.titles({ search: 'zzz', search_column: 'tags' })).toEqual([]);
  });

  test('needs a column if the table has no title', async () => {
    const table = await tableWith(space, { amount: { type: 'number' } });
    await space.ports.database.query(
      sql.typeAlias('void')`update tables.user_table set title_column_id = null where id = ${table.table_id}`,
    );
    await expect(table.list({ search: 'x' })).rejects.toMatchObject({ extras: { errors: [{ path: 'search', code: 'no_title_column' }] } });
  });
});

test('a number in a filter may be text in the form of JSON', async () => {
  const table = await tableWith(space, { name: { type: 'text' }, amount: { type: 'number' } });
  await table.insert({ name: 'a', amount: 6 }, { name: 'b', amount: 7 }, { name: 'c', amount: 8.5 });
  const titles = (op: 'gte' | 'in', value: string | string[]) => table.titles({ filters: [{ column_key: 'amount', op, value }] });
  expect(await titles('gte', '7')).toEqual(['b', 'c']);
  expect(await titles('in', ['6', '8.5'])).toEqual(['a', 'c']);
  for (const wrong of ['7x', '', ' 7', '1e400', '0x7', '07'])
    await expect(titles('gte', wrong)).rejects.toMatchObject({
      extras: { errors: [{ path: 'filters.0.value', message: 'must be a number' }] },
    });
});

test('a filter takes a truth value as text, and a single value where a list is wanted', async () => {
  const table = await tableWith(space, { name: { type: 'text' }, done: { type: 'checkbox' } });
  await table.insert({ name: 'a', done: true }, { name: 'b' });
  const named = (column_key: string, op: string, value: string) => table.titles({ filters: [{ column_key, op, value } as Filter] });
  expect(await named('done', 'eq', 'true')).toEqual(['a']);
  expect(await named('done', 'neq', 'true')).toEqual(['b']);
  expect(await named('name', 'in', 'b')).toEqual(['b']);
  expect(await named('name', 'not_in', 'b')).toEqual(['a']);
  await expect(named('done', 'eq', 'yes')).rejects.toMatchObject({ extras: { errors: [{ message: 'must be true or false' }] } });
});

test('a large filter reads the text of a row once, however many comparisons it has', async () => {
  const { table_id, caller } = await deals();
  const schema = await testSchemas(space.ports).read(space.ports.database, caller.space_id, table_id);
  const contains = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ column_key: 'name', op: 'contains' as const, value: `${at}` }));
  const readsOf = async (filters: readonly Filter[]) =>
    filterSql(await createQueryContext(space.ports.database, schema, 0), filters).sql.split("->>'c1'").length - 1;
  expect(await readsOf([{ or: contains(8) }])).toBe(8);
  expect(await readsOf([{ or: contains(50) }, { or: contains(50) }, { or: contains(50) }, { or: contains(50) }])).toBe(1);
  expect(await readsOf([{ and: contains(50) }, ...contains(50)])).toBe(9);
});

test('the texts that a filter searches for have a bound together', async () => {
  const table = await deals();
  const searching = (characters: number) => ({
    filters: [{ or: Array.from({ length: 20 }, () => ({ column_key: 'name', op: 'contains' as const, value: 'x'.repeat(characters) })) }],
  });
  expect(await table.titles(searching(500))).toEqual([]);
  await expect(table.titles(searching(501))).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'filters', code: 'too_big', message: expect.stringContaining('10020 characters') }] },
  });
});

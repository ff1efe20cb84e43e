import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { tables } from '@space/contracts/tables';
import type { TestServices } from '@space/runtime/testing';
import { readsOfAllMerges, startReaders, tableWith } from './fixtures/readers.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startReaders();
});
afterAll(() => space.stop());

async function sales() {
  const table = await tableWith(space, {
    name: { type: 'text' },
    amount: { type: 'number' },
    stage: { type: 'select', options: ['Lead', 'Won'] },
    day: { type: 'date' },
    at: { type: 'datetime', config: { timezone: 'Europe/Paris' } },
    paid: { type: 'checkbox' },
    tags: { type: 'multi_select', options: ['A', 'B'] },
    files: { type: 'attachment' },
  });
  await table.insert(
    { name: 'a', amount: 0.1, stage: 'opt_won', day: '2026-01-31', at: '2026-01-31T23:30:00.000Z', paid: true, tags: ['opt_a'] },
    { name: 'b', amount: 0.2, stage: 'opt_won', day: '2026-02-01', at: '2026-02-01T00:30:00.000Z', tags: ['opt_a'] },
    { name: 'c', amount: 7, stage: 'opt_lead', day: '2026-02-15', paid: true },
    { name: 'c' },
  );
  return table;
}

type Arguments = Omit<(typeof tables)['operations']['aggregate']['input']['_input'], 'table_id'>;
const aggregateOf = (table: Awaited<ReturnType<typeof sales>>, args: Arguments = {}) =>
  table.call(tables, 'aggregate', { table_id: table.table_id, ...args });

describe('tables.aggregate', () => {
  test('counts all rows by default', async () => {
    expect(await aggregateOf(await sales())).toEqual({ groups: [{ group: {}, values: { count: 4 } }], has_more: false });
  });

  test('sum and average are exact for decimals and null for an empty set', async () => {
    const table = await sales();
    const aggregates = (['sum', 'average', 'median', 'min', 'max', 'count_filled', 'count_empty', 'count_unique'] as const).map((name) => ({
      function: name,
      column_key: 'amount',
      as: name,
    }));
    const stage = [{ column_key: 'stage', op: 'eq' as const, value: 'Won' }];
    expect((await aggregateOf(table, { aggregates, filters: stage })).groups).toEqual([
      {
        group: {},
        values: {
          sum: 0.3,
          average: 0.15,
          median: expect.closeTo(0.15),
          min: 0.1,
          max: 0.2,
          count_filled: 2,
          count_empty: 0,
          count_unique: 2,
        },
      },
    ]);
    const none = [{ column_key: 'name', op: 'eq' as const, value: 'Unknown' }];
    expect((await aggregateOf(table, { aggregates, filters: none })).groups[0]!.values).toEqual({
      sum: 0,
      average: null,
      median: null,
      min: null,
      max: null,
      count_filled: 0,
      count_empty: 0,
      count_unique: 0,
    });
  });

  test('returns the largest group first and groups empty cells together', async () => {
    const table = await sales();
    const answer = await aggregateOf(table, {
      group_by: [{ column_key: 'stage' }],
      aggregates: [{ function: 'count' }, { function: 'sum', column_key: 'amount' }],
    });
    expect(answer.groups).toEqual([
      { group: { stage: 'opt_won' }, values: { count: 2, sum_amount: 0.3 } },
      { group: { stage: 'opt_lead' }, values: { count: 1, sum_amount: 7 } },
      { group: { stage: null }, values: { count: 1, sum_amount: 0 } },
    ]);
  });

  test('groups dates by day, week, month and year in the zone of the column', async () => {
    const table = await sales();
    const groups = async (column_key: string, bucket?: 'day' | 'week' | 'month' | 'quarter' | 'year') =>
      (await aggregateOf(table, { group_by: [{ column_key, ...(bucket && { bucket }) }] })).groups.map(({ group, values }) => [
        group[column_key],
        values.count,
      ]);
    expect(await groups('day', 'month')).toEqual([
      ['2026-02-01', 2],
      ['2026-01-01', 1],
      [null, 1],
    ]);
    expect(await groups('day', 'week')).toEqual(
      expect.arrayContaining([
        ['2026-01-26', 2],
        ['2026-02-09', 1],
      ]),
    );
    expect(await groups('day', 'quarter')).toContainEqual(['2026-01-01', 3]);
    expect(await groups('day', 'year')).toContainEqual(['2026-01-01', 3]);
    expect(await groups('at', 'month')).toContainEqual(['2026-02-01', 2]);
    expect(await groups('at')).toContainEqual(['2026-02-01', 2]);
    expect(await groups('created_at', 'year')).toEqual([[expect.stringMatching(/^\d{4}-01-01$/), 4]]);
  });

  test('groups by several columns, by checkboxes and by lists', async () => {
    const table = await sales();
    const answer = await aggregateOf(table, { group_by: [{ column_key: 'paid' }, { column_key: 'tags' }] });
    expect(answer.groups.map(({ group }) => group)).toEqual(
      expect.arrayContaining([
        { paid: true, tags: ['opt_a'] },
        { paid: false, tags: ['opt_a'] },
        { paid: true, tags: null },
        { paid: false, tags: null },
      ]),
    );
  });

  test('groups and counts merged contacts as one', async () => {
    const table = await tableWith(space, { name: { type: 'text' }, who: { type: 'contact', config: { multiple: true } } });
    await table.insert({ who: ['con_merged'] }, { who: ['con_ada'] }, { who: ['con_eve', 'con_merged', 'con_ada'] }, {});
    const answer = await table.call(tables, 'aggregate', {
      table_id: table.table_id,
      group_by: [{ column_key: 'who' }],
      aggregates: [{ function: 'count' }, { function: 'count_unique', column_key: 'who' }],
    });
    expect(answer.groups).toEqual([
      { group: { who: ['con_ada'] }, values: { count: 2, count_unique_who: 1 } },
      { group: { who: ['con_eve', 'con_ada'] }, values: { count: 1, count_unique_who: 1 } },
      { group: { who: null }, values: { count: 1, count_unique_who: 0 } },
    ]);
    const before = readsOfAllMerges.count;
    const filled = await table.call(tables, 'aggregate', {
      table_id: table.table_id,
      aggregates: [{ function: 'count_filled', column_key: 'who' }],
    });
    expect(filled.groups).toEqual([{ group: {}, values: { count_filled_who: 3 } }]);
    expect(readsOfAllMerges.count).toBe(before);
  });

  test('returns the first and the last date', async () => {
    const table = await sales();
    const [{ values }] = (
      await aggregateOf(table, {
        aggregates: [
          { function: 'min', column_key: 'day' },
          { function: 'max', column_key: 'created_at' },
        ],
      })
    ).groups as unknown as [{ values: Record<string, string> }];
    expect(values.min_day).toBe('2026-01-31');
    expect(values.max_created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test('returns at most 1,000 groups and reports more', async () => {
    const table = await sales();
    await table.insert(...Array.from({ length: 1_010 }, (_, n) => ({ name: `n${n}` })));
    const answer = await aggregateOf(table, { group_by: [{ column_key: 'name' }] });
    expect([answer.groups.length, answer.has_more, answer.groups[0]]).toEqual([
      1_000,
      true,
      { group: { name: 'c' }, values: { count: 2 } },
    ]);
  });

  test('rejects an invalid request with all errors', async () => {
    const table = await sales();
    await expect(
      aggregateOf(table, {
        group_by: [{ column_key: 'nope' }, { column_key: 'stage', bucket: 'day' }, { column_key: 'files' }],
        aggregates: [{ function: 'sum', column_key: 'name' }, { function: 'sum' }, { function: 'count' }, { function: 'count' }],
        filters: [{ column_key: 'amount', op: 'gt', value: 'x' }],
      }),
    ).rejects.toMatchObject({
      extras: {
        errors: [
          { path: 'group_by.0.column_key', code: 'unknown_column' },
          { path: 'group_by.1.bucket' },
          { path: 'group_by.2.column_key', code: 'not_groupable' },
          { path: 'aggregates.0.function', message: expect.stringContaining('it can be count') },
          { path: 'aggregates.1.column_key' },
          { path: 'aggregates.3.as', code: 'duplicate' },
          { path: 'filters.0.value' },
        ],
      },
    });
  });

  test('returns null for a sum that exceeds the range of JSON numbers', async () => {
    const table = await tableWith(space, { name: { type: 'text' }, amount: { type: 'number' } });
    await table.insert({ amount: Number.MAX_VALUE }, { amount: Number.MAX_VALUE });
    const answer = await table.call(tables, 'aggregate', {
      table_id: table.table_id,
      aggregates: [{ function: 'sum', column_key: 'amount' }],
    });
    expect(answer.groups[0]!.values).toEqual({ sum_amount: null });
  });
});

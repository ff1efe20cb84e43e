import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Filter, Sort } from '@space/contracts/tables';
import { SEPARATE_VALUES, sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import {
  buildRequestedIndexes,
  DAYS_UNUSED,
  dropUnusedIndexes,
  requestIndex,
  saveIndexUses,
  USES_BEFORE_BUILDING,
} from '../src/indexes/index-task.ts';
import { fullRange, segmentsAfter } from '../src/query/keyset-sql.ts';
import { createQueryContext } from '../src/query/query-context.ts';
import { buildRowQuery, type PageRequest, type RowSelection, segmentSql } from '../src/query/row-query-sql.ts';
import { planTextSearch } from '../src/query/text-search.queries.ts';
import { startReaders, tableWith } from './fixtures/readers.ts';
import { testSchemas } from './fixtures/table.ts';

const ROWS = 30_000;

let space: TestServices;
let table: Awaited<ReturnType<typeof tableWith>>;
beforeAll(async () => {
  space = await startReaders();
  table = await tableWith(space, {
    name: { type: 'text' },
    amount: { type: 'number' },
    day: { type: 'date' },
    stage: { type: 'select', options: ['Lead', 'Won'] },
    tags: { type: 'multi_select', options: ['A', 'B', 'C'] },
  });
  const row_table = sql.identifier(['tables', table.row_table]);
  await space.ports.database.query(sql.typeAlias('void')`
    insert into ${row_table} (id, seq, created_at, updated_at, created_by, updated_by, data)
    select 'row_' || lpad(n::text, 8, '0'), n, now(), now(), '{"kind":"api_key","id":"k","name":"K"}', '{"kind":"api_key","id":"k","name":"K"}',
      jsonb_strip_nulls(jsonb_build_object('c1', 'Engine ' || (n * 7919 % ${ROWS}), 'c2', case when n % 10 > 0 then n * 31 % 1000 end,
        'c3', to_char(date '2020-01-01' + n % 3000, 'YYYY-MM-DD'), 'c4', case when n % 500 = 0 then 'opt_won' else 'opt_lead' end,
        'c5', case when n % 700 = 0 then '["opt_a","opt_b"]'::jsonb else '["opt_b"]' end))
    from generate_series(1, ${ROWS}) as n`);
  await space.ports.database.query(sql.typeAlias('void')`
    insert into tables.row_count_delta (table_id, delta) values (${table.table_id}, ${ROWS})`);
  await space.ports.database.query(sql.typeAlias('void')`analyze ${row_table}`);
});
afterAll(() => space.stop());

const indexes = () =>
  space.ports.database.any(sql.type(z.object({ name: z.string(), state: z.string(), error: z.string().nullable() }))`
    select name, state, error from tables.cell_index where row_table = ${table.row_table} order by name`);

/** Returns the query plan of a list. */
async function planOf(which: RowSelection, part: PageRequest = { limit: 50 }): Promise<string> {
  const schema = await testSchemas(space.ports).read(space.ports.database, table.caller.space_id, table.table_id);
  const chosen = buildRowQuery(await createQueryContext(space.ports.database, schema, space.ports.clock.now()), which);
  const [run] = part.cursor ? segmentsAfter(chosen.keys, part.cursor) : fullRange;
  const lines = await space.ports.database.anyFirst(sql.type(z.object({ 'QUERY PLAN': z.string() }))`
    explain ${segmentSql(await planTextSearch(space.ports.database, chosen), sql.fragment`r.id`, run!, part.limit + 1, part.offset)}`);
  return lines.join('\n');
}

describe('a cell index', () => {
  const contains: Filter[] = [{ column_key: 'name', op: 'contains', value: 'gine 2999' }];
  const byAmount: Sort = [{ column_key: 'amount', direction: 'desc' }];

  test('is built after enough uses and then serves filters, sorting, searches and deep pages', async () => {
    const asked: Parameters<typeof table.list>[0][] = [
      { sort: byAmount },
      { sort: [{ column_key: 'name' }] },
      { sort: [{ column_key: 'day' }] },
      { sort: [{ column_key: 'created_at', direction: 'desc' }] },
      { filters: contains },
      { filters: [{ column_key: 'stage', op: 'eq', value: 'Won' }] },
      { filters: [{ column_key: 'tags', op: 'has_any', value: ['A'] }] },
    ];
    const before = await Promise.all(asked.map((args) => table.ids(args)));
    await saveIndexUses(space.ports);
    expect((await indexes()).map(({ state }) => state)).toEqual(Array(7).fill('candidate'));
    await buildRequestedIndexes(space.ports);
    expect(new Set((await indexes()).map(({ state }) => state))).toEqual(new Set(['candidate']));
    for (let time = 1; time < USES_BEFORE_BUILDING; time++) await Promise.all(asked.map((args) => table.ids(args)));
    await saveIndexUses(space.ports);
    await buildRequestedIndexes(space.ports);
    expect((await indexes()).map(({ state, error }) => [state, error])).toEqual(Array(7).fill(['ready', null]));

    expect(await Promise.all(asked.map((args) => table.ids(args)))).toEqual(before);
    expect(await planOf({ sort: byAmount })).toContain(`Index Scan Backward using ${table.row_table}_c2_number`);
    expect(await planOf({ sort: [{ column_key: 'name', direction: 'asc' }] })).toContain(`${table.row_table}_c1_sort_text`);
    expect(await planOf({ sort: [{ column_key: 'day', direction: 'asc' }] })).toContain(`${table.row_table}_c3_text`);
    expect(await planOf({ sort: [{ column_key: 'created_at', direction: 'desc' }] })).toContain(
      `Scan Backward using ${table.row_table}_created_at_moment`,
    );
    expect(await planOf({ filters: contains })).toContain(`Bitmap Index Scan on ${table.row_table}_c1_search`);
    expect(await planOf({ search: 'gine 2999' })).toContain(`Bitmap Index Scan on ${table.row_table}_c1_search`);
    // 111 matches: by default Postgres would read all rows in their order until a page is full.
    for (const which of [{ search: 'gine 299' }, { search: 'gine 299', sort: byAmount }])
      expect(await planOf(which)).toContain(`Bitmap Index Scan on ${table.row_table}_c1_search`);
    expect(await planOf({ search: 'engine' })).not.toContain('Bitmap');
    const [found, all] = [await table.list({ search: 'gine 299', limit: 51 }), await table.list({ search: 'gine 299', limit: 200 })];
    expect([all.data.length, found.data.length, found.has_more]).toEqual([111, 51, true]);
    expect(found.data).toEqual(all.data.slice(0, 51));
    const rest = await table.list({ search: 'gine 299', limit: 200, cursor: found.next_cursor! });
    expect(rest.data).toEqual(all.data.slice(51));
    expect(await planOf({ filters: [{ column_key: 'name', op: 'eq', value: 'Engine 7' }] })).toContain(`${table.row_table}_c1_sort_text`);
    expect(await planOf({ filters: [{ column_key: 'stage', op: 'eq', value: 'Won' }] })).toContain(`${table.row_table}_c4_text`);
    expect(await planOf({ filters: [{ column_key: 'tags', op: 'has_any', value: ['A'] }] })).toContain(`${table.row_table}_c5_list`);
    expect(await planOf({ filters: [{ column_key: 'tags', op: 'has_any', value: ['A', 'C'] }] })).toContain(`${table.row_table}_c5_list`);
    for (const count of [SEPARATE_VALUES, SEPARATE_VALUES + 1]) {
      const names = Array.from({ length: count }, (_, at) => `Engine ${at}`);
      const days = names.map((_, at) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10));
      expect(await planOf({ filters: [{ column_key: 'name', op: 'in', value: names }] })).toContain(`${table.row_table}_c1_sort_text`);
      expect(await planOf({ filters: [{ column_key: 'day', op: 'in', value: days }] })).toContain(`${table.row_table}_c3_text`);
    }
    expect(await planOf({ filters: [{ column_key: 'amount', op: 'between', value: [5, 6] }] })).toContain(`${table.row_table}_c2_number`);
    const { next_cursor } = await table.list({ sort: byAmount, offset: 20_000, limit: 50 });
    const deep = await planOf({ sort: byAmount }, { limit: 50, cursor: next_cursor! });
    expect(deep).toContain(`Index Scan Backward using ${table.row_table}_c2_number`);
    expect(deep).toMatch(/Index Cond: .*double precision <= /);
    const late = await planOf({ sort: byAmount }, { limit: 50, offset: 25_000 });
    expect(late).toContain(`Index Scan using ${table.row_table}_c2_number`);
    expect(await table.ids({ sort: byAmount, offset: 25_000, limit: 50 })).toEqual(
      await space.ports.database.anyFirst(sql.type(z.object({ id: z.string() }))`
        select id from ${sql.identifier(['tables', table.row_table])} order by (data->'c2')::float8 desc nulls last, id desc offset 25000 limit 50`),
    );
  });

  test('of a text serves every order, over filled and empty cells, by cursor and by offset', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const order = direction === 'asc' ? sql.fragment`asc nulls first, id asc` : sql.fragment`desc nulls last, id desc`;
      const expected = await space.ports.database.anyFirst(sql.type(z.object({ id: z.string() }))`
        select id from ${sql.identifier(['tables', table.row_table])}
        where lower(data->>'c1') like '%gine 299%' order by (data->'c2')::float8 ${order}`);
      const asked = { search: 'gine 299', sort: [{ column_key: 'amount', direction }] };
      expect(await planOf(asked)).toContain(`Bitmap Index Scan on ${table.row_table}_c1_search`);
      const walked: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await table.list({ ...asked, limit: 20, ...(cursor && { cursor }) });
        walked.push(...page.data.map(({ id }) => id));
        if (!page.has_more) break;
        cursor = page.next_cursor!;
      }
      expect(walked).toEqual(expected);
      expect(await table.ids({ ...asked, offset: 95, limit: 10 })).toEqual(expected.slice(95, 105));
      expect(await table.ids({ ...asked, offset: 1_000, limit: 10 })).toEqual([]);
    }
  });

  test('can be requested, and is rebuilt after an interrupted build', async () => {
    const name = `${table.row_table}_c1_text`;
    await space.ports.database.query(sql.typeAlias('void')`
      create index ${sql.identifier([name])} on ${sql.identifier(['tables', table.row_table])} (seq)`);
    await requestIndex(space.ports.database, table.row_table, { cid: 'c1' }, 'text');
    await buildRequestedIndexes(space.ports);
    expect(await indexes()).toContainEqual({ name, state: 'ready', error: null });
    const definition = await space.ports.database.oneFirst(sql.type(z.object({ definition: z.string() }))`
      select pg_get_indexdef(${`tables.${name}`}::text::regclass) as definition`);
    expect(definition).toContain("data ->> 'c1'");
  });

  test('that cannot be built for the cells is marked as failed and removed, so that writes still work', async () => {
    await requestIndex(space.ports.database, table.row_table, { cid: 'c3' }, 'number');
    await buildRequestedIndexes(space.ports);
    const name = `${table.row_table}_c3_number`;
    expect(await indexes()).toContainEqual({ name, state: 'failed', error: expect.stringContaining('double precision') });
    const left = await space.ports.database.oneFirst(sql.type(z.object({ left: z.string().nullable() }))`
      select to_regclass(${`tables.${name}`})::text as left`);
    expect(left).toBeNull();
    await buildRequestedIndexes(space.ports);
  });

  test('is not recorded for small tables', async () => {
    const small = await tableWith(space, { amount: { type: 'number' } });
    await small.insert({ amount: 1 });
    for (let time = 0; time < 5; time++) await small.list({ sort: byAmount });
    await saveIndexUses(space.ports);
    const found = await space.ports.database.any(sql.type(z.object({ name: z.string() }))`
      select name from tables.cell_index where row_table = ${small.row_table}`);
    expect(found).toEqual([]);
  });

  test('is dropped after 30 days without a use', async () => {
    await requestIndex(space.ports.database, table.row_table, { cid: 'c2' }, 'number');
    await buildRequestedIndexes(space.ports);
    await dropUnusedIndexes(space.ports);
    expect(await indexes()).toContainEqual(expect.objectContaining({ name: `${table.row_table}_c2_number` }));
    space.ports.clock.advance((DAYS_UNUSED + 1) * 86_400_000);
    await dropUnusedIndexes(space.ports);
    expect(await indexes()).toEqual([]);
    expect(await planOf({ sort: byAmount })).not.toContain('_number');
  });
});

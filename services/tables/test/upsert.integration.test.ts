import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rows, tables } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { newSpace, refusal, startTables } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startTables();
});
afterAll(() => space.stop());

async function stock(...more: Record<string, unknown>[]) {
  const testSpace = newSpace(space);
  const { id: table_id } = await testSpace.table(
    'Stock',
    { key: 'sku', type: 'text', field_config: { unique: true } },
    { key: 'amount', type: 'number' },
    { key: 'code', type: 'number', field_config: { unique: true } },
    ...more,
  );
  const upsert = (given: readonly object[], more: object = {}) =>
    testSpace.call(rows, 'upsert', { table_id, key: 'sku', rows: given as never, ...more });
  return { ...testSpace, table_id, upsert };
}

/** Repeats a call that is refused with `unavailable`: on a busy machine calls wait too long for a connection. Nothing was written then. */
const untilAvailable = <T>(act: () => Promise<T>): Promise<T> =>
  act().catch((problem) => {
    if (problem.code === 'unavailable') return untilAvailable(act);
    throw problem;
  });

/** Makes each insert into a table take so long that concurrent calls wait for each other. */
async function slowInserts(table_id: string): Promise<void> {
  const { database } = space.ports;
  const row_table = await database.oneFirst(sql.type(z.object({ row_table: z.string() }))`
    select row_table from tables.user_table where id = ${table_id}`);
  await database.query(sql.typeAlias('void')`
    create or replace function tables.slow_insert() returns trigger language plpgsql as 'begin perform pg_sleep(0.02); return new; end'`);
  await database.query(sql.typeAlias('void')`
    create trigger slow before insert on ${sql.identifier(['tables', row_table])} for each row execute function tables.slow_insert()`);
}

/** Returns the number of deadlocks that Postgres has ended. */
const deadlocks = (): Promise<number> =>
  space.ports.database.oneFirst(sql.type(z.object({ deadlocks: z.number() }))`
    select deadlocks::integer as deadlocks from pg_stat_database where datname = current_database()`);

describe('an upsert', () => {
  test('creates, updates and leaves rows unchanged, and reports each outcome', async () => {
    const { upsert, events, call, table_id } = await stock();
    await upsert([
      { sku: 'a', amount: 1 },
      { sku: 'b', amount: 1 },
    ]);
    const done = await upsert([
      { sku: 'C', amount: 3 },
      { sku: 'A', amount: 2 },
      { sku: 'b', amount: 1 },
    ]);
    expect(done).toMatchObject({ created: 1, updated: 1, unchanged: 1, failed: 0 });
    expect(done.results.map(({ index, outcome, row }) => [index, outcome, row!.data])).toEqual([
      [0, 'created', { sku: 'C', amount: 3, code: null }],
      [1, 'updated', { sku: 'A', amount: 2, code: null }],
      [2, 'unchanged', { sku: 'b', amount: 1, code: null }],
    ]);
    expect((await events()).map(({ type }) => type.slice('table_row_'.length))).toEqual(['created', 'created', 'created', 'updated']);
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 3 });
  });

  test('applies defaults to new rows only, and requires cells in new rows only', async () => {
    const { upsert } = await stock({ key: 'state', type: 'text', default_value: 'new' }, { key: 'owner', type: 'text', required: true });
    await upsert([{ sku: 'a', owner: 'x', state: 'old' }]);
    const done = await upsert([
      { sku: 'a', amount: 1 },
      { sku: 'b', owner: 'y' },
    ]);
    expect(done.results.map(({ row }) => row!.data.state)).toEqual(['old', 'new']);
    const refused = await refusal(upsert([{ sku: 'a', amount: 2 }, { sku: 'c' }]));
    expect(refused.extras.errors!.map(({ path, code }) => [path, code])).toEqual([['rows.1.owner', 'required']]);
  });

  test('needs a unique column, and a unique key in each row', async () => {
    const { upsert } = await stock();
    expect(await refusal(upsert([{ sku: 'a' }], { key: 'amount' }))).toMatchObject({
      extras: { errors: [{ path: 'key', code: 'not_unique' }] },
    });
    expect(await refusal(upsert([{ sku: 'a' }], { key: 'sk' }))).toMatchObject({
      extras: { errors: [{ path: 'key', code: 'unknown_column' }] },
    });
    const refused = await refusal(upsert([{ sku: 'a' }, { amount: 1 }, { sku: 'A' }, { sku: 5 }]));
    expect(refused.extras.errors!.map(({ path, code }) => [path, code])).toEqual([
      ['rows.3.sku', expect.any(String)],
      ['rows.1.sku', 'required'],
      ['rows.2.sku', 'duplicate_row'],
    ]);
    const { results } = await upsert([{ sku: 5 }], { mode: 'per_item' });
    expect(results[0]!.error).not.toContain('is needed to find the row');
  });

  test('in all_or_nothing mode writes nothing if one row fails', async () => {
    const { upsert, call, table_id, events } = await stock();
    await call(rows, 'create', { table_id, data: { sku: 'z', code: 1 } });
    expect(await refusal(upsert([{ sku: 'a' }, { sku: 'b', code: 1 }]))).toMatchObject({
      code: 'duplicate',
      extras: { column_key: 'code' },
    });
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 1 });
    expect(await events()).toHaveLength(1);
  });

  test('in per_item mode writes the valid rows and explains each failure', async () => {
    const { upsert, call, table_id, events } = await stock({ key: 'owner', type: 'text', required: true });
    await call(rows, 'create', { table_id, data: { sku: 'z', code: 1, owner: 'o' } });
    const given = [
      { sku: 'a', owner: 'o', code: 2 },
      { sku: 'b', owner: 'o', code: 1 },
      { sku: 'c', amount: 'x', what: 1 },
      { sku: 'd' },
      { sku: 'z', amount: 9 },
      { sku: 'e', owner: 'o', code: 2 },
      { owner: 'o' },
    ];
    const done = await upsert(given, { mode: 'per_item' });
    expect(done).toMatchObject({ created: 1, updated: 1, unchanged: 0, failed: 5 });
    expect(done.results.map(({ outcome }) => outcome)).toEqual(['created', 'failed', 'failed', 'failed', 'updated', 'failed', 'failed']);
    const messages = done.results.map(({ error }) => error ?? '');
    expect(messages[1]).toContain('must be unique');
    expect(messages[2]).toMatch(/amount: .*; what: there is no column "what"/);
    expect(messages[3]).toContain('required');
    expect(messages[6]).toContain('sku');
    expect((await events()).map(({ type }) => type.slice('table_row_'.length))).toEqual(['created', 'created', 'updated']);
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 2 });
  });

  test.each([
    ['all_or_nothing', []],
    ['per_item', []],
    ['per_item', [{ sku: 'wrong', code: 7 }]],
  ])('of the same keys in any order by concurrent calls creates each row once (%s, also %j)', async (mode, wrong) => {
    const { upsert, call, table_id } = await stock();
    await upsert([{ sku: 'other', code: 7 }]);
    await slowInserts(table_id);
    const given = Array.from({ length: 10 }, (_, index) => ({ sku: `s${index}` }));
    const before = await deadlocks();
    const responses = await Promise.all(
      Array.from({ length: 4 }, (_, amount) =>
        untilAvailable(() => upsert([...(amount % 2 ? given : given.toReversed()).map((row) => ({ ...row, amount })), ...wrong], { mode })),
      ),
    );
    expect(responses.reduce((sum, { created }) => sum + created, 0)).toBe(10);
    expect(responses.reduce((sum, { failed }) => sum + failed, 0)).toBe(4 * wrong.length);
    expect(await call(tables, 'get', { table_id })).toMatchObject({ row_count: 11 });
    expect(await deadlocks()).toBe(before);
  });

  test('with one wrong row writes the others in the order of the request', async () => {
    const { upsert, events } = await stock();
    await upsert([{ sku: 'x', code: 7 }]);
    const done = await upsert([{ sku: 'z', code: 1 }, { sku: 'wrong', code: 7 }, { sku: 'a', code: 1 }, { sku: 'b' }], {
      mode: 'per_item',
    });
    expect(done.results.map(({ outcome }) => outcome)).toEqual(['created', 'failed', 'failed', 'created']);
    expect((await events()).map(({ data }) => data.row)).toEqual(['x', 'z', 'b']);
  });

  test('with an idempotency key runs once', async () => {
    const { call, table_id, events } = await stock();
    const input = { table_id, key: 'sku', rows: [{ sku: 'a', amount: 1 }] };
    const first = await call.whole(rows, 'upsert', input, { idempotency_key: 'k' });
    expect(await call.whole(rows, 'upsert', input, { idempotency_key: 'k' })).toEqual({ ...first, replayed: true });
    expect(await events()).toHaveLength(1);
  });
});

test('of concurrent creations of the same rows in any order one succeeds, without a deadlock', async () => {
  const { call, table_id } = await stock();
  await slowInserts(table_id);
  const given = Array.from({ length: 10 }, (_, index) => ({ sku: `s${index}` }));
  const before = await deadlocks();
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, (_, at) =>
      untilAvailable(() => call(rows, 'create_bulk', { table_id, rows: at % 2 ? given : given.toReversed() } as never)),
    ),
  );
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(refused).toEqual(['duplicate', 'duplicate', 'duplicate']);
  expect(await deadlocks()).toBe(before);
});

test('a row with thousands of unknown keys costs little and answers a short sentence', async () => {
  const columns = Array.from({ length: 200 }, (_, at) => ({ key: `column_number_${at}`, type: 'text' }));
  const { upsert } = await stock(...columns);
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`unknown_key_${at}`, at]));
  const before = process.cpuUsage();
  const { results } = await upsert([{ sku: 'a', ...unknown }], { mode: 'per_item' });
  const { user } = process.cpuUsage(before);
  expect(results[0]).toMatchObject({ outcome: 'failed', error: expect.stringContaining('(and 19980 more)') });
  expect(user / 1_000).toBeLessThan(1_000);
  expect(JSON.stringify(results).length).toBeLessThan(10_000);
});

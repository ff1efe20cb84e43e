import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_SNAPSHOTS_PER_TABLE, snapshots } from '@space/contracts/tables';
import { isoTime, sql } from '@space/database';
import { callAs, emittedIn, startServices, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { takeSnapshot } from '../src/new-snapshots/take-snapshot.ts';
import { resolveAsOf } from '../src/snapshots/as-of.ts';
import { TestTable, timeMachine } from './fixtures/time-machine.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([timeMachine]);
});
afterAll(() => space.stop());

const newTable = async () => {
  const table = await new TestTable(space.ports).create({ key: 'name' }, { key: 'amount', type: 'number' });
  const call = callAs(space.ports, table.caller);
  const table_id = table.id;
  return {
    table,
    call,
    table_id,
    snap: (label?: string) => call(snapshots, 'create', { table_id, ...(label === undefined ? {} : { label }) }),
    diff: (snapshot_id: string, more: { limit?: number; cursor?: string } = {}) =>
      call(snapshots, 'diff', { table_id, snapshot_id, ...more }),
  };
};

describe('taking a snapshot', () => {
  test('returns its counts, emits an event and lists it first', async () => {
    const { table, call, table_id, snap } = await newTable();
    await table.insert({ c1: 'a' });
    const first = await snap('Monday');
    await table.insert({ c1: 'b' });
    const second = await snap();
    expect(first).toEqual({
      id: expect.stringMatching(/^snp_/),
      created_at: table.now,
      updated_at: table.now,
      table_id,
      label: 'Monday',
      kind: 'manual',
      row_count: 1,
      created_by: table.caller.actor,
    });
    expect(second).toMatchObject({ label: null, row_count: 2 });
    expect(await call(snapshots, 'get', { table_id, snapshot_id: first.id })).toEqual(first);
    expect(await call(snapshots, 'list', { table_id, include_total: true })).toEqual({
      data: [second, first],
      has_more: false,
      next_cursor: null,
      total: 2,
    });
    const page = await call(snapshots, 'list', { table_id, limit: 1 });
    expect(page).toMatchObject({ data: [second], has_more: true });
    expect((await call(snapshots, 'list', { table_id, limit: 1, cursor: page.next_cursor! })).data).toEqual([first]);
    expect((await emittedIn(space.ports.database, 'tables', table.space)).map(({ type }) => type)).toEqual([
      'table_snapshot_created',
      'table_snapshot_created',
    ]);
  });

  test('waits for active writers and includes their rows completely', async () => {
    const { table, snap } = await newTable();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const writing = table.write(async (tx) => {
      await table.insertIn(tx, { c1: 'a' });
      begin();
      await mayCommit;
    });
    await begun;
    const taking = snap();
    expect(await Promise.race([taking, delay(200, 'waiting')])).toBe('waiting');
    commit();
    await writing;
    expect((await taking).row_count).toBe(1);
  });

  test('is rejected beyond the limit, and automatic snapshots replace the oldest automatic one', async () => {
    const { table, call, table_id, snap } = await newTable();
    const take = (kind: 'manual' | 'before_import') =>
      space.ports.database.transaction((tx) =>
        takeSnapshot(tx, { space_id: table.space, table_id, label: null, kind, caller: table.caller, now: table.now }),
      );
    const first = await take('before_import');
    for (let taken = 0; taken < MAX_SNAPSHOTS_PER_TABLE; taken++) await take('before_import');
    for (let taken = 0; taken < MAX_SNAPSHOTS_PER_TABLE; taken++) await take('manual');
    await expect(snap()).rejects.toMatchObject({ code: 'limit_reached' });
    const { data, total } = await call(snapshots, 'list', { table_id, include_total: true, limit: 1 });
    expect(total).toBe(2 * MAX_SNAPSHOTS_PER_TABLE);
    await expect(call(snapshots, 'delete', { table_id, snapshot_id: first.id })).rejects.toMatchObject({ code: 'not_found' });
    await call(snapshots, 'delete', { table_id, snapshot_id: data[0]!.id });
    await snap();
  });

  test('of a table outside the Space returns 404, and so does its list', async () => {
    const { table_id, snap } = await newTable();
    const other = await newTable();
    await expect(other.call(snapshots, 'create', { table_id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(other.call(snapshots, 'list', { table_id })).rejects.toMatchObject({ code: 'not_found' });
    const { id: snapshot_id } = await snap();
    await expect(other.call(snapshots, 'get', { table_id, snapshot_id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(other.call(snapshots, 'get', { table_id: other.table_id, snapshot_id })).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('deleting a snapshot leaves the table unchanged and emits an event', async () => {
  const { table, call, table_id, snap } = await newTable();
  await table.insert({ c1: 'a' });
  const { id } = await snap('Monday');
  expect(await call(snapshots, 'delete', { table_id, snapshot_id: id })).toEqual({ id, deleted: true });
  await expect(call(snapshots, 'delete', { table_id, snapshot_id: id })).rejects.toMatchObject({ code: 'not_found' });
  expect(await table.rows()).toHaveLength(1);
  expect((await emittedIn(space.ports.database, 'tables', table.space)).at(-1)).toMatchObject({
    type: 'table_snapshot_deleted',
    data: { snapshot_id: id, snapshot: 'Monday', table: 'Deals' },
  });
});

describe('comparing a snapshot with the table', () => {
  test('lists created, changed and deleted rows with their cells, and no unchanged row', async () => {
    const { table, snap, diff } = await newTable();
    const [same, changed, gone] = [
      await table.insert({ c1: 'same' }),
      await table.insert({ c1: 'old', c2: 1 }),
      await table.insert({ c1: 'gone' }),
    ];
    const { id } = await snap();
    await table.update(same!, { c1: 'other' });
    await table.update(same!, { c1: 'same' });
    await table.update(changed!, { c1: 'new' });
    await table.delete(gone!);
    const made = await table.insert({ c2: 3 });
    expect(await diff(id)).toEqual({
      columns: { created: [], changed: [], deleted: [] },
      data: [
        { row_id: changed, change: 'updated', cells: { name: { from: 'old', to: 'new' } } },
        { row_id: gone, change: 'deleted', cells: { name: { from: 'gone', to: null } } },
        { row_id: made, change: 'created', cells: { amount: { from: null, to: 3 } } },
      ],
      has_more: false,
      next_cursor: null,
    });
  });

  test('lists columns by key: a deleted one by its former key, a renamed one by its new key', async () => {
    const { table, snap, diff } = await newTable();
    const row = await table.insert({ c1: 'a', c2: 1 });
    const { id } = await snap();
    const [name, amount] = (await table.schema()).columns;
    await table.retireColumn(amount!.id);
    await table.changeColumn(name!.id, sql.fragment`key = 'title'`);
    await table.addColumn({ key: 'amount' });
    await table.update(row, { c1: 'b', c3: 'x' });
    expect(await diff(id)).toMatchObject({
      columns: { created: ['amount'], changed: ['title'], deleted: ['amount'] },
      data: [{ row_id: row, change: 'updated', cells: { title: { from: 'a', to: 'b' }, amount: { from: null, to: 'x' } } }],
    });
  });

  test('has pages of bounded size', async () => {
    const { table, snap, diff } = await newTable();
    const { id } = await snap();
    const ids: string[] = [];
    for (let row = 0; row < 6; row++) ids.push(await table.insert({ c1: 'x'.repeat(900_000) }));
    const first = await diff(id, { limit: 200 });
    expect(first.data.map(({ row_id }) => row_id)).toEqual(ids.slice(0, 4));
    const rest = await diff(id, { limit: 200, cursor: first.next_cursor! });
    expect(rest).toMatchObject({ data: ids.slice(4).map((row_id) => ({ row_id })), has_more: false, next_cursor: null });
  });

  test('has pages ordered by row id', async () => {
    const { table, snap, diff } = await newTable();
    const rows = await table.write(async (tx) => {
      const ids: string[] = [];
      for (let row = 0; row < 12; row++) ids.push(await table.insertIn(tx, { c1: 'a' }));
      return ids;
    });
    const { id } = await snap();
    await table.write(async (tx) => {
      for (const row of rows) await table.updateIn(tx, row, { c9: 'hidden' });
      for (const row of rows.filter((_, index) => index % 3 === 0)) await table.updateIn(tx, row, { c1: 'b' });
    });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await diff(id, { limit: 1, ...(cursor ? { cursor } : {}) });
      seen.push(...page.data.map(({ row_id }) => row_id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(rows.filter((_, index) => index % 3 === 0));
    await expect(diff(id, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('a table as of a past point', () => {
  const look = async (table: TestTable, text: string) => {
    const { schema, source } = await resolveAsOf(space.ports.database, await table.schema(), text);
    return table.rows(source, schema);
  };

  test('at a snapshot has the rows and columns of the snapshot', async () => {
    const { table, snap } = await newTable();
    const [a, b] = [await table.insert({ c1: 'a', c2: 1 }), await table.insert({ c1: 'b' })];
    const then = await table.rows();
    const { id } = await snap();
    space.ports.clock.advance(10);
    await table.update(a!, { c1: 'A' });
    await table.delete(b!);
    await table.insert({ c1: 'c' });
    await table.changeColumn((await table.schema()).columns[0]!.id, sql.fragment`key = 'title'`);
    await table.retireColumn((await table.schema()).columns[1]!.id);
    expect(await look(table, id)).toEqual(then);
    const { schema } = await resolveAsOf(space.ports.database, await table.schema(), id);
    expect(schema.title?.key).toBe('name');
    expect([...schema.byKey.keys()]).toEqual(['name', 'amount']);
    expect(schema.schema_version).toBe((await table.schema()).schema_version);
  });

  test('at a time has the rows of that time, also between restores', async () => {
    const { table, call, table_id, snap } = await newTable();
    const seen: [string, Awaited<ReturnType<typeof look>>][] = [];
    const remember = async () => {
      seen.push([isoTime(space.ports.clock.now()), await table.rows()]);
      space.ports.clock.advance(10);
    };
    const restore = (snapshot_id: string) => call(snapshots, 'restore', { table_id, snapshot_id });
    const [a, b] = [await table.insert({ c1: 'a' }), await table.insert({ c1: 'b' })];
    await remember();
    const { id } = await snap();
    await table.update(a!, { c1: 'A' });
    await remember();
    await table.delete(b!);
    await remember();
    await table.insert({ c1: 'c' });
    await remember();
    const { undo_snapshot_id } = await restore(id);
    await remember();
    await table.update(b!, { c1: 'B' });
    await remember();
    await restore(undo_snapshot_id);
    await remember();
    await restore(id);
    await remember();
    for (const [time, rows] of seen) expect([time, await look(table, time)]).toEqual([time, rows]);
    expect(new Set(seen.map(([, rows]) => JSON.stringify(rows))).size).toBe(5);
  });

  test('is rejected before the creation of the table, before the retained history, for a snapshot of another table and for an invalid time', async () => {
    const { table } = await newTable();
    const other = await newTable();
    await expect(look(table, (await other.snap()).id)).rejects.toMatchObject({ code: 'not_found' });
    for (const text of ['2020-01-01', 'yesterday', '2026-13-01', '1', '2026-05-31T25:00:00Z'])
      await expect(look(table, text)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('as_of') });
    await space.ports.database.query(sql.typeAlias('void')`update tables.user_table set created_at = '2020-01-01' where id = ${table.id}`);
    await expect(look(table, '2021-01-01T00:00:00Z')).rejects.toMatchObject({ message: expect.stringContaining('180 days') });
  });
});

test('the cost of a snapshot does not depend on the rows, and the cost of a restore depends on the changes', async () => {
  const { table, call, table_id, snap } = await newTable();
  const { database } = space.ports;
  const row_table = sql.identifier(['tables', table.row_table]);
  await database.query(sql.typeAlias('void')`
    insert into ${row_table} (id, seq, created_at, updated_at, created_by, updated_by, data)
    select 'row_' || lpad(n::text, 26, '0'), nextval('tables.row_seq'), now(), now(), '{"kind":"api_key","id":"k","name":"k"}',
      '{"kind":"api_key","id":"k","name":"k"}', jsonb_build_object('c1', 'Engine No. ' || n, 'c2', n) from generate_series(1, 200000) as n`);
  await database.query(sql.typeAlias('void')`insert into tables.row_count_delta (table_id, delta) values (${table_id}, 200000)`);
  await database.query(sql.typeAlias('void')`analyze ${row_table}`);
  let id = '';
  for (let turn = 0; turn < 5; turn++) ({ id } = await snap());
  await database.query(sql.typeAlias('void')`
    with change as materialized (select id, nextval('tables.row_seq') as seq from ${row_table} where (data->'c2')::int % 200 = 0),
    history as (insert into tables.row_history (table_id, row_id, from_seq, to_seq, op, data, computed, created_at, created_by, updated_at, updated_by, ended_by, ended_at)
      select ${table_id}, h.id, h.seq, change.seq, 'u', data, computed, created_at, created_by, updated_at, updated_by, updated_by, now() from ${row_table} as h join change using (id))
    update ${row_table} as h set data = data || '{"c1":"changed"}', seq = change.seq from change where h.id = change.id`);
  const answer = await call(snapshots, 'restore', { table_id, snapshot_id: id });
  expect(answer.rows).toEqual({ reinstated: 0, reverted: 1_000, removed: 0 });
  await call(snapshots, 'restore', { table_id, snapshot_id: answer.undo_snapshot_id });
  const { data } = await call(snapshots, 'diff', { table_id, snapshot_id: id });
  expect(data).toHaveLength(50);
  const count = await database.oneFirst(
    sql.type(z.object({ count: z.number() }))`select count(*) as count from ${row_table} where data->>'c1' = 'changed'`,
  );
  expect(count).toBe(1_000);
});

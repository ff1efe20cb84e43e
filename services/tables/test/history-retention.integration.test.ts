import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROW_HISTORY_DAYS, snapshots } from '@space/contracts/tables';
import { sql } from '@space/database';
import { startServices, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { createHistoryRetention } from '../src/history/history-retention.ts';
import { mergeRowCounts } from '../src/history/merge-row-counts.queries.ts';
import { newTableInTime } from './fixtures/time.ts';
import { TestTable, timeMachine } from './fixtures/time-machine.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([timeMachine]);
});
afterAll(() => space.stop());

const DAY_MS = 86_400_000;

const newTable = () => newTableInTime(space, { key: 'done', type: 'checkbox' });

describe('retention of the row history', () => {
  const images = (table: string) =>
    space.ports.database.oneFirst(
      sql.type(z.object({ count: z.number() }))`select count(*) as count from tables.row_history where table_id = ${table}`,
    );

  test('deletes expired versions that no snapshot needs and keeps the others', async () => {
    const { table, call, table_id, snap, restore } = await newTable();
    const row = await table.insert({ c1: '0' });
    for (let turn = 1; turn <= 3; turn++) await table.update(row, { c1: String(turn) });
    const id = await snap();
    await table.update(row, { c1: '4' });
    await table.update(row, { c1: '5' });
    const sweep = () => createHistoryRetention(space.ports.database, space.ports.clock)();
    await sweep();
    expect(await images(table_id)).toBe(5);
    space.ports.clock.advance((ROW_HISTORY_DAYS + 1) * DAY_MS);
    await table.update(row, { c1: '6' });
    await sweep();
    expect(await images(table_id)).toBe(2);
    await restore(id);
    expect((await table.rows())[0]!.data.name).toBe('3');
    for (const { id } of (await call(snapshots, 'list', { table_id })).data) await call(snapshots, 'delete', { table_id, snapshot_id: id });
    space.ports.clock.advance((ROW_HISTORY_DAYS + 1) * DAY_MS);
    await sweep();
    expect(await images(table_id)).toBe(0);
    expect((await table.rows())[0]!.data.name).toBe('3');
  });

  test('clears the cells of a deleted column after its last snapshot, then deletes the column', async () => {
    const { table, call, table_id, snap, restore } = await newTable();
    const row = await table.insert({ c1: 'a', c2: 7 });
    const id = await snap();
    await table.update(row, { c1: 'b' });
    const amount = (await table.schema()).byKey.get('amount')!.id;
    await table.retireColumn(amount);
    const { seq } = await space.ports.database.one(
      sql.type(z.object({ seq: z.number() }))`select seq from ${sql.identifier(['tables', table.row_table])}`,
    );
    const sweep = createHistoryRetention(space.ports.database, space.ports.clock);
    const places = () =>
      space.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
        select (select count(*) from ${sql.identifier(['tables', table.row_table])} where data ? 'c2')
          + (select count(*) from tables.row_history where table_id = ${table_id} and data ? 'c2')
          + (select count(*) from tables.user_column where id = ${amount}) as count`);
    await sweep();
    expect(await places()).toBe(3);
    const { undo_snapshot_id } = await restore(id);
    expect((await table.rows())[0]!.data).toEqual({ name: 'a', amount: 7 });
    await restore(undo_snapshot_id);
    for (const { id } of (await call(snapshots, 'list', { table_id })).data) await call(snapshots, 'delete', { table_id, snapshot_id: id });
    await sweep();
    expect(await places()).toBe(0);
    expect((await table.rows())[0]!.data).toEqual({ name: 'b' });
    expect(seq).toBeGreaterThan(0);
  });

  test('keeps an inverse column that a snapshot of the other table can restore', async () => {
    const { table, call, table_id, snap } = await newTable();
    const other = await new TestTable(space.ports, table.caller).create({ key: 'name' });
    const reference = (is_inverse: boolean, table_id: string, symmetric_column_id: string) => ({
      table_id,
      cardinality: 'many',
      symmetric_column_id,
      is_inverse,
    });
    const company = await table.addColumn({ key: 'company', type: 'reference' });
    const is_inverse = await other.addColumn({ key: 'deals', type: 'reference', reference: reference(true, table_id, company) });
    await table.changeColumn(company, sql.fragment`reference = ${JSON.stringify(reference(false, other.id, is_inverse))}::jsonb`);
    const id = await snap();
    await table.retireColumn(company);
    await other.retireColumn(is_inverse);
    const left = () =>
      space.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
        select count(*) as count from tables.user_column where id in (${company}, ${is_inverse})`);
    const sweep = createHistoryRetention(space.ports.database, space.ports.clock);
    await sweep();
    expect(await left()).toBe(2);
    await call(snapshots, 'delete', { table_id, snapshot_id: id });
    await sweep();
    expect(await left()).toBe(0);
  });

  test('leaves the row version unchanged while clearing deleted cells', async () => {
    const { table } = await newTable();
    await table.insert({ c1: 'a', c2: 7 });
    await table.retireColumn((await table.schema()).byKey.get('amount')!.id);
    const seq = () =>
      space.ports.database.oneFirst(
        sql.type(z.object({ seq: z.number() }))`select seq from ${sql.identifier(['tables', table.row_table])}`,
      );
    const before = await seq();
    await createHistoryRetention(space.ports.database, space.ports.clock)();
    expect(await seq()).toBe(before);
  });

  test('merges row counts during writes, and the sum is always correct', async () => {
    const { table } = await newTable();
    const rows: string[] = [];
    const writers = Array.from({ length: 4 }, async () => {
      for (let turn = 0; turn < 40; turn++) rows.push(await table.insert({}));
    });
    const folding = Promise.all(
      [1, 2].map(async () => {
        for (let turn = 0; turn < 20; turn++) await mergeRowCounts(space.ports.database);
      }),
    );
    await Promise.all([...writers, folding]);
    await mergeRowCounts(space.ports.database);
    expect(await table.countedRows()).toBe(160);
    const lines = await space.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) as count from tables.row_count_delta where table_id = ${table.id}`);
    expect(lines).toBeLessThan(60);
  });
});

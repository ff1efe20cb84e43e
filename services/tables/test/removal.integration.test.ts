import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { columns, rows, tables } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { removeTables } from '../src/removal/remove-tables.ts';
import { newSpace, startTables } from './fixtures/space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTables();
});
afterAll(() => services.stop());

const count = (query: ReturnType<typeof sql.fragment>) =>
  services.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from ${query}`);

test('the tables of a removed Space are deleted with their rows, history and sequences, and no others', async () => {
  const [space, other] = [newSpace(services), newSpace(services)];
  for (const { call, table } of [space, other]) {
    const people = await table('People', { key: 'name', type: 'text' }, { key: 'number', type: 'autonumber' });
    await table('Deals', { key: 'who', type: 'reference', reference_target: { table_id: people.id } });
    const { id: row_id } = await call(rows, 'create', { table_id: people.id, data: { name: 'Ada' } });
    await call(rows, 'update', { table_id: people.id, row_id, data: { name: 'Ada Lovelace' } });
  }
  const physical = () =>
    count(
      sql.fragment`pg_class as c join pg_namespace as n on n.oid = c.relnamespace where n.nspname = 'tables' and c.relkind in ('r', 'S')`,
    );
  const before = [await physical(), await count(sql.fragment`tables.row_history`)];
  const remove = () => removeTables(services.ports.database, space.caller.space_id);
  let calls = 0;
  for (let isDone = false; !isDone; calls++) ({ is_done: isDone } = await remove());
  expect(calls).toBeGreaterThan(2);
  expect(await remove()).toEqual({ deleted: 0, is_done: true });
  expect((await space.call(tables, 'list', {})).data).toEqual([]);
  expect(before[0]! - (await physical())).toBe(3);
  expect(await count(sql.fragment`tables.row_history`)).toBe(before[1]! / 2);
  const [table] = (await other.call(tables, 'list', { sort: 'created_at' })).data;
  expect((await other.call(rows, 'list', { table_id: table!.id })).data).toMatchObject([{ data: { name: 'Ada Lovelace', number: 1 } }]);
  expect((await other.call(columns, 'list', { table_id: table!.id })).data.length).toBeGreaterThan(1);
});

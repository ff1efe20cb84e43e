import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { rows, views } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { startServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { newSpace } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

/** Creates a table whose formula `tax` is pending. */
async function pendingTable() {
  const here = newSpace(space);
  const { id: table_id } = await here.table(
    'Deals',
    { key: 'name', type: 'text' },
    { key: 'amount', type: 'number' },
    { key: 'tax', type: 'formula', field_config: { expression: '{amount} * 2' } },
  );
  await here.call(rows, 'create', { table_id, data: { name: 'a', amount: 1 } });
  const { id: view_id } = await here.call(views, 'create', { table_id, name: 'By tax', config: { sort: [{ column_key: 'tax' }] } });
  await space.ports.database.query(sql.typeAlias('void')`
    with changed as (update tables.user_column set status = 'pending' where table_id = ${table_id} and key = 'tax')
    update tables.user_table set status_version = status_version + 1 where id = ${table_id}`);
  return { ...here, table_id, view_id };
}

test('a list that selects or orders rows by a pending column that it does not show says so', async () => {
  const { call, table_id, view_id } = await pendingTable();
  const pendingOf = async (request: object) => (await call(rows, 'list', { table_id, fields: ['name'], ...request } as never)).pending;
  expect(await pendingOf({ filters: [{ or: [{ column_key: 'tax', op: 'gt', value: 0 }] }] })).toEqual(['tax']);
  expect(await pendingOf({ sort: [{ column_key: 'tax' }] })).toEqual(['tax']);
  expect(await pendingOf({ view_id })).toEqual(['tax']);
  expect(await pendingOf({ sort: [{ column_key: 'name' }] })).toBeUndefined();
});

test('an export ordered by a pending column that it leaves out is marked', async () => {
  const { call, table_id } = await pendingTable();
  const exported = await call(rows, 'export', { table_id, fields: ['name'], sort: [{ column_key: 'tax' }] });
  expect([exported.csv.split('\r\n')[0], exported.pending]).toEqual(['name,_pending', ['tax']]);
  expect((await call(rows, 'export', { table_id, fields: ['name'] })).csv).toBe('name\r\na\r\n');
});

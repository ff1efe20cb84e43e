import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { columns, rows, snapshots } from '@space/contracts/tables';
import { sql } from '@space/database';
import { applyAgain } from '@space/database/testing';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { newSpace } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([tablesService]);
});
afterAll(() => space.stop());

/** Names the zone of all columns, live, deleted and of snapshots, as they were named before the migration. */
const nameAsBefore = async (spaceId: string) => {
  await space.ports.database.query(sql.typeAlias('void')`
    update tables.user_column set config = replace(config::text, '"timezone"', '"time_zone"')::jsonb where space_id = ${spaceId}`);
  await space.ports.database.query(sql.typeAlias('void')`
    update tables.snapshot set columns = replace(columns::text, '"timezone"', '"time_zone"')::jsonb where space_id = ${spaceId}`);
};

test('stored configs and snapshots name the zone of a column timezone, and a restored column has its zone', async () => {
  const { call, caller, table } = newSpace(space);
  const { id: table_id, columns: made } = await table(
    'Calls',
    { key: 'name', type: 'text' },
    { key: 'at', type: 'datetime', field_config: { timezone: 'Europe/Paris', format: 'D MMM YYYY' } },
    { key: 'hour', type: 'formula', field_config: { expression: 'HOUR({at})', timezone: 'Asia/Tokyo' } },
  );
  const zones = async () => (await call(columns, 'list', { table_id })).data.map(({ field_config }) => field_config);
  const before = await zones();
  expect(before[1]).toEqual({ timezone: 'Europe/Paris', format: 'D MMM YYYY' });
  const { id: row_id } = await call(rows, 'create', { table_id, data: { name: 'Ada', at: '2026-01-01T12:00:00Z' } });
  const { id: snapshot_id } = await call(snapshots, 'create', { table_id });
  await call(columns, 'delete', { table_id, column_id: made[2]!.id });
  await nameAsBefore(caller.space_id);
  await applyAgain(space.ports.url, { schema: tablesService.schema, folder: tablesService.migrations! }, '004-timezone.sql');
  expect(await zones()).toEqual(before.slice(0, 2));
  await call(snapshots, 'restore', { table_id, snapshot_id });
  expect(await zones()).toEqual(before);
  expect((await call(rows, 'get', { table_id, row_id })).data).toMatchObject({ hour: 21 });
  const { rows: left } = await space.ports.database.query(sql.unsafe`
    select id from tables.user_column where space_id = ${caller.space_id} and config ? 'time_zone'`);
  expect(left).toEqual([]);
});

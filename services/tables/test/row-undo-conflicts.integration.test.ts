import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { columns, MAX_SNAPSHOTS_PER_TABLE, rows, snapshots } from '@space/contracts/tables';
import { sql } from '@space/database';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { createDeals } from './fixtures/undoable-deals.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

const deals = (...more: Record<string, unknown>[]) => createDeals(space, ...more);

test('a row whose former unique value another row of the same change has is a conflict, and a second call reverts it', async () => {
  const { call, table_id, undo, set, id } = await deals({ key: 'code', type: 'number', field_config: { unique: true } });
  for (const [code, name] of ['a', 'b', 'c'].entries()) await set(name, { code });
  const codes = async () => (await call(rows, 'list', { table_id, sort: 'name' })).data.map(({ data }) => data.code);
  const latest = async (row_id: string) => (await call(rows, 'history', { table_id, row_id })).data[0]!.version;
  const versions = await Promise.all(['a', 'b'].map(async (name) => ({ row_id: id(name), version: await latest(id(name)) })));
  await set('a', { code: 9 });
  await set('b', { code: 0 });
  const made = { tool: 'revert_table_rows', arguments: { table_id, versions, skip_changed: true } };
  expect(await undo(made)).toMatchObject({ reverted: 1, conflicts: 1, conflict_ids: [id('a')] });
  expect(await codes()).toEqual([9, 1, 2]);
  expect(await undo(made)).toMatchObject({ reverted: 1, conflicts: 0 });
  expect(await codes()).toEqual([0, 1, 2]);
});

test('leaves rows whose cells were converted since, and those with cells that their column cannot hold any more', async () => {
  const { call, table_id, undo, change, set, state, id } = await deals();
  await set('a', { amount: 1.5 });
  const updated = await change('update_matching');
  const deleted = await (async () => {
    await call(rows, 'update_matching', {
      table_id,
      filters: [{ column_key: 'name', op: 'in', value: ['a', 'b'] }],
      data: { stage: 'open' },
    });
    return change('delete_matching');
  })();
  const amount = (await call(columns, 'list', { table_id })).data[1]!.id;
  await call(columns, 'update', { table_id, column_id: amount, type: 'checkbox' });
  expect(await undo(updated)).toMatchObject({ reverted: 0, conflicts: 1, missing: 2 });
  expect(await undo(deleted)).toMatchObject({ reverted: 1, deleted: 0, conflicts: 1, conflict_ids: [id('a')], missing: 0 });
  expect((await state()).map(([name]) => name)).toEqual(['b', 'c']);
});

test('takes no snapshot if it can revert no row', async () => {
  const { call, table_id, undo, change, set } = await deals();
  for (const name of ['a', 'b', 'c']) await set(name, { amount: 1.5 });
  const made = await change('delete_matching');
  await call(columns, 'update', { table_id, column_id: (await call(columns, 'list', { table_id })).data[1]!.id, type: 'checkbox' });
  // So many newer ones that another automatic snapshot would replace this one.
  const { snapshot_id } = made!.arguments as { snapshot_id: string };
  await space.ports.database.query(sql.typeAlias('void')`
    insert into tables.snapshot select (jsonb_populate_record(s, jsonb_build_object('id', s.id || n))).*
    from tables.snapshot as s, generate_series(2, ${MAX_SNAPSHOTS_PER_TABLE}) as n where s.id = ${snapshot_id}`);
  const earlier = (await call(snapshots, 'list', { table_id })).data;
  const answer = await undo(made);
  expect(answer).toMatchObject({ reverted: 0, deleted: 0, conflicts: 3, snapshot_id: null });
  expect(answer.undo).toBeNull();
  expect((await call(snapshots, 'list', { table_id })).data).toEqual(earlier);
  expect(await undo(made)).toMatchObject({ conflicts: 3 });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { columns, rows, snapshots, tables, views } from '@space/contracts/tables';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { newSpace } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

async function tableWithRow() {
  const { call, table } = newSpace(space);
  const { id: table_id } = await table('Deals', { key: 'name', type: 'text' }, { key: 'amount', type: 'number' });
  const { id: row_id } = await call(rows, 'create', { table_id, data: { name: 'a', amount: 1 } });
  const row = { table_id, row_id };
  const names = async () => (await call(rows, 'list', { table_id })).data.map(({ data }) => data.name);
  return { call, table_id, row, names };
}

describe('reverting a change by its previous version', () => {
  test('works for a changed, a restored and a deleted row', async () => {
    const { call, row, names } = await tableWithRow();
    const { update, revert, delete: remove } = rows.operations;
    const changed = await call(rows, 'update', { ...row, data: { name: 'b' } });
    const back = await call(rows, 'revert', update.undo!({ ...row, data: {}, typecast: false }, changed)!.arguments as never);
    expect(await names()).toEqual(['a']);
    await call(rows, 'revert', revert.undo!({ ...row, version: 1 }, back)!.arguments as never);
    expect(await names()).toEqual(['b']);
    const deleted = await call(rows, 'delete', row);
    expect(await names()).toEqual([]);
    await call(rows, 'revert', remove.undo!(row, deleted)!.arguments as never);
    expect(await names()).toEqual(['b']);
  });

  test('has no version for an unchanged row, and the ETag of a changed row is that of a read', async () => {
    const { call, row } = await tableWithRow();
    expect((await call(rows, 'update', { ...row, data: { name: 'a' } })).previous_version).toBeNull();
    const { etag } = await call.whole(rows, 'update', { ...row, data: { name: 'b' } });
    expect(etag).toBe((await call.whole(rows, 'get', row)).etag);
  });
});

test('an import is reverted by its snapshot', async () => {
  const { call, table_id, names } = await tableWithRow();
  const csv = { table_id, csv: 'name\r\nb\r\n' };
  const imported = await call(rows, 'import', csv);
  expect(await names()).toEqual(['a', 'b']);
  const { operations } = rows;
  const undo = operations.import.undo!(operations.import.input.parse(csv), imported)!;
  await call(rows, 'revert_bulk', undo.arguments as never);
  expect(await names()).toEqual(['a']);
});

test('an archived table is unarchived unless it was archived before', async () => {
  const { call, table_id } = await tableWithRow();
  const { delete: remove, update } = tables.operations;
  const archive = async () => remove.undo!({ table_id, hard: false }, await call(tables, 'delete', { table_id }));
  const undo = await archive();
  expect(await archive()).toBeNull();
  const change = async (archived: boolean) => update.undo!({ table_id, archived }, await call(tables, 'update', { table_id, archived }));
  expect(await change(true)).toBeNull();
  await call(tables, 'update', undo!.arguments as never);
  expect(await call(tables, 'get', { table_id })).toMatchObject({ archived: false });
  expect(await change(true)).toEqual(undo);
  const { etag } = await call.whole(tables, 'update', { table_id, description: 'd' });
  expect(etag).toBe((await call.whole(tables, 'get', { table_id })).etag);
});

type Undoable = { readonly undo?: unknown };
const undoOf = ({ undo }: Undoable, input: object, output: object) =>
  (undo as (input: object, output: object) => { tool: string; arguments: never } | null)(input, output)!;

test('a change of a table is reverted by its earlier values', async () => {
  const { call, table_id } = await tableWithRow();
  const before = await call(tables, 'get', { table_id });
  const changed = await call(tables, 'update', { table_id, plural_label: 'Sales', slug: 'sales', icon: 'x', title_field_key: null });
  expect(changed).not.toHaveProperty('columns');
  expect(changed.before).toEqual({ plural_label: 'Deals', slug: 'deals', icon: null, title_field_key: 'name' });
  await call(tables, 'update', undoOf(tables.operations.update, { table_id }, changed).arguments);
  expect(await call(tables, 'get', { table_id })).toEqual({ ...before, updated_at: expect.any(String) });
});

test('a change of a column is reverted by its earlier values, and one that converts cells or deletes them by a snapshot', async () => {
  const { call, table_id, row } = await tableWithRow();
  const { data } = await call(columns, 'list', { table_id });
  const column = { table_id, column_id: data[1]!.id };
  const stage = await call(columns, 'create', { table_id, key: 'stage', label: 'Stage', type: 'select', options: ['new'] });
  const target = { table_id, column_id: stage.id };
  const more = { ...target, label: 'Phase', options: [...stage.options.map(({ id, name }) => ({ id, name })), 'won'], position: 0 };
  const changed = await call(columns, 'update', more);
  expect([Object.keys(changed.before).sort(), changed.snapshot_id]).toEqual([['label', 'options', 'position'], null]);
  await call(columns, 'update', undoOf(columns.operations.update, target, changed).arguments);
  expect(await call(columns, 'get', target)).toEqual({ ...stage, updated_at: expect.any(String) });

  const cells = async () => (await call(rows, 'get', row)).data;
  const converted = await call(columns, 'update', { ...column, type: 'text' });
  expect(await cells()).toMatchObject({ amount: '1' });
  await call(snapshots, 'restore', undoOf(columns.operations.update, column, converted).arguments);
  expect(await cells()).toMatchObject({ amount: 1 });

  const gone = await call(columns, 'delete', column);
  expect(await cells()).not.toHaveProperty('amount');
  await call(snapshots, 'restore', undoOf(columns.operations.delete, column, gone).arguments);
  expect(await cells()).toMatchObject({ amount: 1 });
});

test('a change of a view is reverted by its earlier values, and a deleted view is made again', async () => {
  const { call, table_id } = await tableWithRow();
  const { id: view_id } = await call(views, 'create', { table_id, name: 'All', config: { row_height: 'tall' } });
  const view = { table_id, view_id };
  const before = await call(views, 'get', view);
  const changed = await call.whole(views, 'update', { ...view, name: 'Open', config: {} });
  expect(changed.etag).toBe((await call.whole(views, 'get', view)).etag);
  await call(views, 'update', undoOf(views.operations.update, view, changed.output).arguments);
  expect(await call(views, 'get', view)).toEqual({ ...before, updated_at: expect.any(String) });
  const again = await call(views, 'create', undoOf(views.operations.delete, view, await call(views, 'delete', view)).arguments);
  expect(again).toMatchObject({ name: 'All', type: 'grid', config: { row_height: 'tall' } });
});

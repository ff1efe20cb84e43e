import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ArgumentsOf } from '@space/contracts/core';
import { columns, rows, snapshots, tables } from '@space/contracts/tables';
import { type CallAs, callAs, emittedIn, eventually, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/index.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([tablesService]);
});
afterAll(() => services.stop());

type NewTable = ArgumentsOf<typeof tables.operations.create>;
type NewColumn = NonNullable<NewTable['columns']>[number];

const name: NewColumn = { key: 'name', label: 'Name', type: 'text' };

/** Creates a Space with one table of these columns. */
async function tableWith(...more: NewColumn[]) {
  const caller = newSpaceCaller();
  const call: CallAs = callAs(services.ports, caller);
  const table = await call(tables, 'create', { name: 'Deals', columns: [name, ...more] });
  const id = (key: string) => table.columns.find((column) => column.key === key)!.id;
  const add = (...data: Record<string, unknown>[]) => call(rows, 'create_bulk', { table_id: table.id, rows: data as never });
  const list = async () => (await call(rows, 'list', { table_id: table.id })).data.map(({ data }) => data);
  return { caller, call, table_id: table.id, id, add, list };
}

test('renaming a key changes no row, and formulas follow the new key', async () => {
  const { call, table_id, id, add, list } = await tableWith(
    { key: 'price', label: 'Price', type: 'number' },
    { key: 'double', label: 'Double', type: 'formula', field_config: { expression: '{price} * 2' } },
  );
  await add({ name: 'Engine', price: 4 });
  const before = await call(rows, 'list', { table_id });
  await call(columns, 'update', { table_id, column_id: id('price'), key: 'cost' });
  expect(await list()).toEqual([{ name: 'Engine', cost: 4, double: 8 }]);
  expect((await call(rows, 'list', { table_id })).data[0]).toMatchObject({ updated_at: before.data[0]!.updated_at });
  const { field_config } = await call(columns, 'get', { table_id, column_id: id('double') });
  expect(field_config).toMatchObject({ expression: '{cost} * 2' });
});

test('a duplicate key is rejected with the id of the existing column', async () => {
  const { call, table_id, id } = await tableWith();
  await expect(call(columns, 'create', { table_id, ...name })).rejects.toMatchObject({
    code: 'duplicate',
    extras: { existing_id: id('name') },
  });
});

test('a dry run of a type change reports the lost cells and changes nothing, and the change loses exactly these cells', async () => {
  const { call, table_id, id, add, list } = await tableWith({ key: 'size', label: 'Size', type: 'text' });
  await add({ name: 'a', size: '12' }, { name: 'b', size: 'large' }, { name: 'c' });
  const change = { table_id, column_id: id('size'), type: 'number' as const };
  const tried = await call(columns, 'update', { ...change, dry_run: true });
  expect(tried).toMatchObject({ type: 'number', impact: { cells_converted: 1, cells_lost: 1, lost_examples: [{ value: 'large' }] } });
  expect(await list()).toMatchObject([{ size: '12' }, { size: 'large' }, { size: null }]);
  expect(await call(columns, 'update', change)).toMatchObject({ type: 'number', impact: { cells_lost: 1 } });
  expect(await list()).toMatchObject([{ size: 12 }, { size: null }, { size: null }]);
});

test('a snapshot from before a type change restores the cells and the type', async () => {
  const { call, table_id, id, add, list } = await tableWith({ key: 'size', label: 'Size', type: 'text' });
  await add({ name: 'a', size: 'large' });
  const { id: snapshot_id } = await call(snapshots, 'create', { table_id });
  await call(columns, 'update', { table_id, column_id: id('size'), type: 'number' });
  await call(snapshots, 'restore', { table_id, snapshot_id });
  expect(await list()).toEqual([{ name: 'a', size: 'large' }]);
  expect(await call(columns, 'get', { table_id, column_id: id('size') })).toMatchObject({ type: 'text' });
});

test('a renamed choice keeps its id, and cells of a removed choice become empty', async () => {
  const { call, table_id, id, add, list } = await tableWith({ key: 'stage', label: 'Stage', type: 'select', options: ['lead', 'won'] });
  await add({ name: 'a', stage: 'lead' }, { name: 'b', stage: 'won' });
  await call(columns, 'update', { table_id, column_id: id('stage'), options: [{ id: 'lead', name: 'Prospect' }, 'won'] });
  expect(await list()).toMatchObject([{ stage: 'lead' }, { stage: 'won' }]);
  await add({ name: 'c', stage: 'Prospect' });
  const taken = await call(columns, 'update', { table_id, column_id: id('stage'), options: ['won'] });
  expect(taken).toMatchObject({ impact: { cells_lost: 2 } });
  expect(await list()).toMatchObject([{ stage: null }, { stage: 'won' }, { stage: null }]);
});

test('a column can become unique only if its cells are, and then rejects a duplicate in another case', async () => {
  const { call, table_id, id, add } = await tableWith({ key: 'code', label: 'Code', type: 'text' });
  await add({ name: 'a', code: 'X' }, { name: 'b', code: 'x' });
  const unique = { table_id, column_id: id('code'), field_config: { unique: true } };
  await expect(call(columns, 'update', unique)).rejects.toMatchObject({ code: 'duplicate' });
  const { data } = await call(rows, 'list', { table_id });
  await call(rows, 'update', { table_id, row_id: data[1]!.id, data: { code: 'y' } });
  await call(columns, 'update', unique);
  await expect(add({ name: 'c', code: 'Y' })).rejects.toMatchObject({ code: 'duplicate', extras: { existing_id: data[1]!.id } });
});

test('an autonumber column numbers existing and new rows and never reuses a number', async () => {
  const { call, table_id, add, list } = await tableWith();
  await add({ name: 'a' }, { name: 'b' });
  const { id: snapshot_id } = await call(snapshots, 'create', { table_id });
  await call(columns, 'create', { table_id, key: 'number', label: 'No.', type: 'autonumber', field_config: { prefix: 'D-', pad: 3 } });
  await add({ name: 'c' });
  expect(await list()).toMatchObject([{ number: 'D-001' }, { number: 'D-002' }, { number: 'D-003' }]);
  const { undo_snapshot_id } = await call(snapshots, 'restore', { table_id, snapshot_id });
  await call(snapshots, 'restore', { table_id, snapshot_id: undo_snapshot_id });
  await add({ name: 'd' });
  expect(await list()).toMatchObject([{ number: 'D-001' }, { number: 'D-002' }, { number: 'D-003' }, { number: 'D-004' }]);
});

test('a column with dependents is deleted only by force, and dependents report an error until it is restored', async () => {
  const { call, table_id, id, add, list } = await tableWith(
    { key: 'price', label: 'Price', type: 'number' },
    { key: 'double', label: 'Double', type: 'formula', field_config: { expression: '{price} * 2' } },
  );
  await add({ name: 'a', price: 4 });
  const { id: snapshot_id } = await call(snapshots, 'create', { table_id });
  const deletion = { table_id, column_id: id('price') };
  await expect(call(columns, 'delete', deletion)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('double') });
  await call(columns, 'delete', { ...deletion, force: true });
  expect(await list()).toEqual([{ name: 'a', double: null }]);
  expect(await call(columns, 'get', { table_id, column_id: id('double') })).toMatchObject({
    status: 'error',
    error: { message: expect.stringContaining('price') },
  });
  await call(snapshots, 'restore', { table_id, snapshot_id });
  await eventually(async () => expect(await list()).toEqual([{ name: 'a', price: 4, double: 8 }]));
  expect(await call(columns, 'get', { table_id, column_id: id('double') })).toMatchObject({ status: 'ok', error: null });
});

test('a symmetric column shows the same links in the other table and is deleted with its reference', async () => {
  const { call, table_id } = await tableWith();
  const orders = await call(tables, 'create', {
    name: 'Orders',
    columns: [name, { key: 'deal', label: 'Deal', type: 'reference', reference_target: { table_id, symmetric_key: 'orders' } }],
  });
  const mirror = (await call(columns, 'list', { table_id })).data.find(({ key }) => key === 'orders')!;
  expect(mirror).toMatchObject({
    type: 'reference',
    reference_target: { table_id: orders.id, symmetric_column_id: orders.columns[1]!.id },
  });
  await call(columns, 'delete', { table_id: orders.id, column_id: orders.columns[1]!.id, force: true });
  expect((await call(columns, 'list', { table_id })).data.map(({ key }) => key)).toEqual(['name']);
  expect(await call(tables, 'delete', { table_id, hard: true })).toMatchObject({ deleted: true });
});

test('a reference to a table outside the Space is rejected', async () => {
  const { call, table_id } = await tableWith();
  const stranger = await tableWith();
  const reference = { key: 'other', label: 'Other', type: 'reference' as const, reference_target: { table_id: stranger.table_id } };
  await expect(call(columns, 'create', { table_id, ...reference })).rejects.toMatchObject({ code: 'unresolved_reference' });
});

test('errors of new columns have paths and are reported together', async () => {
  const { call, table_id } = await tableWith();
  await expect(
    // @ts-expect-error: no type of column has a setting `colour`.
    call(columns, 'create', { table_id, key: 'a', label: 'A', type: 'number', field_config: { precision: 99, colour: 'red' } }),
  ).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'field_config.precision' }, { path: 'field_config.colour' }] } });
  await expect(
    call(columns, 'create', { table_id, key: 'f', label: 'F', type: 'formula', field_config: { expression: '{nmae} & 1' } }),
  ).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('name'),
  });
  await expect(call(columns, 'create', { table_id, key: 'f', label: 'F', type: 'formula' })).rejects.toMatchObject({ code: 'invalid' });
});

test('columns are created at their positions, and the first text column becomes the title', async () => {
  const { call, table_id, id } = await tableWith({ key: 'b', label: 'B', type: 'number' }, { key: 'c', label: 'C', type: 'number' });
  await call(columns, 'update', { table_id, column_id: id('c'), position: 0 });
  const definition = await call(tables, 'get', { table_id });
  expect(definition.columns.map(({ key, position }) => [key, position])).toEqual([
    ['c', 0],
    ['name', 1],
    ['b', 2],
  ]);
  expect(definition.title_field_key).toBe('name');
});

test('each change of a table and its columns emits one event with names and ids', async () => {
  const { call, caller, table_id, id } = await tableWith();
  const seen: string[] = [];
  await call(columns, 'update', { table_id, column_id: id('name'), label: 'Title' });
  await call(columns, 'update', { table_id, column_id: id('name'), label: 'Title' });
  await call(tables, 'update', { table_id, description: 'What we hope to sell' });
  await call(tables, 'delete', { table_id });
  await call(tables, 'delete', { table_id, hard: true });
  for (const { type } of await emittedIn(services.ports.database, 'tables', caller.space_id)) seen.push(type);
  expect(seen.filter((type) => type !== 'table_view_created')).toEqual([
    'table_created',
    'table_column_updated',
    'table_updated',
    'table_updated',
    'table_deleted',
  ]);
});

test('the slug of a table joins words at apostrophes and transliterates letters', async () => {
  const { call } = await tableWith();
  const slugOf = async (name: string) => (await call(tables, 'create', { name })).slug;
  expect(await slugOf('What’s new')).toBe('whats-new');
  expect(await slugOf("What's new")).toBe('whats-new-2');
  expect(await slugOf('Größe')).toBe('groesse');
  expect(await slugOf('!!!')).toBe('table');
});

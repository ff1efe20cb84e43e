import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { columns, MAX_COLUMNS_PER_TABLE, rows, tables } from '@space/contracts/tables';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, refusal, startTables } from './fixtures/space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTables();
});
afterAll(() => services.stop());

test('a new table has its columns in the given order, even if a column is computed from a later one', async () => {
  const { call, table } = newSpace(services);
  const { columns: made, ...deals } = await table(
    'Deals',
    { key: 'double', type: 'formula', field_config: { expression: '{amount} * 2' } },
    { key: 'name', type: 'text' },
    { key: 'amount', type: 'number' },
    { key: 'quadruple', type: 'formula', field_config: { expression: '{double} * 2' } },
  );
  expect(made.map(({ key, position }) => [key, position])).toEqual([
    ['double', 0],
    ['name', 1],
    ['amount', 2],
    ['quadruple', 3],
  ]);
  expect(deals.title_field_key).toBe('name');
  expect((await call(rows, 'create', { table_id: deals.id, data: { amount: 3 } })).data).toMatchObject({ double: 6, quadruple: 12 });
});

test('a table can be created with the maximum number of columns and accepts no more', async () => {
  const { call, table } = newSpace(services);
  const types = ['text', 'number', 'checkbox', 'date'];
  const many = Array.from({ length: MAX_COLUMNS_PER_TABLE }, (_, index) => ({ key: `k${index}`, type: types[index % types.length] }));
  const { id: table_id, columns: made } = await table('Wide', ...many);
  expect(made.map(({ key, type }) => ({ key, type }))).toEqual(many);
  const row = await call(rows, 'create', { table_id, data: { k0: 'first', k497: 7 } });
  expect(row).toMatchObject({ title: 'first', data: { k0: 'first', k497: 7, k498: false } });
  expect(await call(rows, 'get', { table_id, row_id: row.id })).toEqual(row);
  expect((await call(rows, 'list', { table_id })).data).toEqual([row]);
  expect(await refusal(call(columns, 'create', { table_id, key: 'more', label: 'More', type: 'text' }))).toMatchObject({
    code: 'limit_reached',
  });
});

test('errors in the columns of a new table are reported together', async () => {
  const { call } = newSpace(services);
  const wrong: Record<string, unknown>[] = [
    { key: 'a', label: 'A', type: 'number', field_config: { precision: 99 } },
    { key: 'b', label: 'B', type: 'text' },
    { key: 'c', label: 'C', type: 'select', field_config: { colour: 'red' } },
  ];
  expect(await refusal(call(tables, 'create', { name: 'T', columns: wrong } as never))).toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'columns.0.field_config.precision' }, { path: 'columns.2.field_config.colour' }] },
  });
  expect(await refusal(call(tables, 'create', { name: 'T', columns: [wrong[1], wrong[1]] } as never))).toMatchObject({ code: 'duplicate' });
});

test('several references of a new table get inverse columns in the same other table with the same links', async () => {
  const { call, table } = newSpace(services);
  const people = await table('People', { key: 'name', type: 'text' });
  const to = (key: string) => ({ key, type: 'reference', reference_target: { table_id: people.id, symmetric_key: `${key}_of` } });
  const deals = await table('Deals', to('buyer'), { key: 'name', type: 'text' }, to('seller'));
  expect((await call(columns, 'list', { table_id: people.id })).data.map(({ key, position }) => [key, position])).toEqual([
    ['name', 0],
    ['buyer_of', 1],
    ['seller_of', 2],
  ]);
  const ada = await call(rows, 'create', { table_id: people.id, data: { name: 'Ada' } });
  const deal = await call(rows, 'create', { table_id: deals.id, data: { name: 'Engine', seller: [ada.id] } });
  expect((await call(rows, 'get', { table_id: people.id, row_id: ada.id })).data).toMatchObject({
    buyer_of: null,
    seller_of: [{ row_id: deal.id, title: 'Engine' }],
  });
  const again = { name: 'More', columns: [{ label: 'Buyer', ...to('buyer') }] };
  expect(await refusal(call(tables, 'create', again as never))).toMatchObject({ code: 'duplicate' });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { subjectOf } from '@space/contracts/core';
import { columns, rows, tables, views } from '@space/contracts/tables';
import type { TestServices } from '@space/runtime/testing';
import { startServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { newSpace, refusal } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

async function deals() {
  const here = newSpace(space);
  const { id: table_id } = await here.table(
    'Big Deals',
    { key: 'name', type: 'text', label: 'Full name' },
    { key: 'amount', type: 'number' },
  );
  const understoodBy = async (name: string, args: object, contract: string = rows.name): Promise<unknown> => {
    const reply = await space.ports.bus.request(subjectOf(contract, name), {
      caller: here.caller,
      params: {},
      body: Buffer.from(JSON.stringify(args)),
      request_id: 'req_1',
      deadline: Date.now() + 5_000,
      trace: {},
    });
    return reply.problem ?? reply.understood;
  };
  return { ...here, table_id, understoodBy };
}

test('a table is found by its slug and by its name, and the caller reads how it was understood', async () => {
  const { call, table_id, understoodBy } = await deals();
  for (const name of ['big-deals', 'Big Deals', 'BIG DEALS']) {
    await call(rows, 'create', { table_id: name, data: { name } });
    expect(await understoodBy('list', { table_id: name })).toEqual([
      `table_id: ${JSON.stringify(name)} was read as ${table_id}, the table Big Deals`,
    ]);
  }
  expect((await call(tables, 'get', { table_id: 'big-deals' })).row_count).toBe(3);
  expect((await call(views, 'list', { table_id: 'Big Deals' })).data).toHaveLength(1);
  expect(await understoodBy('list', { table_id })).toBeUndefined();
});

test('a name that several tables have is refused with their ids, and an archived one counts only alone', async () => {
  const { call, table, table_id } = await deals();
  const other = await table('Big deals');
  expect(await refusal(call(tables, 'get', { table_id: 'big deals' }))).toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'table_id', code: 'ambiguous', message: expect.stringContaining(other.id) }] },
  });
  await call(tables, 'delete', { table_id: other.id });
  expect((await call(tables, 'get', { table_id: 'big deals' })).id).toBe(table_id);
});

test('a table of another Space is not found by its name', async () => {
  await deals();
  const { call } = newSpace(space);
  expect(await refusal(call(tables, 'get', { table_id: 'big-deals' }))).toMatchObject({ code: 'not_found' });
});

test('a column is found by its label in cells, filters, sorts and fields, and by its key where an id is expected', async () => {
  const { call, table_id, understoodBy } = await deals();
  await call(rows, 'create_bulk', {
    table_id,
    rows: [
      { 'Full Name': 'a', amount: 2 },
      { name: 'b', amount: 1 },
    ],
  });
  const request = {
    table_id,
    filters: [
      {
        or: [
          { column_key: 'full name', op: 'eq' as const, value: 'a' },
          { column_key: 'AMOUNT', op: 'eq' as const, value: 1 },
        ],
      },
    ],
    sort: [{ column_key: 'Amount' }],
    fields: ['Full name'],
  };
  expect((await call(rows, 'list', request)).data.map(({ data }) => data)).toEqual([{ name: 'b' }, { name: 'a' }]);
  expect(await understoodBy('list', request)).toEqual([
    '"full name" was read as the column name',
    '"AMOUNT" was read as the column amount',
    '"Amount" was read as the column amount',
    '"Full name" was read as the column name',
  ]);
  expect(await call(tables, 'aggregate', { table_id, aggregates: [{ function: 'sum', column_key: 'Amount', as: 'all' }] })).toMatchObject({
    groups: [{ values: { all: 3 } }],
  });
  await call(columns, 'update', { table_id, column_id: 'amount', label: 'Price' });
  expect(await call(columns, 'get', { table_id, column_id: 'Price' })).toMatchObject({ key: 'amount' });
});

test('a view config may name columns by their labels, and the stored view has keys', async () => {
  const { call, table_id, understoodBy } = await deals();
  const config = {
    columns: [{ column_key: 'Full name' }, { column_key: 'amount' }],
    filters: [{ or: [{ column_key: 'full name', op: 'contains', value: 'A' }] }],
    sort: [{ column_key: 'Full name' }, { column_key: 'created_at' }],
    group_by: [{ column_key: 'Full name' }],
  };
  const expected = {
    columns: [{ column_key: 'name' }, { column_key: 'amount' }],
    filters: [{ or: [{ column_key: 'name' }] }],
    sort: [{ column_key: 'name' }, { column_key: 'created_at' }],
    group_by: [{ column_key: 'name' }],
  };
  const view = await call(views, 'create', { table_id, name: 'By name', config });
  expect(view.config).toMatchObject(expected);
  const widgets = [{ id: 'a', type: 'bar', title: 'Names', group_by: 'Full name', function: 'count_filled', column_key: 'Full name' }];
  const about = { table_id, view_id: view.id, type: 'dashboard', config: { widgets } };
  expect(await understoodBy('update', about, views.name)).toEqual(['"Full name" was read as the column name']);
  expect((await call(views, 'get', { table_id, view_id: view.id })).config).toMatchObject({
    widgets: [{ group_by: 'name', column_key: 'name' }],
  });
  expect(await refusal(call(views, 'create', { table_id, name: 'Wrong', config: { sort: [{ column_key: 'Surname' }] } }))).toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'config.sort.0.column_key' }] },
  });
});

test('a label that two columns have, and a cell that is given twice, are refused', async () => {
  const { call, table_id } = await deals();
  await call(columns, 'create', { table_id, key: 'sum', label: 'amount ', type: 'number' });
  expect(await refusal(call(rows, 'create', { table_id, data: { Amount: 1 } }))).toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'data.Amount' }] },
  });
  expect(await refusal(call(rows, 'create', { table_id, data: { name: 'a', 'Full name': 'b' } }))).toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'data.Full name' }] },
  });
});

test('the settings of columns name tables, too', async () => {
  const { call, table, table_id } = await deals();
  const people = await table('People', { key: 'name', type: 'text' });
  const link = { key: 'person', label: 'Person', type: 'reference', reference_target: { table_id: 'PEOPLE' } } as const;
  const column = await call(columns, 'create', { table_id, ...link });
  expect(column.reference_target).toMatchObject({ table_id: people.id });
  const config = { table_id: 'people', match: [{ target_column: 'name', equals_column: 'name' }] };
  const count = await call(columns, 'create', { table_id, key: 'n', label: 'N', type: 'count', field_config: config } as never);
  expect(count.field_config).toMatchObject({ table_id: people.id });
  const other = await call(tables, 'create', { name: 'Visits', columns: [link] });
  expect((await call(tables, 'get', { table_id: other.id })).columns![0]!.reference_target).toMatchObject({ table_id: people.id });
  await table('people');
  expect(await refusal(call(columns, 'create', { table_id, ...link, key: 'other' }))).toMatchObject({
    extras: { errors: [{ path: 'reference_target.table_id', code: 'ambiguous' }] },
  });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { columns, rows, tables } from '@space/contracts/tables';
import { eventually, type TestServices } from '@space/runtime/testing';
import { newSpace, startTables } from './fixtures/space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTables();
});
afterAll(() => services.stop());

const deletedTableError = { status: 'error', error: { code: 'table_gone', message: 'The table it points to was deleted.' } };

/** Creates deals that link to people, with columns of every type computed from them, and deals that match people by name. */
async function dealsOfPeople() {
  const { call, table } = newSpace(services);
  const people = await table('People', { key: 'name', type: 'text' }, { key: 'age', type: 'number' });
  const by = { table_id: people.id, match: [{ target_column: 'name', equals_column: 'name' }] };
  const deals = await table(
    'Deals',
    { key: 'name', type: 'text' },
    { key: 'who', type: 'reference', reference_target: { table_id: people.id, symmetric_key: 'deals' } },
    { key: 'ages', type: 'lookup', field_config: { reference_column: 'who', target_column: 'age' } },
    { key: 'how_many', type: 'count', field_config: { reference_column: 'who' } },
    { key: 'namesakes', type: 'count', field_config: by },
    { key: 'more', type: 'formula', field_config: { expression: '{how_many} + 1' } },
  );
  const ada = await call(rows, 'create', { table_id: people.id, data: { name: 'Ada', age: 36 } });
  const deal = await call(rows, 'create', { table_id: deals.id, data: { name: 'Ada', who: [ada.id] } });
  expect(deal.data).toMatchObject({ ages: [36], how_many: 1, namesakes: 1, more: 2 });
  return { call, people, deals, deal };
}

test('deleting a table for good leaves columns of other tables with an error, and empties cells computed from its rows', async () => {
  const { call, people, deals, deal } = await dealsOfPeople();
  await call(rows, 'list', { table_id: deals.id });
  expect(await call(tables, 'delete', { table_id: people.id, hard: true })).toMatchObject({ deleted: true });
  const after = new Map((await call(columns, 'list', { table_id: deals.id })).data.map((column) => [column.key, column]));
  expect(after.get('who')).toMatchObject({ ...deletedTableError, reference_target: { symmetric_column_id: null } });
  for (const key of ['ages', 'how_many', 'namesakes', 'more']) expect(after.get(key)).toMatchObject({ status: 'error' });
  await eventually(async () =>
    expect((await call(rows, 'get', { table_id: deals.id, row_id: deal.id })).data).toEqual({
      name: 'Ada',
      who: null,
      ages: null,
      how_many: null,
      namesakes: null,
      more: null,
    }),
  );
  await call(rows, 'update', { table_id: deals.id, row_id: deal.id, data: { name: 'Engine' } });
  expect((await call(rows, 'list', { table_id: deals.id, filters: [{ column_key: 'who', op: 'is_empty' }] })).data).toHaveLength(1);
});

test('deleting a table leaves inverse columns for its links, empty and with an error', async () => {
  const { call, people, deals } = await dealsOfPeople();
  await call(rows, 'list', { table_id: people.id });
  expect(await call(tables, 'delete', { table_id: deals.id, hard: true })).toMatchObject({ deleted: true });
  const mirror = (await call(columns, 'list', { table_id: people.id })).data.find(({ key }) => key === 'deals')!;
  expect(mirror).toMatchObject(deletedTableError);
  expect((await call(rows, 'list', { table_id: people.id })).data[0]!.data).toEqual({ name: 'Ada', age: 36, deals: null });
  expect(await call(columns, 'delete', { table_id: people.id, column_id: mirror.id, force: true })).toMatchObject({ deleted: true });
  expect(await call(tables, 'delete', { table_id: people.id, hard: true })).toMatchObject({ deleted: true });
});

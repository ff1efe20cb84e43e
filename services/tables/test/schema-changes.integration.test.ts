import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { columns, rows, tables } from '@space/contracts/tables';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, refusal, startTables } from './fixtures/space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTables();
});
afterAll(() => services.stop());

/** Creates a table whose schema is cached, then changes its keys and the names of its choices in the database. */
async function changedTable() {
  const { call, table } = newSpace(services);
  const { id: table_id, columns: made } = await table(
    'Deals',
    { key: 'name', type: 'text' },
    { key: 'stage', type: 'select', options: ['Open', 'Won'] },
  );
  const column = (key: string) => ({ table_id, column_id: made.find((one) => one.key === key)!.id });
  await call(rows, 'create', { table_id, data: { name: 'x', stage: 'Open' } });
  await call(rows, 'list', { table_id });
  await call(columns, 'update', { ...column('name'), key: 'zz' });
  await call(columns, 'update', {
    ...column('stage'),
    options: [
      { id: 'Open', name: 'Running' },
      { id: 'Won', name: 'Won' },
    ],
  });
  return { call, table_id };
}

test.each<[string, object]>([
  ['a sort', { sort: [{ column_key: 'zz' }] }],
  ['fields', { fields: ['zz'] }],
  ['a filter', { filters: [{ column_key: 'zz', op: 'eq', value: 'x' }] }],
  ['a filter by a choice', { filters: [{ column_key: 'stage', op: 'eq', value: 'Running' }] }],
  ['a search', { search: 'x', search_column: 'zz' }],
])('%s by a key that was changed a moment ago succeeds immediately', async (_, asked) => {
  const { call, table_id } = await changedTable();
  expect((await call(rows, 'list', { table_id, ...asked })).data).toHaveLength(1);
});

test('aggregates and an export by a key that was changed a moment ago succeed immediately', async () => {
  const grouped = await changedTable();
  expect(await grouped.call(tables, 'aggregate', { table_id: grouped.table_id, group_by: [{ column_key: 'zz' }] })).toMatchObject({
    groups: [{ group: { zz: 'x' } }],
  });
  const exported = await changedTable();
  expect(await exported.call(rows, 'export', { table_id: exported.table_id, fields: ['zz'] })).toMatchObject({ csv: 'zz\r\nx\r\n' });
});

test('an unknown key is rejected after the schema was read again', async () => {
  const { call, table_id } = await changedTable();
  for (let time = 0; time < 2; time++)
    expect(await refusal(call(rows, 'list', { table_id, sort: [{ column_key: 'name' }] }))).toMatchObject({ code: 'invalid' });
});

/** Creates a table of people and a table of deals that links to it, and reads both so that their schemas are cached. */
async function linkedTables(...more: readonly Record<string, unknown>[]) {
  const { call, table } = newSpace(services);
  const people = await table('People', { key: 'name', type: 'text' }, { key: 'alias', type: 'text' }, ...more);
  const deals = await table(
    'Deals',
    { key: 'name', type: 'text' },
    { key: 'who', type: 'reference', reference_target: { table_id: people.id, cardinality: 'many' } },
  );
  const ada = await call(rows, 'create', { table_id: people.id, data: { name: 'Ada', alias: 'Countess' } });
  const deal = await call(rows, 'create', { table_id: deals.id, data: { name: 'Engine', who: [ada.id] } });
  await call(rows, 'list', { table_id: deals.id });
  const at = { table_id: deals.id, row_id: deal.id };
  const titles = (row: { data: Record<string, unknown> }) => (row.data.who as { title: string }[]).map(({ title }) => title);
  return { call, people, deals, ada, at, titles };
}

test('linked rows are shown with their current titles in every response', async () => {
  const { call, people, deals, at, titles } = await linkedTables();
  await call(tables, 'update', { table_id: people.id, title_field_key: 'alias' });
  expect(titles((await call(rows, 'list', { table_id: deals.id })).data[0]!)).toEqual(['Countess']);
  await call(tables, 'update', { table_id: people.id, title_field_key: 'name' });
  expect(titles(await call(rows, 'get', at))).toEqual(['Ada']);
  await call(tables, 'update', { table_id: people.id, title_field_key: 'alias' });
  expect(titles(await call(rows, 'update', { ...at, data: { name: 'Engines' } }))).toEqual(['Countess']);
});

test('a renamed choice that is a title is shown by its new name in other tables', async () => {
  const { call, people, deals, ada, titles } = await linkedTables({ key: 'kind', type: 'select', options: ['Client', 'Partner'] });
  await call(rows, 'update', { table_id: people.id, row_id: ada.id, data: { kind: 'Client' } });
  await call(tables, 'update', { table_id: people.id, title_field_key: 'kind' });
  expect(titles((await call(rows, 'list', { table_id: deals.id })).data[0]!)).toEqual(['Client']);
  await call(columns, 'update', {
    table_id: people.id,
    column_id: people.columns.find(({ key }) => key === 'kind')!.id,
    options: [
      { id: 'Client', name: 'Customer' },
      { id: 'Partner', name: 'Partner' },
    ],
  });
  expect(titles((await call(rows, 'list', { table_id: deals.id })).data[0]!)).toEqual(['Customer']);
});

test('a row with a changed title of a linked row has another ETag, but If-Match accepts its version', async () => {
  const { call, people, ada, at } = await linkedTables();
  const etag = async () => (await call.whole(rows, 'get', at)).etag!;
  const first = await etag();
  expect(await etag()).toBe(first);
  await call(rows, 'update', { table_id: people.id, row_id: ada.id, data: { name: 'Lovelace' } });
  const renamed = await etag();
  expect(renamed).not.toBe(first);
  await call(tables, 'update', { table_id: people.id, title_field_key: 'alias' });
  expect(await etag()).not.toBe(renamed);
  await call(rows, 'update', { ...at, data: { name: 'Engines' } }, { if_match: first });
  expect(await refusal(call(rows, 'update', { ...at, data: { name: 'No' } }, { if_match: first }))).toMatchObject({ status: 412 });
});

test('a text is resolved by the current titles of rows', async () => {
  const { call, people, deals, ada } = await linkedTables();
  await call(rows, 'create', { table_id: deals.id, data: { who: 'Ada' }, typecast: true });
  await call(tables, 'update', { table_id: people.id, title_field_key: 'alias' });
  const { data } = await call(rows, 'create', { table_id: deals.id, data: { who: 'COUNTESS' }, typecast: true });
  expect(data.who).toEqual([{ row_id: ada.id, title: 'Countess' }]);
  expect(await refusal(call(rows, 'create', { table_id: deals.id, data: { who: 'Ada' }, typecast: true }))).toMatchObject({
    code: 'unresolved_reference',
  });
});

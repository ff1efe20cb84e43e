import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { columns, rowComments, rows, snapshots, tables, views } from '@space/contracts/tables';
import { serving } from '@space/runtime';
import { callAs, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { columnHandlers } from '../src/columns/columns.ts';
import { commentHandlers } from '../src/comments/comments.ts';
import { rowHistoryHandlers } from '../src/history/row-history.ts';
import { readRowHandlers } from '../src/rows/list-rows.ts';
import { writeRowHandlers } from '../src/rows/rows.ts';
import { snapshotHandlers } from '../src/snapshots/snapshots.ts';
import { tableHandlers } from '../src/tables/tables.ts';
import { viewHandlers } from '../src/views/views.ts';
import { tablesServiceWith } from './fixtures/tables-service.ts';

/** All handlers that a restore affects, as callers reach them. */
const serviceWithoutTasks = tablesServiceWith((ports, schemas) => [
  serving(tables, tableHandlers(ports, schemas)),
  serving(columns, columnHandlers(ports, schemas)),
  serving(views, viewHandlers(ports, schemas)),
  serving(rowComments, commentHandlers(ports, schemas)),
  serving(snapshots, snapshotHandlers(ports, schemas)),
  serving(rows, {
    ...readRowHandlers(ports, schemas),
    ...writeRowHandlers(ports, schemas),
    ...rowHistoryHandlers(ports, schemas),
  } as never),
]);

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, serviceWithoutTasks]);
});
afterAll(() => space.stop());

const SOME = { limit: 200 };

async function crm() {
  const call = callAs(space.ports, newSpaceCaller());
  const companies = await call(tables, 'create', { name: 'Companies', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  const deals = await call(tables, 'create', {
    name: 'Deals',
    columns: [
      { key: 'name', label: 'Name', type: 'text', field_config: { unique: true } },
      { key: 'amount', label: 'Amount', type: 'number' },
      { key: 'stage', label: 'Stage', type: 'select', options: ['lead', 'won'] },
      { key: 'number', label: 'Number', type: 'autonumber', field_config: { prefix: 'D-' } },
      { key: 'double', label: 'Double', type: 'formula', field_config: { expression: '{amount} * 2' } },
    ],
  });
  const table_id = deals.id;
  await call(columns, 'create', {
    table_id,
    key: 'company',
    label: 'Company',
    type: 'reference',
    reference_target: { table_id: companies.id, cardinality: 'one', symmetric_key: 'deals', symmetric_label: 'Deals' },
  });
  await call(columns, 'create', {
    table_id: companies.id,
    key: 'total',
    label: 'Total',
    type: 'rollup',
    field_config: { reference_column: 'deals', target_column: 'amount', function: 'sum' },
  });
  const add = (id: string, data: object) => call(rows, 'create', { table_id: id, data: data as never });
  const acme = await add(companies.id, { name: 'Acme' });
  for (const [name, amount] of [
    ['One', 1],
    ['Two', 2],
    ['Three', 3],
  ] as const)
    await add(table_id, { name, amount, stage: 'lead', company: [acme.id] });

  /** Returns the responses for both tables without versions and times. */
  const seen = async () => {
    const all = await Promise.all([table_id, companies.id].map((id) => call(tables, 'get', { table_id: id })));
    const listed = await Promise.all([table_id, companies.id].map((id) => call(rows, 'list', { table_id: id, ...SOME })));
    return {
      tables: all.map(({ updated_at: _, columns, views, ...table }) => ({
        ...table,
        columns: columns.map(({ updated_at: __, ...column }) => column),
        views: views.map(({ updated_at: __, ...view }) => view),
      })),
      rows: listed.map(({ data }) => data),
    };
  };
  const column = async (key: string, at = table_id) =>
    (await call(tables, 'get', { table_id: at })).columns.find((one) => one.key === key)!.id;
  const restore = (snapshot_id: string) => call(snapshots, 'restore', { table_id, snapshot_id });
  const snap = async () => (await call(snapshots, 'create', { table_id })).id;
  return { call, table_id, companies_id: companies.id, acme, add, seen, column, restore, snap };
}

test('a table has its former state for every caller after changes and deletions of columns, rows and views', async () => {
  const { call, table_id, companies_id, add, seen, column, restore, snap } = await crm();
  const before = await seen();
  const id = await snap();
  const listed = await call(rows, 'list', { table_id, ...SOME });

  const [first, second] = listed.data;
  await call(rows, 'update', { table_id, row_id: first!.id, data: { amount: 100, stage: 'won' } });
  await call(rows, 'delete', { table_id, row_id: second!.id });
  await add(table_id, { name: 'Two', amount: 7 });
  await call(columns, 'update', { table_id, column_id: await column('amount'), type: 'text', key: 'worth' });
  await call(columns, 'update', { table_id, column_id: await column('double'), field_config: { expression: 'LEN({name})' } });
  await call(columns, 'delete', { table_id, column_id: await column('company'), force: true });
  await call(columns, 'create', { table_id, key: 'amount', label: 'Amount', type: 'checkbox' });
  await call(tables, 'update', { table_id, plural_label: 'Sales', title_field_key: 'stage' });
  await call(views, 'create', { table_id, name: 'Won', type: 'grid', config: {} });
  const after = await seen();
  expect(after.tables[1]!.columns.map(({ key, status }) => [key, status])).toEqual([
    ['name', 'ok'],
    ['total', 'error'],
  ]);

  expect(await call(rows, 'list', { table_id, ...SOME, as_of: id })).toEqual(listed);
  const answer = await restore(id);
  expect(answer.warnings).toEqual([]);
  expect(await seen()).toEqual(before);
  const { undo_snapshot_id, warnings } = await restore(answer.undo_snapshot_id);
  expect(warnings).toEqual([]);
  expect(await seen()).toEqual(after);
  await restore(undo_snapshot_id);
  expect(await seen()).toEqual(before);

  // Writes still work after the restore: autonumbers, indexes and computed cells.
  const made = await add(table_id, {
    name: 'Four',
    amount: 4,
    company: [(await call(rows, 'list', { table_id: companies_id })).data[0]!.id],
  });
  expect(made.data).toMatchObject({ number: 'D-5', double: 8 });
  expect((await call(rows, 'list', { table_id: companies_id })).data[0]!.data.total).toBe(10);
  await expect(add(table_id, { name: 'two' })).rejects.toMatchObject({ code: 'duplicate' });
});

test('the history of a row lists all changes by restores and reverts its deletion', async () => {
  const { call, table_id, restore, snap } = await crm();
  const id = await snap();
  const row = (await call(rows, 'list', { table_id })).data[0]!;
  await call(rows, 'update', { table_id, row_id: row.id, data: { amount: 50 } });
  await restore(id);
  await call(rows, 'delete', { table_id, row_id: row.id });
  const history = async () => (await call(rows, 'history', { table_id, row_id: row.id })).data;
  expect((await history()).map(({ action, changes }) => [action, changes.amount])).toEqual([
    ['deleted', { from: 1, to: null }],
    ['restored', { from: 50, to: 1 }],
    ['updated', { from: 1, to: 50 }],
    ['created', { from: null, to: 1 }],
  ]);
  const { data } = await call(rows, 'revert', { table_id, row_id: row.id, version: (await history())[2]!.version });
  expect(data).toEqual({ ...row.data, amount: 50, double: 100 });
});

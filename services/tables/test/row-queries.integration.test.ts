import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { columns, rows, snapshots, tables, views } from '@space/contracts/tables';
import type { TestServices } from '@space/runtime/testing';
import { callAs, newSpaceCaller, startServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { refusal } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

/** Creates a Space with one table of these columns. */
async function tableOf(...definitions: readonly Record<string, unknown>[]) {
  const call = callAs(space.ports, newSpaceCaller());
  const { id: table_id } = await call(tables, 'create', {
    name: 'Things',
    columns: definitions.map((column) => ({ label: String(column.key), ...column })),
  } as never);
  const insert = (...data: Record<string, unknown>[]) => call(rows, 'create_bulk', { table_id, rows: data as never });
  const titles = async (which: object) =>
    (await call(rows, 'list', { table_id, sort: [{ column_key: 'created_at', direction: 'asc' }], ...which })).data.map(
      ({ title }) => title,
    );
  return { call, table_id, insert, titles };
}

const filter = (column_key: string, op: string, value: unknown) => ({ filters: [{ column_key, op, value }] });

describe('a row query', () => {
  test('compares texts beyond their first hundred characters with gt and lt', async () => {
    const { insert, titles } = await tableOf({ key: 'name', type: 'text' });
    const long = 'x'.repeat(100);
    await insert({ name: `${long}a` }, { name: `${long}b` });
    expect(await titles(filter('name', 'gt', `${long}a`))).toEqual([`${long}b`]);
    expect(await titles(filter('name', 'lte', `${long}a`))).toEqual([`${long}a`]);
    expect(await titles(filter('name', 'between', [`${long}aa`, `${long}c`]))).toEqual([`${long}b`]);
  });

  test('finds an autonumber by its displayed form', async () => {
    const { insert, titles } = await tableOf(
      { key: 'name', type: 'text' },
      { key: 'no', type: 'autonumber', field_config: { prefix: 'INV-', pad: 4 } },
    );
    await insert({ name: 'a' }, { name: 'b' });
    for (const value of ['INV-0002', 'inv-2', 2]) expect(await titles(filter('no', 'eq', value))).toEqual(['b']);
    for (const search of ['INV-0002', '0002', '2']) expect(await titles({ search, search_column: 'no' })).toEqual(['b']);
  });

  test('rejects a title in place of the id of a linked row and names the alternative', async () => {
    const { call, table_id } = await tableOf({ key: 'name', type: 'text' }, { key: 'buyer', type: 'contact' });
    await call(columns, 'create', { table_id, key: 'parent', label: 'Parent', type: 'reference', reference_target: { table_id } });
    for (const [column_key, says] of [
      ['parent', 'add a lookup'],
      ['buyer', 'con_'],
    ] as const)
      expect(await refusal(call(rows, 'list', { table_id, filters: [{ column_key, op: 'contains', value: 'Acme' }] }))).toMatchObject({
        code: 'invalid',
        message: expect.stringContaining(says),
      });
  });

  test('rejects a search in a title that is computed at each read', async () => {
    const { call, table_id, insert } = await tableOf(
      { key: 'name', type: 'text' },
      { key: 'year', type: 'formula', field_config: { expression: 'DATETIME_FORMAT(NOW(), "YYYY")' } },
    );
    await insert({ name: 'a' });
    await call(tables, 'update', { table_id, title_field_key: 'year' });
    expect(await refusal(call(rows, 'list', { table_id, search: '2026' }))).toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'search' }] },
    });
  });

  test('rejects a day that does not exist', async () => {
    const { call, table_id } = await tableOf({ key: 'name', type: 'text' });
    for (const as_of of ['2026-02-30', '2026-13-01', '2026-02-30T10:00:00Z'])
      expect((await refusal(call(rows, 'list', { table_id, as_of }))).message).toContain('must be the id of a snapshot or a time');
  });
});

describe('aggregates', () => {
  test('of a view cover its rows only', async () => {
    const { call, table_id, insert } = await tableOf({ key: 'name', type: 'text' }, { key: 'amount', type: 'number' });
    await insert({ name: 'a', amount: 1 }, { name: 'b', amount: 2 });
    const view = await call(views, 'create', { table_id, name: 'Large', config: filter('amount', 'gt', 1) as never });
    const { groups } = await call(tables, 'aggregate', {
      table_id,
      view_id: view.id,
      aggregates: [{ function: 'sum', column_key: 'amount' }],
    });
    expect(Object.values(groups[0]!.values)).toEqual([2]);
    expect(await refusal(call(tables, 'aggregate', { table_id, view_id: 'viw_gone' }))).toMatchObject({ code: 'not_found' });
  });

  test('over emails ignore case', async () => {
    const { call, table_id, insert } = await tableOf({ key: 'email', type: 'email' }, { key: 'paid', type: 'number' });
    const people = await call(tables, 'create', { name: 'People', columns: [{ key: 'email', label: 'Email', type: 'email' }] });
    await call(columns, 'create', {
      table_id: people.id,
      key: 'total',
      label: 'Total',
      type: 'rollup',
      field_config: { table_id, match: [{ target_column: 'email', equals_column: 'email' }], target_column: 'paid', function: 'sum' },
    });
    const { id } = await call(rows, 'create', { table_id: people.id, data: { email: 'a@x.org' } });
    await insert({ email: 'a@x.org', paid: 1 }, { email: 'A@X.org', paid: 2 });
    expect((await call(rows, 'get', { table_id: people.id, row_id: id })).data).toMatchObject({ total: 3 });
    const other = await call(rows, 'create', { table_id: people.id, data: { email: 'A@x.org' } });
    expect(other.data).toMatchObject({ total: 3 });
  });
});

describe('validation', () => {
  test('rejects a formula trial in an unknown time zone', async () => {
    const { call, table_id } = await tableOf({ key: 'name', type: 'text' });
    for (const expression of ['HOUR(NOW())', '1'])
      expect(await refusal(call(columns, 'check_formula', { table_id, expression, timezone: 'Mars/X' }))).toMatchObject({
        code: 'invalid',
        extras: { errors: [{ path: 'timezone' }] },
      });
  });

  test('rejects a view that groups by a hidden column, and an order of unknown stacks', async () => {
    const { call, table_id } = await tableOf({ key: 'name', type: 'text' }, { key: 'stage', type: 'select', options: ['won'] });
    const hidden = [{ column_key: 'stage', visible: false }];
    const widget = { id: 'w1', type: 'bar', title: 'By stage', group_by: 'stage' };
    for (const config of [{ columns: hidden, widgets: [widget] }])
      expect(await refusal(call(views, 'create', { table_id, name: 'v', type: 'dashboard', config: config as never }))).toMatchObject({
        extras: { errors: [{ code: 'hidden_column' }] },
      });
    const kanban = { stack_by: 'stage', columns: hidden, stack_order: ['zzz'] };
    expect(await refusal(call(views, 'create', { table_id, name: 'v', type: 'kanban', config: kanban as never }))).toMatchObject({
      extras: {
        errors: [
          { path: 'config.stack_by', code: 'hidden_column' },
          { path: 'config.stack_order.0', code: 'unknown_option' },
        ],
      },
    });
  });

  test('reports the first line of an unclosed quote in an import', async () => {
    const { call, table_id } = await tableOf({ key: 'name', type: 'text' });
    const refused = await refusal(call(rows, 'import', { table_id, csv: 'name\na\n"b' }));
    expect(refused.message).toMatch(/never closed \(line 3\)/);
  });

  test('labels the undo snapshot of repeated restores once', async () => {
    const { call, table_id } = await tableOf({ key: 'name', type: 'text' });
    let { id: snapshot_id } = await call(snapshots, 'create', { table_id, label: 'one' });
    for (let turn = 0; turn < 3; turn++) ({ undo_snapshot_id: snapshot_id } = await call(snapshots, 'restore', { table_id, snapshot_id }));
    const labels = (await call(snapshots, 'list', { table_id })).data.map(({ label }) => label);
    expect(new Set(labels)).toEqual(new Set(['one', 'Before restoring one']));
  });
});

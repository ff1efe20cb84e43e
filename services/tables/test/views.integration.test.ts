import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { columns, rows, tables, views } from '@space/contracts/tables';
import { callAs, emittedIn, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

/** Creates a table of deals in its own Space. */
async function deals() {
  const caller = newSpaceCaller();
  const call = callAs(space.ports, caller);
  const table = await call(tables, 'create', {
    name: 'Deals',
    columns: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'amount', label: 'Amount', type: 'number' },
      { key: 'stage', label: 'Stage', type: 'select', options: ['lead', 'won'] },
      { key: 'done', label: 'Done', type: 'checkbox' },
      { key: 'due', label: 'Due', type: 'date' },
      { key: 'site', label: 'Site', type: 'url' },
    ],
  });
  const table_id = table.id;
  const configErrors = async (type: string, config: object) =>
    call(views, 'create', { table_id, name: 'X', type, config } as never).then(
      () => [],
      ({ code, extras }) => [code, ...extras.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)],
    );
  const events = async () =>
    (await emittedIn(space.ports.database, 'tables', caller.space_id))
      .filter(({ type }) => type.startsWith('table_view'))
      .map(({ type, data }) => [type, data.view, data.changed]);
  const columnId = (key: string) => table.columns.find((column) => column.key === key)!.id;
  return { call, table, table_id, configErrors, events, columnId };
}

test('a new table has one default view, a grid of all columns and rows', async () => {
  const { table, call, table_id } = await deals();
  expect(table.views).toMatchObject([{ name: 'All rows', type: 'grid', config: {}, is_default: true, table_id }]);
  expect(await call(views, 'list', { table_id, include_total: true })).toMatchObject({ data: [{ name: 'All rows' }], total: 1 });
});

describe('the config of a view', () => {
  test('is returned as given, with its defaults', async () => {
    const { call, table_id } = await deals();
    const config = {
      columns: [{ column_key: 'name' }, { column_key: 'amount', visible: false, width: 90, function: 'sum' }],
      filters: [{ or: [{ column_key: 'amount', op: 'gt', value: 5 }, { and: [{ column_key: 'stage', op: 'eq', value: 'won' }] }] }],
      sort: [{ column_key: 'created_at', direction: 'desc' }],
      group_by: [{ column_key: 'stage' }],
    };
    const created = await call(views, 'create', { table_id, name: 'Big', config: config as never });
    expect(created.config).toMatchObject(config);
    expect(await call(views, 'get', { table_id, view_id: created.id })).toEqual(created);
    expect((await call(tables, 'get', { table_id })).views[1]).toEqual(created);
  });

  test.each([
    ['kanban', {}, ['config.stack_by invalid_type']],
    ['kanban', { stack_by: 'nothing', cover_column: 'name' }, ['config.stack_by unknown_column', 'config.cover_column wrong_column_type']],
    ['kanban', { stack_by: 'amount' }, ['config.stack_by wrong_column_type']],
    ['gallery', { cover_column: 'amount', cover_fit: 'cover' }, ['config.cover_column wrong_column_type']],
    [
      'calendar',
      { start_column: 'name', end_column: 'stage', color_by: 'done' },
      ['config.start_column wrong_column_type', 'config.end_column wrong_column_type', 'config.color_by wrong_column_type'],
    ],
    ['grid', { stack_by: 'stage', row_height: 'huge' }, ['config.row_height invalid_value', 'config.stack_by unknown_field']],
    [
      'grid',
      {
        columns: [{ column_key: 'name', function: 'sum' }, { column_key: 'name' }, { column_key: 'no' }],
        filters: [{ column_key: 'amount', op: 'contains', value: 'x' }, { and: [{ column_key: 'gone', op: 'eq', value: 1 }] }],
        sort: [{ column_key: 'site2' }],
        group_by: [{ column_key: 'none' }],
      },
      [
        'config.columns.0.function wrong_column_type',
        'config.columns.1.column_key repeated',
        'config.columns.2.column_key unknown_column',
        'config.filters.0.op invalid_op',
        'config.filters.1.and.0.column_key unknown_column',
        'config.sort.0.column_key unknown_column',
        'config.group_by.0.column_key unknown_column',
      ],
    ],
    [
      'dashboard',
      {
        widgets: [
          { id: 'a', type: 'bar', title: 'A' },
          { id: 'a', type: 'metric', title: 'B', function: 'sum' },
          { id: 't', type: 'table', title: 'T' },
          { id: 'c', type: 'pie', title: 'C', group_by: 'stage', date_bucket: 'month', function: 'sum', column_key: 'name' },
        ],
      },
      [
        'config.widgets.0.group_by required',
        'config.widgets.1.id repeated',
        'config.widgets.1.column_key required',
        'config.widgets.2.group_by required',
        'config.widgets.3.function wrong_column_type',
        'config.widgets.3.date_bucket unknown_field',
      ],
    ],
  ])('of a %s that is invalid (%j) is rejected with all errors', async (type, config, expected) => {
    const { configErrors } = await deals();
    const [code, ...found] = await configErrors(type, config);
    expect([code, found.toSorted()]).toEqual(['invalid', expected.toSorted()]);
  });

  test.each([
    ['kanban', { stack_by: 'done' }],
    ['kanban', { stack_by: 'stage', cover_column: 'site' }],
    ['calendar', { start_column: 'due', end_column: 'updated_at', color_by: 'stage' }],
    ['calendar', { start_column: 'created_at' }],
    ['dashboard', { widgets: [{ id: 'a', type: 'line', title: 'A', group_by: 'due', date_bucket: 'month' }] }],
  ])('of a %s that is valid (%j) is accepted', async (type, config) => {
    expect(await (await deals()).configErrors(type, config)).toEqual([]);
  });

  test('follows a renamed key, in filters too', async () => {
    const { call, table_id, columnId } = await deals();
    const config = { stack_by: 'stage', filters: [{ or: [{ column_key: 'stage', op: 'is_not_empty' }] }], sort: [{ column_key: 'stage' }] };
    const { id } = await call(views, 'create', { table_id, name: 'Board', type: 'kanban', config: config as never });
    await call(columns, 'update', { table_id, column_id: columnId('stage'), key: 'phase' });
    await call(columns, 'create', { table_id, key: 'stage', label: 'Other', type: 'text' });
    expect((await call(views, 'get', { table_id, view_id: id })).config).toMatchObject({
      stack_by: 'phase',
      filters: [{ or: [{ column_key: 'phase' }] }],
      sort: [{ column_key: 'phase' }],
    });
  });

  test('keeps a filter on a deleted column and then shows no row', async () => {
    const { call, table_id, columnId } = await deals();
    await call(rows, 'create', { table_id, data: { name: 'A', stage: 'won' } });
    const config = {
      columns: [{ column_key: 'name' }, { column_key: 'stage' }],
      filters: [{ column_key: 'stage', op: 'eq', value: 'won' }],
      sort: [{ column_key: 'stage' }],
    };
    const { id } = await call(views, 'create', { table_id, name: 'Won', config: config as never });
    expect((await call(rows, 'list', { table_id, view_id: id })).data).toHaveLength(1);
    await expect(call(columns, 'delete', { table_id, column_id: columnId('stage') })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('the view Won'),
    });
    await call(columns, 'delete', { table_id, column_id: columnId('stage'), force: true });
    expect((await call(views, 'get', { table_id, view_id: id })).config).toEqual({
      columns: [{ column_key: 'name', visible: true }],
      filters: [{ column_key: columnId('stage'), op: 'eq', value: 'won' }],
      sort: [],
    });
    expect((await call(rows, 'list', { table_id, view_id: id })).data).toHaveLength(0);
  });
});

describe('updating a view', () => {
  test('changes the given fields, and its event names the changes', async () => {
    const { call, table_id, events } = await deals();
    const { id } = await call(views, 'create', { table_id, name: 'One' });
    const changed = await call(views, 'update', { table_id, view_id: id, name: 'Two', type: 'kanban', config: { stack_by: 'stage' } });
    expect(changed).toMatchObject({ name: 'Two', type: 'kanban', config: { stack_by: 'stage' }, is_default: false });
    await call(views, 'delete', { table_id, view_id: id });
    expect(await events()).toEqual([
      ['table_view_created', 'One', undefined],
      ['table_view_updated', 'Two', ['name', 'type', 'config']],
      ['table_view_deleted', 'Two', undefined],
    ]);
  });

  test('to its current fields emits nothing and creates no version', async () => {
    const { call, table_id, events } = await deals();
    const created = await call.whole(views, 'create', { table_id, name: 'One', config: { frozen_count: 1 } });
    const same = { name: 'One', type: 'grid', config: { frozen_count: 1 } } as const;
    expect(await call.whole(views, 'update', { table_id, view_id: created.output.id, ...same })).toEqual({
      ...created,
      output: { ...created.output, before: {} },
    });
    expect(await events()).toHaveLength(1);
  });

  test('to a type that does not fit its config is rejected', async () => {
    const { call, table_id } = await deals();
    const { id } = await call(views, 'create', { table_id, name: 'One' });
    await expect(call(views, 'update', { table_id, view_id: id, type: 'calendar' })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'config.start_column', message: 'is required' }] },
    });
  });

  test('can replace the default view', async () => {
    const { call, table, table_id } = await deals();
    const [first] = table.views;
    const second = await call(views, 'create', { table_id, name: 'Two', is_default: true });
    const third = await call(views, 'create', { table_id, name: 'Three' });
    expect(await call(views, 'get', { table_id, view_id: first!.id })).toMatchObject({ is_default: false });
    await call(views, 'update', { table_id, view_id: third.id, is_default: true });
    const { data } = await call(views, 'list', { table_id });
    expect(data.map(({ name, is_default }) => [name, is_default])).toEqual([
      ['All rows', false],
      ['Two', false],
      ['Three', true],
    ]);
    await expect(call(views, 'delete', { table_id, view_id: third.id })).rejects.toMatchObject({ code: 'conflict', status: 409 });
    await call(views, 'delete', { table_id, view_id: first!.id });
    await call(views, 'delete', { table_id, view_id: second.id });
    await call(views, 'delete', { table_id, view_id: third.id });
    expect(await call(views, 'create', { table_id, name: 'Again' })).toMatchObject({ is_default: true });
  });

  test('with an outdated If-Match is rejected, and each change gives the table a new ETag', async () => {
    const { call, table_id } = await deals();
    const before = await call.whole(tables, 'get', { table_id });
    const { output, etag } = await call.whole(views, 'create', { table_id, name: 'One' });
    const tableBefore = await call.whole(tables, 'get', { table_id });
    expect(tableBefore.etag).not.toBe(before.etag);
    await call(views, 'update', { table_id, view_id: output.id, name: 'Two' }, { if_match: etag! });
    for (const operation of ['update', 'delete'] as const)
      await expect(call(views, operation, { table_id, view_id: output.id }, { if_match: etag! })).rejects.toMatchObject({
        code: 'precondition_failed',
      });
    expect((await call.whole(tables, 'get', { table_id })).etag).not.toBe(tableBefore.etag);
  });
});

test('two views that become the default concurrently leave one default', async () => {
  const { call, table_id } = await deals();
  await Promise.all(['A', 'B', 'C', 'D'].map((name) => call(views, 'create', { table_id, name, is_default: true })));
  const { data } = await call(views, 'list', { table_id });
  expect([data.length, data.filter(({ is_default }) => is_default).length]).toEqual([5, 1]);
});

test('views are listed page by page, oldest first', async () => {
  const { call, table_id } = await deals();
  for (const name of ['A', 'B']) await call(views, 'create', { table_id, name });
  const first = await call(views, 'list', { table_id, limit: 2 });
  expect([first.data.map(({ name }) => name), first.has_more]).toEqual([['All rows', 'A'], true]);
  expect(await call(views, 'list', { table_id, cursor: first.next_cursor! })).toMatchObject({ data: [{ name: 'B' }], has_more: false });
});

test('a view of another Space or of another table is not found', async () => {
  const { table, table_id } = await deals();
  const other = await deals();
  const view_id = table.views[0]!.id;
  for (const operation of ['get', 'update', 'delete'] as const) {
    await expect(other.call(views, operation, { table_id, view_id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(other.call(views, operation, { table_id: other.table_id, view_id })).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(other.call(views, 'create', { table_id, name: 'X' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.call(views, 'list', { table_id })).rejects.toMatchObject({ code: 'not_found' });
});

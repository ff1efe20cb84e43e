import { expect, test } from '@jest/globals';
import type { Filter, FilterLeaf } from '@space/contracts/tables';
import { projects, taskLinks, tasks } from '@space/contracts/work';
import { useWorkService } from './fixtures/work-service.ts';

const service = useWorkService();

test('all faults of filters and of an order are answered together, with the way out', async () => {
  const { call } = service.newSpace();
  const wrong = call(tasks, 'list', {
    filters: [
      { column_key: 'dua_date', op: 'eq', value: '2026-01-01' },
      { column_key: 'due_date', op: 'contains', value: '2026' },
      {
        or: [
          { column_key: 'priority', op: 'gt', value: 'huge' },
          { column_key: 'due_at', op: 'lt', value: 'soon' },
        ],
      },
      { column_key: 'estimate', op: 'between', value: [1] },
      { column_key: 'parent_id', op: 'eq', value: 'WEB-1' },
      { column_key: 'custom_fields.', op: 'is_empty' },
    ],
    sort: 'labels,-nothing',
  });
  const { code, extras } = await wrong.then(
    () => {
      throw new Error('It was not refused.');
    },
    (problem) => problem,
  );
  expect(code).toBe('invalid');
  expect(extras.errors.map(({ path, code: fault }: { path: string; code: string }) => [path, fault])).toEqual([
    ['filters.0.column_key', 'unknown_column'],
    ['filters.1.op', 'invalid_op'],
    ['filters.2.or.0.value', 'unknown_option'],
    ['filters.2.or.1.value', 'invalid_format'],
    ['filters.3.value', 'invalid_type'],
    ['filters.4.value', 'invalid_id'],
    ['filters.5.column_key', 'unknown_column'],
    ['sort.0.column_key', 'not_sortable'],
    ['sort.1.column_key', 'unknown_column'],
  ]);
  const messages: string[] = extras.errors.map(({ message }: { message: string }) => message);
  expect(messages[0]).toContain('did you mean "due_date"');
  expect(messages[1]).toContain('it can be eq, neq, gt');
  expect(messages[2]).toBe('must be one of none, low, medium, high, urgent');
  expect(messages[7]).toContain('tasks are sorted by created_at');
});

test('a cursor is of one order only', async () => {
  const { call } = service.newSpace();
  await call(tasks, 'create_bulk', { tasks: [{ title: 'A' }, { title: 'B' }, { title: 'C' }] });
  const orders = ['-created_at', 'title', '-title', 'priority,title', '-priority,title', 'estimate', 'custom_fields.a', 'custom_fields.b'];
  for (const sort of orders) {
    const { next_cursor } = await call(tasks, 'list', { sort, limit: 1 });
    for (const other of orders) {
      const next = call(tasks, 'list', { sort: other, limit: 1, cursor: next_cursor! });
      if (other === sort) expect((await next).data).toHaveLength(1);
      else await expect(next).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'cursor', code: 'invalid_cursor' }] } });
    }
  }
});

test('spans and days of filters are those of the zone of the request', async () => {
  const { call } = service.newSpace();
  const now = service.ports.clock.now();
  const today = (zone: string) => Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString();
  const zones = ['Pacific/Kiritimati', 'Etc/GMT+12'];
  for (const zone of zones) await call(tasks, 'create', { title: zone, due_date: today(zone) });
  for (const timezone of zones) {
    const filters: Filter[] = [{ column_key: 'due_date', op: 'within', value: 'today' }];
    expect((await call(tasks, 'list', { filters, timezone })).data.map(({ title }) => title)).toEqual([timezone]);
  }
});

test('a project is named by its id or key, and every other field can be filtered', async () => {
  const { call } = service.newSpace();
  const { id } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  const first = await call(tasks, 'create', { title: 'First', project_id: 'WEB', about: [{ kind: 'url', id: 'https://example.com' }] });
  const parent_id = (await call(tasks, 'create', { title: 'Parent' })).id;
  const second = await call(tasks, 'create', { title: 'Second', parent_id, reminders: [], due_date: '2026-01-01' });
  const titles = async (...filters: Filter[]) => (await call(tasks, 'list', { filters, sort: 'title' })).data.map(({ title }) => title);
  const at = (column_key: string, op: FilterLeaf['op'], value?: unknown) =>
    ({ column_key, op, ...(value !== undefined && { value }) }) as Filter;
  for (const project of [id, 'WEB']) expect(await titles(at('project_id', 'eq', project))).toEqual(['First']);
  expect(await titles(at('project_id', 'not_in', ['WEB']))).toEqual(['Parent', 'Second']);
  expect(await titles(at('project_id', 'is_empty'))).toEqual(['Parent', 'Second']);
  expect(await titles(at('about', 'has_any', ['https://example.com']))).toEqual(['First']);
  expect(await titles(at('about', 'is_empty'))).toEqual(['Parent', 'Second']);
  expect(await titles(at('about', 'neq', ['https://example.com']))).toEqual(['Parent', 'Second']);
  expect(await titles(at('parent_id', 'eq', parent_id))).toEqual(['Second']);
  expect(await titles(at('id', 'in', [first.id, second.id]))).toEqual(['First', 'Second']);
  expect(await titles(at('status_id', 'eq', first.status.id))).toEqual(['First']);
  expect(await titles(at('recurrence', 'is_empty'), at('reminders', 'is_empty'), at('blocked', 'eq', false))).toHaveLength(3);
  expect(await titles(at('created_by', 'not_contains', 'zzz'))).toHaveLength(3);
  expect(await titles(at('created_at', 'within', 'today'), at('updated_at', 'gte', first.updated_at))).toHaveLength(3);
  for (const time of ['completed_at', 'claim_ends_at', 'trashed_at', 'next_task_id', 'due_time'])
    expect(await titles(at(time, 'is_not_empty'))).toEqual([]);
  expect(await titles(at('timezone', 'is_not_empty'))).toEqual(['Second']);
  for (const sort of ['id', 'due_time', 'claim_ends_at', 'trashed_at', '-created_by', 'priority,created_at,title'])
    expect((await call(tasks, 'list', { sort })).data).toHaveLength(3);
});

test('the longest values of an order fit into a cursor', async () => {
  const { call } = service.newSpace();
  const keys = ['a', 'b', 'c', 'd', 'e'].map((key) => key.repeat(45));
  const custom_fields = Object.fromEntries(keys.map((key) => [key, '\u0001'.repeat(200)]));
  await call(tasks, 'create_bulk', { tasks: [1, 2].map(() => ({ title: '😀'.repeat(250), custom_fields })) });
  for (const sort of ['title', 'title,priority', keys.map((key) => `-custom_fields.${key}`).join(',')]) {
    const { data, next_cursor } = await call(tasks, 'list', { sort, limit: 1 });
    const next = await call(tasks, 'list', { sort, limit: 1, cursor: next_cursor! });
    expect(new Set([...data, ...next.data].map(({ id }) => id)).size).toBe(2);
  }
});

test('lists by false are their own lists, before and after the whole one', async () => {
  const { call } = service.newSpace();
  const [blocker, blocked] = (await call(tasks, 'create_bulk', { tasks: [{ title: 'Blocker' }, { title: 'Blocked' }] })).data;
  await call(taskLinks, 'create', { id: blocker!.id, kind: 'blocks', task_id: blocked!.id });
  const list = async (input: object) => (await call(tasks, 'list', input)).data.map(({ title }) => title).toSorted();
  for (const turn of [1, 2]) {
    expect({ turn, titles: await list({ blocked: false }) }).toEqual({ turn, titles: ['Blocker'] });
    expect({ turn, titles: await list({}) }).toEqual({ turn, titles: ['Blocked', 'Blocker'] });
    expect({ turn, titles: await list({ overdue: false }) }).toEqual({ turn, titles: ['Blocked', 'Blocker'] });
  }
});

test('an order by a custom field with any key has pages', async () => {
  const { call } = service.newSpace();
  await call(tasks, 'create_bulk', { tasks: [2, 1, 3].map((rank) => ({ title: `T${rank}`, custom_fields: { $slonik_1: rank } })) });
  const sort = 'custom_fields.$slonik_1';
  const first = await call(tasks, 'list', { sort, limit: 2 });
  const second = await call(tasks, 'list', { sort, limit: 2, cursor: first.next_cursor! });
  expect([...first.data, ...second.data].map(({ title }) => title)).toEqual(['T1', 'T2', 'T3']);
});

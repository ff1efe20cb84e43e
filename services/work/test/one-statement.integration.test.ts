import { expect, test } from '@jest/globals';
import { projects, tasks } from '@space/contracts/work';
import { sql } from '@space/database';
import { z } from 'zod';
import { useWorkService } from './fixtures/work-service.ts';

const service = useWorkService();

test('the answer of a new task and its event have what a read of it has', async () => {
  const { call, agent, events } = service.newSpace();
  const { id: project_id } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  const full = {
    title: 'Call "the" printer \\ 100 %',
    description: '# Print\n\n- [ ] 1',
    project_id,
    status_id: 'In progress',
    priority: 'high' as const,
    assignees: [{ kind: 'agent' as const, id: agent.id }],
    labels: ['print', 'b'],
    start_date: '2030-01-01',
    due_date: '2030-01-31',
    due_time: '09:30',
    timezone: 'Europe/Berlin',
    estimate: 1.5,
    recurrence: { rrule: 'FREQ=MONTHLY', after: 'due' as const },
    reminders: [{ minutes_before: 60 }],
    about: [{ kind: 'url' as const, id: 'https://example.com/' }],
    custom_fields: { a: 1, longer: { deep: [true, null] } },
  };
  for (const input of [full, { title: 'Plain' }, { ...full, project_id: undefined, status_id: 'Done' }, { ...full, project_id: 'WEB' }]) {
    const made = await call(tasks, 'create', input);
    expect(made).toEqual(await call(tasks, 'get', { id: made.id }));
    expect((await events('task_created')).at(-1)!.data).toMatchObject({
      task_id: made.id,
      identifier: made.identifier,
      status: made.status.name,
      due_at: made.due_at,
    });
  }
});

test('tasks that are created while their project changes have its statuses of then', async () => {
  const { call } = service.newSpace();
  const { id, statuses } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  const kinds = ['todo', 'in_progress'] as const;
  const others = statuses.slice(2);
  const change = async () => {
    for (let n = 0; n < 10; n++)
      await call(projects, 'update', { id, name: `Website ${n}`, statuses: [{ ...statuses[1]!, category: kinds[n % 2]! }, ...others] });
  };
  const create = async () => {
    for (let n = 0; n < 10; n++) await call(tasks, 'create', { title: `Task ${n}`, project_id: id, status_id: statuses[1]!.id });
  };
  await Promise.all([change(), create(), create()]);
  const project = await call(projects, 'get', { id });
  const list = await call(tasks, 'list', { project_id: id });
  expect(list.data).toHaveLength(20);
  expect(new Set(list.data.map(({ status }) => status.category))).toEqual(new Set([project.statuses[0]!.category]));
  expect(list.data.map(({ number }) => number!).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

test('a project in the trash gets no new task, also from a call that has read it before', async () => {
  const { call } = service.newSpace();
  const { id } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  const creations = Array.from({ length: 8 }, () => call(tasks, 'create', { title: 'Task', project_id: id }).catch(({ code }) => code));
  const deletion = call(projects, 'delete', { id, delete_tasks: true });
  const outcomes = await Promise.all(creations);
  await deletion;
  for (const outcome of outcomes) expect(typeof outcome === 'string' ? outcome : 'conflict').toBe('conflict');
  expect((await call(tasks, 'list', { project_id: id })).data).toEqual([]);
  await expect(call(tasks, 'create', { title: 'Late', project_id: id })).rejects.toMatchObject({ code: 'conflict' });
});

test('a Space with all its tasks gets another one when one is deleted for good', async () => {
  const { call, caller } = service.newSpace();
  const { id } = await call(tasks, 'create', { title: 'First' });
  await service.ports.database.query(sql.typeAlias('void')`
    insert into work.task_count (space_id, shard, tasks) values (${caller.space_id}, 99, 499998)`);
  const { data } = await call(tasks, 'create_bulk', { tasks: [{ title: 'Last' }] });
  for (const late of [
    () => call(tasks, 'create', { title: 'Late' }),
    () => call(tasks, 'create', { title: 'Late', parent_id: id }),
    () => call(tasks, 'create_bulk', { tasks: [{ title: 'Late' }] }),
  ])
    await expect(late()).rejects.toMatchObject({ code: 'limit_reached' });
  await call(tasks, 'delete', { id: data[0]!.id });
  await expect(call(tasks, 'create', { title: 'Late' })).rejects.toMatchObject({ code: 'limit_reached' });
  await call(tasks, 'delete', { id: data[0]!.id, permanent: true });
  await call(tasks, 'create', { title: 'Next' });
  await expect(call(tasks, 'create', { title: 'Late' })).rejects.toMatchObject({ code: 'limit_reached' });
});

const Copied = z.object({ differing: z.number(), all: z.number() });

test('the rows of assignees follow due time, status and deletion of their tasks', async () => {
  const { call, agent, caller } = service.newSpace();
  const assignees = [{ kind: 'agent' as const, id: agent.id }];
  const ids: string[] = [];
  for (const due_date of ['2030-01-03', undefined, '2030-01-01', '2030-01-02'])
    ids.push((await call(tasks, 'create', { title: `Due ${due_date}`, assignees, ...(due_date && { due_date }) })).id);
  const mine = async (more: object = {}) =>
    (await call(tasks, 'list', { assignee_id: agent.id, sort: 'due_at', ...more })).data.map(({ id }) => ids.indexOf(id));
  expect(await mine()).toEqual([2, 3, 0, 1]);
  await call(tasks, 'update', { id: ids[1]!, due_date: '2029-12-31' });
  await call(tasks, 'update_bulk', { updates: [{ id: ids[2]!, due_date: null }] });
  expect(await mine()).toEqual([1, 3, 0, 2]);
  await call(tasks, 'complete', { id: ids[3]! });
  await call(tasks, 'delete', { id: ids[0]! });
  expect([await mine(), await mine({ status_category: ['todo'] }), await mine({ trashed: true })]).toEqual([[1, 3, 2], [1, 2], [0]]);
  await call(tasks, 'restore', { id: ids[0]! });
  await call(tasks, 'reopen', { id: ids[3]! });
  const first = await call(tasks, 'list', { assignee_id: agent.id, sort: 'due_at', limit: 2 });
  const next = await call(tasks, 'list', { assignee_id: agent.id, sort: 'due_at', limit: 2, cursor: first.next_cursor! });
  expect([...first.data, ...next.data].map(({ id }) => ids.indexOf(id))).toEqual([1, 3, 0, 2]);
  expect(
    await service.ports.database.one(sql.type(Copied)`
      select count(*) filter (where (a.due_order, a.status_category, a.is_trashed)
        is distinct from (work.due_order(t.due_at), t.status_category, t.trashed_at is not null)) as differing, count(*) as "all"
      from work.task_assignee as a join work.task as t on t.space_id = a.space_id and t.id = a.task_id
      where a.space_id = ${caller.space_id}`),
  ).toEqual({ differing: 0, all: 4 });
});

import { describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { projects, taskLinks, tasks } from '@space/contracts/work';
import { sql } from '@space/database';
import { MINUTE_MS } from '@space/time';
import { z } from 'zod';
import { replaceAlarms } from '../src/alarms/alarms.ts';
import { findTaskRows } from '../src/rows/task-rows.queries.ts';
import { useWorkService } from './fixtures/work-service.ts';

const service = useWorkService();

describe('moving a task', () => {
  test('to another parent has an event, history and a new version', async () => {
    const { call, events } = service.newSpace();
    const parent = await call(tasks, 'create', { title: 'Parent' });
    const child = await call(tasks, 'create', { title: 'Child' });
    await call(tasks, 'move', { id: child.id, parent_id: parent.id });
    expect((await events('task_updated')).map(({ data }) => data)).toMatchObject([
      { task_id: child.id, task_version: 2, changed: ['parent_id'], previous: { parent_id: null } },
    ]);
    const { data } = await call(tasks, 'history', { id: child.id });
    expect(data[0]!.changes).toMatchObject({ parent_id: { from: null, to: parent.id } });
  });
});

describe('a task in the trash', () => {
  /** Deletes the status "To do" of a project, whose tasks are done then. */
  const endTasks = async ({ call }: ReturnType<typeof service.newSpace>, id: string) => {
    const { statuses } = await call(projects, 'get', { id });
    const [todo, done] = ['To do', 'Done'].map((name) => statuses.find((one) => one.name === name)!);
    await call(projects, 'update', {
      id,
      statuses: statuses.filter((one) => one.id !== todo!.id).map((one) => ({ id: one.id, name: one.name, category: one.category })),
      move_tasks: { [todo!.id]: done!.id },
    });
  };

  test('that recurs makes no next task, and unblocks nothing, when its status becomes a done one', async () => {
    const space = service.newSpace();
    const { call, types } = space;
    const { id: project_id } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
    const recurring = { due_date: '2026-07-01', recurrence: { rrule: 'FREQ=DAILY' } };
    const trashed = await call(tasks, 'create', { title: 'Trashed', project_id, ...recurring });
    const live = await call(tasks, 'create', { title: 'Live', project_id, ...recurring });
    const blocked = await call(tasks, 'create', { title: 'Blocked' });
    await call(taskLinks, 'create', { id: trashed.id, kind: 'blocks', task_id: blocked.id });
    await call(tasks, 'delete', { id: trashed.id });
    expect((await types()).filter((type) => type === 'task_unblocked')).toHaveLength(1);
    await endTasks(space, project_id);
    expect((await types()).filter((type) => type === 'task_unblocked')).toHaveLength(1);
    expect((await call(tasks, 'get', { id: live.id })).next_task_id).not.toBeNull();
    expect(await call(tasks, 'get', { id: trashed.id })).toMatchObject({ next_task_id: null, status: { category: 'done' } });
    expect((await types()).filter((type) => type === 'task_created')).toHaveLength(4);
  });
});

test('an update keeps a contact that is gone in about, and refuses to add one', async () => {
  const { call } = service.newSpace();
  const { id } = await call(contacts, 'create', { name: 'Ada', email: 'ada@example.com' });
  const ada = { kind: 'contact' as const, id };
  const task = await call(tasks, 'create', { title: 'A', about: [ada] });
  const other = await call(tasks, 'create', { title: 'B' });
  await call(contacts, 'delete', { id });
  const url = { kind: 'url' as const, id: 'https://example.com/' };
  expect((await call(tasks, 'update', { id: task.id, about: [ada, url] })).about).toEqual([ada, url]);
  await expect(call(tasks, 'update', { id: other.id, about: [ada] })).rejects.toMatchObject({ code: 'unresolved_reference' });
});

test('a change of reminders keeps the alarms whose time has come: they are still to be announced', async () => {
  const { call, caller } = service.newSpace();
  const { database } = service.ports;
  const { id, due_at } = await call(tasks, 'create', { title: 'A', due_date: '2126-07-01', reminders: [{ minutes_before: 60 }] });
  const task = (await findTaskRows(database, caller.space_id, [id])).get(id)!;
  const replace = (minutes: number, isNewDue: boolean) =>
    database.transaction((tx) => replaceAlarms(tx, [{ task, isNewDue }], Date.parse(due_at!) + minutes * MINUTE_MS));
  const kinds = () =>
    database.anyFirst(sql.type(z.object({ kind: z.string() }))`select kind from work.task_alarm where task_id = ${id} order by fire_at`);
  await replace(-1, false);
  expect(await kinds()).toEqual(['reminder', 'overdue']);
  await replace(1, false);
  expect(await kinds()).toEqual(['reminder', 'overdue']);
  await replace(1, true);
  expect(await kinds()).toEqual(['overdue']);
});

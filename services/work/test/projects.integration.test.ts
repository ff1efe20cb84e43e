import { expect, test } from '@jest/globals';
import { workRemoval, workStorage } from '@space/contracts/platform';
import { projects, taskLinks, tasks } from '@space/contracts/work';
import { callAndUndo } from '@space/runtime/testing';
import { useWorkService, type WorkSpace } from './fixtures/work-service.ts';

const service = useWorkService();

/** Creates a project with one task in each of its first three statuses. */
async function newBoard({ call }: WorkSpace) {
  const project = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  const made = [];
  for (const { id: status_id } of project.statuses.slice(0, 3))
    made.push(await call(tasks, 'create', { title: 'A', project_id: project.id, status_id }));
  return { project, made };
}

test('a project has the five usual statuses and a key from its name, and a key that exists is refused with its id', async () => {
  const { call, types } = service.newSpace();
  const first = await call(projects, 'create', { name: 'Web site' });
  expect(first).toMatchObject({ key: 'WS', archived: false, tasks: { total: 0, open: 0 } });
  expect(first.statuses.map(({ category }) => category)).toEqual(['backlog', 'todo', 'in_progress', 'done', 'cancelled']);
  expect((await call(projects, 'create', { name: 'Web shop' })).key).toBe('WS2');
  await expect(call(projects, 'create', { name: 'Other', key: 'WS' })).rejects.toMatchObject({
    code: 'duplicate',
    extras: { existing_id: first.id },
  });
  await expect(
    call(projects, 'create', {
      name: 'Other',
      statuses: [
        { name: 'Done', category: 'done' },
        { name: 'done', category: 'cancelled' },
      ],
    }),
  ).rejects.toMatchObject({ code: 'invalid' });
  expect(await types()).toEqual(['project_created', 'project_created']);
});

test('a status that has tasks is removed only with the status that they get, and a task never has one that is gone', async () => {
  const space = service.newSpace();
  const { project, made } = await newBoard(space);
  const [backlog, todo, ...others] = project.statuses;
  const statuses = [todo!, ...others];
  await expect(space.call(projects, 'update', { id: project.id, statuses })).rejects.toMatchObject({ code: 'attached' });
  await expect(
    space.call(projects, 'update', { id: project.id, statuses, move_tasks: { [backlog!.id]: 'Nowhere' } }),
  ).rejects.toMatchObject({ code: 'invalid' });
  const changed = await space.call(projects, 'update', { id: project.id, statuses, move_tasks: { [backlog!.id]: 'To do' } });
  expect(changed.before.statuses).toHaveLength(5);
  expect((await space.call(tasks, 'get', { id: made[0]!.id })).status.id).toBe(todo!.id);
  expect((await space.events('task_status_changed')).map(({ data }) => [data.from, data.to])).toEqual([['Backlog', 'To do']]);
  await expect(space.call(tasks, 'update', { id: made[0]!.id, status_id: backlog!.id })).rejects.toMatchObject({
    code: 'unresolved_reference',
  });
});

test('a status with another category counts for its tasks', async () => {
  const space = service.newSpace();
  const { project, made } = await newBoard(space);
  const statuses = project.statuses.map((status) =>
    status.category === 'in_progress' ? { ...status, category: 'done' as const } : status,
  );
  await space.call(projects, 'update', { id: project.id, statuses });
  expect(await space.call(tasks, 'get', { id: made[2]!.id })).toMatchObject({
    status: { category: 'done' },
    completed_at: expect.any(String),
  });
  expect((await space.call(projects, 'get', { id: project.id })).tasks).toEqual({ total: 3, open: 2 });
});

test('a project with tasks is deleted only with them, and comes back with them', async () => {
  const space = service.newSpace();
  const { project, made } = await newBoard(space);
  await expect(space.call(projects, 'delete', { id: project.id })).rejects.toMatchObject({ code: 'attached' });
  await space.call(tasks, 'delete', { id: made[0]!.id });
  await space.call(projects, 'delete', { id: project.id, delete_tasks: true });
  expect((await space.call(projects, 'list', {})).data).toEqual([]);
  await expect(space.call(tasks, 'create', { title: 'B', project_id: project.id })).rejects.toMatchObject({ code: 'conflict' });
  await expect(space.call(tasks, 'restore', { id: made[1]!.id })).rejects.toMatchObject({ code: 'conflict' });
  await space.call(projects, 'restore', { id: project.id });
  // The task that was deleted before stays in the trash.
  expect((await space.call(tasks, 'list', {})).data.map(({ id }) => id).toSorted()).toEqual([made[1]!.id, made[2]!.id].toSorted());
  await space.call(projects, 'delete', { id: project.id, delete_tasks: true, permanent: true });
  await expect(space.call(tasks, 'get', { id: made[1]!.id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(space.call(projects, 'get', { id: project.id })).rejects.toMatchObject({ code: 'not_found' });
});

test('a task that moves to another project gets a number there, and its old identifier finds it', async () => {
  const { call } = service.newSpace();
  const [web, shop] = [
    await call(projects, 'create', { name: 'Website', key: 'WEB' }),
    await call(projects, 'create', { name: 'Shop', key: 'SHO' }),
  ];
  const task = await call(tasks, 'create', { title: 'A', project_id: web.id, status_id: 'In progress' });
  await call(tasks, 'create', { title: 'B', project_id: shop.id });
  const { output, undone } = await callAndUndo(call, 'move_task', { id: 'WEB-1', project_id: 'SHO' });
  expect(output).toMatchObject({ identifier: 'SHO-2', status: { category: 'in_progress' } });
  expect(undone).toMatchObject({ identifier: 'WEB-1' });
  expect((await call(tasks, 'get', { id: 'SHO-2' })).id).toBe(task.id);
  expect((await call(tasks, 'create', { title: 'C', project_id: shop.id })).identifier).toBe('SHO-3');
});

test('a blocked task is completed only with force, and is unblocked by its last blocker', async () => {
  const { call, events } = service.newSpace();
  const [one, other, task] = (await call(tasks, 'create_bulk', { tasks: [{ title: 'A' }, { title: 'B' }, { title: 'C' }] })).data;
  for (const { id: task_id } of [one!, other!]) await call(taskLinks, 'create', { id: task!.id, kind: 'blocked_by', task_id });
  expect(await call(tasks, 'get', { id: task!.id })).toMatchObject({
    blocked: true,
    links: [{ kind: 'blocked_by' }, { kind: 'blocked_by' }],
  });
  await expect(call(tasks, 'complete', { id: task!.id })).rejects.toMatchObject({ code: 'conflict' });
  await call(tasks, 'complete', { id: one!.id });
  expect(await events('task_unblocked')).toEqual([]);
  await call(tasks, 'delete', { id: other!.id });
  expect((await events('task_unblocked')).map(({ data }) => [data.task_id, data.unblocked_by])).toEqual([[task!.id, other!.id]]);
  expect(await call(tasks, 'get', { id: task!.id })).toMatchObject({ blocked: false });
});

test('subtasks have five levels, and a task is never a part of itself', async () => {
  const { call } = service.newSpace();
  const chain = [await call(tasks, 'create', { title: 'Level 1' })];
  for (let level = 2; level <= 5; level++)
    chain.push(await call(tasks, 'create', { title: `Level ${level}`, parent_id: chain.at(-1)!.id }));
  await expect(call(tasks, 'create', { title: 'Level 6', parent_id: chain[4]!.id })).rejects.toMatchObject({ code: 'limit_reached' });
  await expect(call(tasks, 'update', { id: chain[0]!.id, parent_id: chain[2]!.id })).rejects.toMatchObject({ code: 'conflict' });
  await call(tasks, 'complete', { id: chain[1]!.id });
  expect((await call(tasks, 'get', { id: chain[0]!.id })).subtasks).toEqual({ total: 1, done: 1 });
});

test('a Space is measured, and removed to its last row', async () => {
  const space = service.newSpace();
  const { made } = await newBoard(space);
  await space.call(tasks, 'create', { title: 'Part', parent_id: made[0]!.id, due_date: '2199-01-01', labels: ['x'] });
  await space.call(taskLinks, 'create', { id: made[0]!.id, kind: 'blocks', task_id: made[1]!.id });
  expect((await space.call(workStorage, 'measure', {})).rows).toBeGreaterThan(10);
  while (!(await space.call(workRemoval, 'remove', {})).is_done);
  expect((await space.call(workStorage, 'measure', {})).rows).toBe(0);
});

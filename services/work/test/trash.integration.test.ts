import { expect, test } from '@jest/globals';
import { projects, taskLabels, taskLinks, tasks } from '@space/contracts/work';
import { sql } from '@space/database';
import { z } from 'zod';
import { useWorkService } from './fixtures/work-service.ts';

const service = useWorkService();

test('a project that is deleted for good takes subtasks in other lists along, and its old identifiers', async () => {
  const { call, caller, events } = service.newSpace();
  const { id: project_id } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  const parent = await call(tasks, 'create', { title: 'Parent', project_id });
  const part = await call(tasks, 'create', { title: 'Part', parent_id: parent.id });
  const moved = await call(tasks, 'create', { title: 'Moved', project_id });
  await call(tasks, 'move', { id: moved.id, project_id: null });
  await call(projects, 'delete', { id: project_id, delete_tasks: true, permanent: true });
  expect((await events('task_deleted')).map(({ data }) => data.task_id).toSorted()).toEqual([parent.id, part.id].toSorted());
  await expect(call(tasks, 'get', { id: part.id })).rejects.toMatchObject({ code: 'not_found' });
  expect((await call(tasks, 'get', { id: moved.id })).identifier).toBeNull();
  const aliases = sql.type(z.object({ count: z.number() }))`
    select count(*) as count from work.task_alias where space_id = ${caller.space_id}`;
  expect(await service.ports.database.oneFirst(aliases)).toBe(0);
});

test('a project that has tasks only in the trash says what to do with them', async () => {
  const { call } = service.newSpace();
  const { id } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  const task = await call(tasks, 'create', { title: 'A', project_id: id });
  await call(tasks, 'delete', { id: task.id });
  await expect(call(projects, 'delete', { id, permanent: true })).rejects.toMatchObject({
    code: 'attached',
    message: expect.stringContaining('delete them for good'),
  });
  await call(tasks, 'delete', { id: task.id, permanent: true });
  await call(projects, 'delete', { id, permanent: true });
});

test('no restoration gives a task more than 500 open subtasks', async () => {
  const { call, types } = service.newSpace();
  const { id: parent_id } = await call(tasks, 'create', { title: 'Parent' });
  const { id } = await call(tasks, 'create', { title: 'First', parent_id });
  await call(tasks, 'delete', { id });
  for (let at = 0; at < 5; at++)
    await call(tasks, 'create_bulk', { tasks: Array.from({ length: 100 }, (_, n) => ({ title: `${at} ${n}`, parent_id })) });
  for (const restore of [() => call(tasks, 'restore', { id }), () => call(tasks, 'restore_bulk', { ids: [id] })])
    await expect(restore()).rejects.toMatchObject({ code: 'limit_reached' });
  expect(await types()).not.toContain('task_restored');
});

test('the history of a task says of its deletion, restoration, links and category', async () => {
  const { call } = service.newSpace();
  const project = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  const parent = await call(tasks, 'create', { title: 'Parent' });
  const { id } = await call(tasks, 'create', { title: 'Part', parent_id: parent.id, project_id: project.id });
  const changes = async (of = id) => (await call(tasks, 'history', { id: of })).data.map((entry) => entry.changes);
  const link = await call(taskLinks, 'create', { id: parent.id, kind: 'blocks', task_id: id });
  expect(await changes()).toEqual([{ links: { from: null, to: { kind: 'blocked_by', task_id: parent.id } } }]);
  await call(taskLinks, 'delete', { id, link_id: link.id });
  expect((await changes(parent.id))[0]).toEqual({ links: { from: { kind: 'blocks', task_id: id }, to: null } });
  const statuses = project.statuses.map((status) =>
    status.category === 'todo' ? { ...status, category: 'in_progress' as const } : status,
  );
  await call(projects, 'update', { id: project.id, statuses });
  expect((await changes())[0]).toEqual({ status_category: { from: 'todo', to: 'in_progress' } });
  await call(tasks, 'delete', { id: parent.id });
  const { trashed_at } = await call(tasks, 'get', { id });
  expect((await changes())[0]).toEqual({ trashed_at: { from: null, to: trashed_at } });
  await call(tasks, 'restore', { id });
  const restored = { trashed_at: { from: trashed_at, to: null }, parent_id: { from: parent.id, to: null } };
  expect((await changes())[0]).toEqual(restored);
});

test('an id of a thing that is too long is named at its path', async () => {
  const { call } = service.newSpace();
  const about = (kind: 'contact' | 'url') => [{ kind, id: `https://example.com/${'x'.repeat(200)}` }];
  await call(tasks, 'create', { title: 'A', about: about('url') });
  const problem = await call(tasks, 'create', { title: 'A', about: about('contact') }).catch((error) => error);
  expect(problem).toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'about.0.id' }] } });
});

test('the labels of a project are found by its key', async () => {
  const { call } = service.newSpace();
  await call(projects, 'create', { name: 'Website', key: 'WEB' });
  await call(tasks, 'create', { title: 'A', project_id: 'WEB', labels: ['print'] });
  expect((await call(taskLabels, 'list', { project_id: 'WEB' })).data).toEqual([{ label: 'print', open: 1, done: 0 }]);
});

test('projects of one name that are created at the same time get keys of their own', async () => {
  const { call } = service.newSpace();
  const made = await Promise.all(Array.from({ length: 6 }, () => call(projects, 'create', { name: 'Website' })));
  expect(made.map(({ key }) => key).toSorted()).toEqual(['WEBS', 'WEBS2', 'WEBS3', 'WEBS4', 'WEBS5', 'WEBS6']);
});

test('only the deletion of what blocked a task unblocks it', async () => {
  const { call, types } = service.newSpace();
  const [done, trashed, blocked] = (await call(tasks, 'create_bulk', { tasks: ['Done', 'Trashed', 'Blocked'].map((title) => ({ title })) }))
    .data;
  for (const { id } of [done!, trashed!]) await call(taskLinks, 'create', { id, kind: 'blocks', task_id: blocked!.id });
  await call(tasks, 'complete', { id: done!.id });
  const unblocked = async () => (await types()).filter((type) => type === 'task_unblocked').length;
  expect(await unblocked()).toBe(0);
  await call(tasks, 'delete', { id: trashed!.id });
  expect(await unblocked()).toBe(1);
  await call(tasks, 'delete', { id: done!.id });
  for (const { id } of [done!, trashed!]) await call(tasks, 'delete', { id, permanent: true });
  expect(await unblocked()).toBe(1);
});

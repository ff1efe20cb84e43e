import { expect, test } from '@jest/globals';
import { projects, tasks } from '@space/contracts/work';
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

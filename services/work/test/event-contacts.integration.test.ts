import { expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { projects, taskLinks, tasks } from '@space/contracts/work';
import { useWorkService } from './fixtures/work-service.ts';

const service = useWorkService();

type Space = ReturnType<typeof service.newSpace>;

/** Creates a person and returns the reference to it. */
async function newPerson({ call }: Space, name: string) {
  const { id } = await call(contacts, 'create', { name, email: `${name.toLowerCase()}@example.com` });
  return { kind: 'person' as const, id };
}

/** Returns the emails of the contacts in the events of a type, by the titles of their tasks. */
async function emailsIn({ events }: Space, type: string): Promise<unknown> {
  return Object.fromEntries((await events(type)).map(({ data }) => [data.task, (data.contact as { email: string } | undefined)?.email]));
}

test('an event of a change that removes the first person has the contact of the next one', async () => {
  const space = service.newSpace();
  const [ada, ben] = [await newPerson(space, 'Ada'), await newPerson(space, 'Ben')];
  const { id } = await space.call(tasks, 'create', { title: 'A', assignees: [ada, ben] });
  await space.call(tasks, 'update', { id, remove_assignees: [ada] });
  const [event] = (await space.events('task_assigned')).slice(-1);
  expect(event!.data).toMatchObject({ removed: [ada.id], contact_id: ben.id, contact: { email: 'ben@example.com' } });
});

test.each(['task', 'project'] as const)(
  'the events of subtasks that go to the trash with a %s and come back have their contacts',
  async (what) => {
    const space = service.newSpace();
    const { call } = space;
    const ben = await newPerson(space, 'Ben');
    const { id: project_id } = await call(projects, 'create', { name: 'Website' });
    const parent = await call(tasks, 'create', { title: 'Parent', project_id });
    await call(tasks, 'create', { title: 'Part', parent_id: parent.id, assignees: [ben] });
    if (what === 'task') {
      await call(tasks, 'delete', { id: parent.id });
      await call(tasks, 'restore', { id: parent.id });
    } else {
      await call(projects, 'delete', { id: project_id, delete_tasks: true });
      await call(projects, 'restore', { id: project_id });
    }
    for (const type of ['task_deleted', 'task_restored'])
      expect(await emailsIn(space, type)).toEqual({ Parent: undefined, Part: 'ben@example.com' });
  },
);

test('the event of a task that a change unblocks has its contact', async () => {
  const space = service.newSpace();
  const { call } = space;
  const { id: project_id, statuses } = await call(projects, 'create', { name: 'Website' });
  const ways: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    complete: (id) => call(tasks, 'complete', { id }),
    update: (id) => call(tasks, 'update', { id, status_id: 'Done' }),
    update_bulk: (id) => call(tasks, 'update_bulk', { updates: [{ id, status_id: 'Done' }] }),
    move: (id) => call(tasks, 'move', { id, status_id: 'Done' }),
    delete: (id) => call(tasks, 'delete', { id }),
    delete_for_good: (id) => call(tasks, 'delete', { id, permanent: true }),
    delete_bulk: (id) => call(tasks, 'delete_bulk', { ids: [id] }),
    unlink: async (id) => call(taskLinks, 'delete', { id, link_id: (await call(tasks, 'get', { id })).links[0]!.id }),
    category: () =>
      call(projects, 'update', {
        id: project_id,
        statuses: statuses.map((status) => (status.category === 'todo' ? { ...status, category: 'done' as const } : status)),
      }),
  };
  for (const [way, act] of Object.entries(ways)) {
    const person = await newPerson(space, way);
    const blocker = await call(tasks, 'create', { title: `Blocker ${way}`, project_id, assignees: [person] });
    const freed = await call(tasks, 'create', { title: way, assignees: [person] });
    await call(taskLinks, 'create', { id: blocker.id, kind: 'blocks', task_id: freed.id });
    await act(blocker.id);
  }
  expect(await emailsIn(space, 'task_unblocked')).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, `${way}@example.com`])));
  expect(await emailsIn(space, 'task_status_changed')).toMatchObject({ 'Blocker category': 'category@example.com' });
});

import { expect, test } from '@jest/globals';
import { projects, taskLinks, tasks } from '@space/contracts/work';
import { useWorkService } from './fixtures/work-service.ts';

const service = useWorkService();

/** Spaces in which two changes are made at the same time; some of them meet. */
const ROUNDS = 12;

type Space = ReturnType<typeof service.newSpace>;

/** Returns `made`, or the code of the problem. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'made',
    ({ code }: { code: string }) => code,
  );

/** Runs a round in new Spaces, each with a project of the key WEB. */
async function inRounds(
  act: (space: Space, project: Awaited<ReturnType<typeof newProject>>, round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const space = service.newSpace();
    await act(space, await newProject(space), round);
  }
}

const newProject = ({ call }: Space) => call(projects, 'create', { name: 'Website', key: 'WEB' });

test('a status that is removed while tasks get it leaves no task without one, and no answer is an error of the server', async () => {
  await inRounds(async ({ call, agent }, { id, statuses }) => {
    const made = await call(tasks, 'create_bulk', {
      tasks: [
        { title: 'A', project_id: id },
        { title: 'B', project_id: id },
      ],
    });
    const gone = statuses[2]!;
    const outcomes = await Promise.all([
      outcome(call(projects, 'update', { id, statuses: statuses.filter((status) => status !== gone) })),
      ...made.data.map((task) => outcome(call(tasks, 'update', { id: task.id, status_id: gone.id }))),
      outcome(agent.call(tasks, 'claim', {})),
    ]);
    expect(['made', 'conflict', 'attached', 'unresolved_reference']).toEqual(expect.arrayContaining(outcomes));
    const names = (await call(projects, 'get', { id })).statuses.map((status) => status.id);
    for (const { status } of (await call(tasks, 'list', {})).data) expect(names).toContain(status.id);
  });
});

test('tasks that get a status while its category changes have the new category', async () => {
  await inRounds(async ({ call, agent }, { id, statuses }) => {
    const made = await call(tasks, 'create_bulk', { tasks: Array.from({ length: 4 }, (_, n) => ({ title: `${n}`, project_id: id })) });
    const changed = statuses.map((status, at) => (at === 2 ? { ...status, category: 'done' as const } : status));
    await Promise.all([
      ...made.data.slice(1).map((task) => outcome(call(tasks, 'update', { id: task.id, status_id: statuses[2]!.id }))),
      outcome(agent.call(tasks, 'claim', {})),
      call(projects, 'update', { id, statuses: changed }),
    ]);
    for (const { status } of (await call(tasks, 'list', {})).data)
      expect(status.category).toBe(changed.find((one) => one.id === status.id)!.category);
  });
});

test('a task that moves into a project that is deleted is in the trash with it, or stays out', async () => {
  await inRounds(async ({ call }, { id }, round) => {
    const task = await call(tasks, 'create', { title: 'A' });
    const outcomes = await Promise.all([
      outcome(call(projects, 'delete', { id, delete_tasks: true, permanent: round % 2 === 0 })),
      outcome(call(tasks, 'update', { id: task.id, project_id: id })),
    ]);
    expect(['made', 'conflict', 'unresolved_reference']).toEqual(expect.arrayContaining(outcomes));
    const now = await call(tasks, 'get', { id: task.id }).catch(({ code }) => code);
    expect([null, 'not_found']).toContain(now === 'not_found' || now.trashed_at !== null ? null : now.project);
  });
});

test('a task that becomes a part of one that is deleted goes with it, or does not become a part', async () => {
  await inRounds(async ({ call }, _project, round) => {
    const [parent, child] = [await call(tasks, 'create', { title: 'Parent' }), await call(tasks, 'create', { title: 'Child' })];
    const outcomes = await Promise.all([
      outcome(call(tasks, 'delete', { id: parent.id, permanent: round % 2 === 0 })),
      outcome(call(tasks, 'update', { id: child.id, parent_id: parent.id })),
    ]);
    expect(['made', 'conflict', 'unresolved_reference', 'not_found']).toEqual(expect.arrayContaining(outcomes));
    const now = await call(tasks, 'get', { id: child.id }).catch(() => null);
    expect(now === null || now.trashed_at !== null || now.parent_id === null).toBe(true);
  });
});

test('a link to a task that is deleted for good is made before, or refused', async () => {
  await inRounds(async ({ call }) => {
    const [one, other] = [await call(tasks, 'create', { title: 'A' }), await call(tasks, 'create', { title: 'B' })];
    const outcomes = await Promise.all([
      outcome(call(tasks, 'delete', { id: other.id, permanent: true })),
      outcome(call(taskLinks, 'create', { id: one.id, kind: 'blocks', task_id: other.id })),
    ]);
    expect(['made', 'unresolved_reference']).toEqual(expect.arrayContaining(outcomes));
  });
});

test('a recurring task is completed while it is dragged', async () => {
  await inRounds(async ({ call }, { id }) => {
    const recurring = { title: 'A', project_id: id, due_date: '2030-05-04', recurrence: { rrule: 'FREQ=DAILY' } };
    const { data } = await call(tasks, 'create_bulk', { tasks: [recurring, { title: 'B', project_id: id }] });
    const outcomes = await Promise.all([
      outcome(call(tasks, 'complete', { id: data[0]!.id })),
      outcome(call(tasks, 'move', { id: data[0]!.id, after_id: data[1]!.id })),
    ]);
    expect(['made', 'conflict']).toEqual(expect.arrayContaining(outcomes));
    expect(outcomes[0]).toBe('made');
  });
});

test('one bulk call makes no circle of parents, and names no task twice', async () => {
  const space = service.newSpace();
  const { id: project_id } = await newProject(space);
  const { data } = await space.call(tasks, 'create_bulk', {
    tasks: [
      { title: 'A', project_id },
      { title: 'B', project_id },
    ],
  });
  const [a, b] = data as [(typeof data)[0], (typeof data)[0]];
  const circle = [
    { id: a.id, parent_id: b.id },
    { id: b.id, parent_id: a.id },
  ];
  expect(await outcome(space.call(tasks, 'update_bulk', { updates: circle }))).toBe('conflict');
  expect((await space.call(tasks, 'get', { id: a.id })).parent_id).toBeNull();
  const twice = [
    { id: a.id, labels: ['x'] },
    { id: a.identifier!, labels: ['y'] },
  ];
  await expect(space.call(tasks, 'update_bulk', { updates: twice })).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'updates.1.id', code: 'duplicate' }] },
  });
});

test('a new task comes after one that was dragged to the end, and the undo of a drag brings the last one back', async () => {
  const { call } = service.newSpace();
  const order = async () => (await call(tasks, 'list', { sort: 'position' })).data.map(({ title }) => title);
  const [a, b] = [await call(tasks, 'create', { title: 'A' }), await call(tasks, 'create', { title: 'B' })];
  await call(tasks, 'move', { id: a.id, after_id: b.id });
  await call(tasks, 'create', { title: 'C' });
  expect(await order()).toEqual(['B', 'A', 'C']);
  const c = (await call(tasks, 'list', { sort: 'position' })).data[2]!;
  const { before } = await call(tasks, 'move', { id: c.id, before_id: b.id });
  expect([await order(), before.before_id, before.after_id]).toEqual([['C', 'B', 'A'], null, a.id]);
  await call(tasks, 'move', { id: c.id, after_id: before.after_id! });
  expect(await order()).toEqual(['B', 'A', 'C']);
});

test('a status with another category or successor completes its recurring tasks, and says nothing of tasks in the trash', async () => {
  const { call, events } = service.newSpace();
  const { id, statuses } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  const recurring = { project_id: id, due_date: '2030-05-04', recurrence: { rrule: 'FREQ=DAILY' } };
  const { data } = await call(tasks, 'create_bulk', {
    tasks: [
      { title: 'A', ...recurring },
      { title: 'Trashed', ...recurring },
    ],
  });
  await call(tasks, 'delete', { id: data[1]!.id });
  const [, todo, , done] = statuses;
  await call(projects, 'update', { id, statuses: statuses.filter((status) => status !== todo), move_tasks: { [todo!.id]: done!.id } });
  expect((await events('task_status_changed')).map(({ data: { task } }) => task)).toEqual(['A']);
  const all = (await call(tasks, 'list', { sort: 'position' })).data;
  expect(all.map(({ title, status, due_date }) => [title, status.category, due_date])).toEqual([
    ['A', 'done', '2030-05-04'],
    ['A', 'backlog', '2030-05-05'],
  ]);
  const renamed = (await call(projects, 'get', { id })).statuses.map((status) =>
    status.id === done!.id ? { ...status, category: 'cancelled' as const } : status,
  );
  await call(projects, 'update', { id, statuses: renamed });
  expect((await events('task_status_changed')).at(-1)!.data).toMatchObject({
    task: 'A',
    from_category: 'done',
    status_category: 'cancelled',
  });
});

test('a claimed task that is moved or done stays with its assignee', async () => {
  const { call, agent, ...space } = service.newSpace();
  const { id: project_id, statuses } = await newProject({ call, agent, ...space });
  await call(tasks, 'create', { title: 'A', project_id });
  const { task } = await agent.call(tasks, 'claim', {});
  expect(task!.claim_ends_at).not.toBeNull();
  const moved = await call(tasks, 'move', { id: task!.id, status_id: statuses[3]!.id });
  expect([moved.claim_ends_at, moved.assignees.length, moved.status.category]).toEqual([null, 1, 'done']);
});

test('a done subtask opens again only if its parent has room', async () => {
  const { call } = service.newSpace();
  const { id: parent_id } = await call(tasks, 'create', { title: 'Parent' });
  for (let n = 0; n < 5; n++)
    await call(tasks, 'create_bulk', { tasks: Array.from({ length: 100 }, () => ({ title: 'Part', parent_id })) });
  const { id } = (await call(tasks, 'list', { parent_id, limit: 1 })).data[0]!;
  await call(tasks, 'complete', { id });
  await call(tasks, 'create', { title: 'One more', parent_id });
  expect(await outcome(call(tasks, 'reopen', { id }))).toBe('limit_reached');
  expect(await outcome(call(tasks, 'update', { id, status_id: 'To do' }))).toBe('limit_reached');
});

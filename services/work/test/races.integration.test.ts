import { expect, test } from '@jest/globals';
import { projects, taskLinks, tasks } from '@space/contracts/work';
import { newId } from '@space/database';
import { callAs, eventually, startServices, testPorts } from '@space/runtime/testing';
import { MINUTE_MS } from '@space/time';
import { workService } from '../src/service.ts';
import { serveGateway, useWorkService } from './fixtures/work-service.ts';

const service = useWorkService();

/** Creates tasks and returns their ids. */
async function newTasks({ call }: ReturnType<typeof service.newSpace>, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 100) {
    const some = Array.from({ length: Math.min(100, count - at) }, (_, n) => ({ title: `Task ${at + n}` }));
    ids.push(...(await call(tasks, 'create_bulk', { tasks: some })).data.map(({ id }) => id));
  }
  return ids;
}

/** Pairs that are linked at the same time; more would only wait for connections. */
const PAIRS_AT_ONCE = 5;

/** Returns the sorted outcomes of calls: `made`, or the code of the problem. */
const outcomesOf = async (calls: readonly Promise<unknown>[]): Promise<string[]> =>
  (
    await Promise.all(
      calls.map((call) =>
        call.then(
          () => 'made',
          ({ code }: { code: string }) => code,
        ),
      ),
    )
  ).toSorted();

test('32 writers give the tasks of a project numbers and places without a gap or a double', async () => {
  const { call } = service.newSpace();
  const { id: project_id } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  const made = await Promise.all(
    Array.from({ length: 32 }, async () => [
      await call(tasks, 'create', { title: 'A', project_id }),
      ...(await call(tasks, 'create_bulk', { tasks: [{ title: 'B', project_id }, { title: 'C' }, { title: 'D', project_id }] })).data,
    ]),
  );
  const all = made.flat().filter(({ project }) => project !== null);
  expect(all.map(({ number }) => number).toSorted((a, b) => a! - b!)).toEqual(Array.from({ length: 96 }, (_, at) => at + 1));
  expect(new Set(all.map(({ position }) => position)).size).toBe(96);
});

test('of 100 pairs of opposite links at the same time one of each pair is refused with the circle', async () => {
  const space = service.newSpace();
  const ids = await newTasks(space, 200);
  const link = (id: string, task_id: string) => space.call(taskLinks, 'create', { id, kind: 'blocks', task_id });
  const pairs = Array.from({ length: 100 }, (_, at) => [ids[2 * at]!, ids[2 * at + 1]!] as const);
  const outcomes: string[][] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_AT_ONCE)
    outcomes.push(
      ...(await Promise.all(
        pairs.slice(at, at + PAIRS_AT_ONCE).map(async ([one, other]) => outcomesOf([link(one, other), link(other, one)])),
      )),
    );
  expect(outcomes).toEqual(pairs.map(() => ['conflict', 'made']));
});

test('of two links at the same time that close a circle with two others one is refused', async () => {
  const space = service.newSpace();
  const ids = await newTasks(space, 40);
  const link = (id: string, task_id: string) => space.call(taskLinks, 'create', { id, kind: 'blocks', task_id });
  for (let at = 0; at < ids.length; at += 4) {
    const [a, b, c, d] = ids.slice(at, at + 4) as [string, string, string, string];
    await Promise.all([link(a, b), link(c, d)]);
    expect(await outcomesOf([link(b, c), link(d, a)])).toEqual(['conflict', 'made']);
  }
});

test('a link that closes a longer circle names it, and other links do not', async () => {
  const { call } = service.newSpace();
  const { id: project_id } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  await call(tasks, 'create_bulk', { tasks: ['A', 'B', 'C'].map((title) => ({ title, project_id })) });
  await call(taskLinks, 'create', { id: 'WEB-1', kind: 'blocks', task_id: 'WEB-2' });
  await call(taskLinks, 'create', { id: 'WEB-3', kind: 'blocked_by', task_id: 'WEB-2' });
  await expect(call(taskLinks, 'create', { id: 'WEB-3', kind: 'blocks', task_id: 'WEB-1' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('WEB-3 → WEB-1 → WEB-2 → WEB-3'),
  });
  await call(taskLinks, 'create', { id: 'WEB-3', kind: 'relates_to', task_id: 'WEB-1' });
  await expect(call(taskLinks, 'create', { id: 'WEB-1', kind: 'blocks', task_id: 'WEB-1' })).rejects.toMatchObject({ code: 'conflict' });
});

test('of opposite parents at the same time one is refused', async () => {
  const space = service.newSpace();
  const ids = await newTasks(space, 40);
  const adopt = (id: string, parent_id: string) => space.call(tasks, 'update', { id, parent_id });
  const pairs = Array.from({ length: 20 }, (_, at) => [ids[2 * at]!, ids[2 * at + 1]!] as const);
  const outcomes: string[][] = [];
  for (const [one, other] of pairs) outcomes.push(await outcomesOf([adopt(one, other), adopt(other, one)]));
  expect(outcomes).toEqual(pairs.map(() => ['conflict', 'made']));
});

test('20 agents that claim at the same time in two processes get no task twice, the most urgent first', async () => {
  const space = service.newSpace();
  const ports = await testPorts({ url: service.ports.url });
  await serveGateway(ports);
  const second = await startServices([workService], ports);
  const ids = await newTasks(space, 60);
  await space.call(tasks, 'update', { id: ids[59]!, priority: 'urgent' });
  const first = await space.agent.call(tasks, 'claim', {});
  expect(first.task).toMatchObject({ id: ids[59], status: { category: 'in_progress' }, assignees: [{ id: space.agent.id }] });
  const claimed: string[] = [];
  const agents = Array.from({ length: 20 }, () => newId('agt'));
  await Promise.all(
    agents.map(async (id, at) => {
      const call = at % 2 === 0 ? space.call : callAs(ports, space.caller);
      for (;;) {
        const { task } = await call(tasks, 'claim', { assignee: { kind: 'agent', id } });
        if (!task) return;
        claimed.push(task.id);
      }
    }),
  );
  expect(claimed.toSorted()).toEqual(ids.slice(0, 59).toSorted());
  await expect(space.call(tasks, 'claim', {})).rejects.toMatchObject({ code: 'invalid' });
  await second.stop();
});

test('a claimed task comes back when its lease ends without a change, and stays assigned after one', async () => {
  const space = service.newSpace();
  const [lost, worked] = await newTasks(space, 2);
  for (const id of [lost, worked]) expect((await space.agent.call(tasks, 'claim', { lease_minutes: 5 })).task?.id).toBe(id);
  await space.agent.call(tasks, 'update', { id: worked!, description: 'Begun' });
  service.ports.clock.advance(6 * MINUTE_MS);
  await eventually(async () => {
    expect(await space.call(tasks, 'get', { id: lost! })).toMatchObject({
      status: { category: 'todo' },
      assignees: [],
      claim_ends_at: null,
    });
  });
  expect(await space.call(tasks, 'get', { id: worked! })).toMatchObject({
    status: { category: 'in_progress' },
    assignees: [{ id: space.agent.id }],
  });
  expect((await space.events('task_assigned')).at(-1)?.data).toMatchObject({ task_id: lost, added: [], removed: [space.agent.id] });
});

test('a recurring task that is completed several times together makes one next task', async () => {
  const { call, types } = service.newSpace();
  const { id } = await call(tasks, 'create', { title: 'Weekly', due_date: '2026-05-04', recurrence: { rrule: 'FREQ=WEEKLY' } });
  const done = await Promise.all(Array.from({ length: 8 }, () => call(tasks, 'complete', { id })));
  expect(done.filter(({ next_task }) => next_task !== null)).toHaveLength(1);
  await call(tasks, 'update', { id, status_id: 'To do' });
  await call(tasks, 'complete', { id });
  expect((await types()).filter((type) => type === 'task_created')).toHaveLength(2);
});

test('tasks that are moved between two others many times stay in order', async () => {
  const { call } = service.newSpace();
  const { id: project_id } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  await call(tasks, 'create_bulk', { tasks: Array.from({ length: 4 }, (_, at) => ({ title: String(at), project_id })) });
  const order = ['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4'];
  for (let turn = 0; turn < 40; turn++) {
    const moved = order.splice(2, 1)[0]!;
    await call(tasks, 'move', { id: moved, after_id: order[0]! });
    order.splice(1, 0, moved);
  }
  const { data } = await call(tasks, 'list', { project_id, sort: 'position' });
  expect(data.map(({ identifier }) => identifier)).toEqual(order);
  const other = await call(tasks, 'create', { title: 'Elsewhere' });
  await expect(call(tasks, 'move', { id: 'WEB-1', before_id: other.id })).rejects.toMatchObject({ code: 'conflict' });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { subjectOf } from '@space/contracts/core';
import { calendar } from '@space/contracts/scheduling';
import {
  type CalendarTask,
  taskCalendar,
  taskCreated,
  taskDeleted,
  taskRestored,
  taskStatusChanged,
  taskUpdated,
} from '@space/contracts/work';
import { newId } from '@space/database';
import { createEvent, type LoggedEvent } from '@space/event-log';
import { FakeClock, startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { schedulingService } from '../src/service.ts';
import { reconcileTasks } from '../src/task-mirror/reconcile-tasks.ts';
import { createTaskConsumer } from '../src/task-mirror/task-consumer.ts';
import { newSpace, rejection } from './fixtures/bookings.ts';

let services: TestServices;
/** The open tasks with a due date of each Space, as the service work answers them. */
const open = new Map<string, CalendarTask[]>();

beforeAll(async () => {
  const ports = await testPorts({ clock: new FakeClock(Date.parse('2026-05-04T08:00:00Z')) });
  const serve = (name: string, answer: (space: string, input: { after?: string; ids?: string[] }) => unknown) => ({
    subject: subjectOf(taskCalendar.name, name),
    answer: async ({ body, caller }: { body: Uint8Array | null; caller: { space_id: string } }) => ({
      body: Buffer.from(JSON.stringify(answer(caller.space_id, JSON.parse(Buffer.from(body!).toString())))),
    }),
  });
  await ports.bus.serve('work', [
    serve('list_spaces', () => ({ space_ids: [...open.keys()], has_more: false })),
    serve('list', (space, { after = '' }) => {
      const tasks = (open.get(space) ?? []).filter(({ task_id }) => task_id > after);
      return { tasks: tasks.slice(0, 2), has_more: tasks.length > 2 };
    }),
    serve('find', (space, { ids = [] }) => ({ tasks: (open.get(space) ?? []).filter(({ task_id }) => ids.includes(task_id)) })),
  ]);
  services = await startServices([schedulingService], ports);
});
afterAll(() => services.stop());

const due = { due_date: '2026-05-05', due_time: null, timezone: 'Europe/Berlin', due_at: '2026-05-05T22:00:00.000Z' };

/** Returns the events of the life of some tasks: they get other due dates, titles and states. */
function eventsOf(space_id: string): LoggedEvent[] {
  const actor = { kind: 'api_key' as const, id: 'key_1', name: 'Key' };
  const event = (type: Parameters<typeof createEvent>[0], data: object): LoggedEvent => ({
    ...createEvent(type, { ...type.sample, ...data } as never, { space_id, actor }, Date.parse('2026-05-04T08:00:00Z')),
    source: 'work',
    trace: null,
    recorded_at: null,
  });
  return Array.from({ length: 6 }, (_, at) => {
    const task = { task_id: newId('tsk'), identifier: `WEB-${at}`, status_category: 'todo', ...due };
    const timed = { due_time: '10:00', due_at: '2026-05-06T08:00:00.000Z', due_date: '2026-05-06' };
    const changed = { ...task, ...timed, task: 'Timed' };
    const undated = { due_date: null, due_time: null, due_at: null };
    const done = event(taskStatusChanged, { ...changed, status_category: 'done', task_version: 3 });
    const deleted = event(taskDeleted, { ...changed, task_version: 3 });
    const fates = [
      [],
      [done],
      [deleted],
      [event(taskUpdated, { ...changed, ...undated, task_version: 3 })],
      [deleted, event(taskRestored, { ...changed, task_version: 4 })],
      [done, event(taskStatusChanged, { ...changed, task_version: 4 })],
    ];
    return [
      event(taskCreated, { ...task, task: 'Created', task_version: 1 }),
      event(taskUpdated, { ...changed, task_version: 2 }),
      ...fates[at]!,
    ];
  }).flat();
}

const listed = async (space: ReturnType<typeof newSpace>) =>
  (await space.call(calendar, 'list', { start_date: '2026-05-04', end_date: '2026-05-08', category: 'task' })).data.map(
    ({ id, title, starts_at, ends_at, all_day, task_id }) => ({ id, title, starts_at, ends_at, all_day, task_id }),
  );

test('events about tasks that come again, late or in another order give the same rows', async () => {
  const consumer = createTaskConsumer(services.ports);
  const space = newSpace(services);
  const events = eventsOf(space.caller.space_id);
  await consumer.handle(events);
  const rows = await listed(space);
  expect(rows.map(({ title, all_day, starts_at }) => ({ title, all_day, starts_at }))).toEqual(
    Array.from({ length: 3 }, () => ({ title: 'Timed', all_day: false, starts_at: '2026-05-06T08:00:00.000Z' })),
  );
  await consumer.handle([...events, ...events]);
  expect(await listed(space)).toEqual(rows);
  for (let turn = 0; turn < 10; turn++) {
    const other = newSpace(services);
    const shuffled = [...events, ...events]
      .map((one) => ({ ...one, space_id: other.caller.space_id, body: one.body.replace(space.caller.space_id, other.caller.space_id) }))
      .map((one, at) => ({ one, place: ((at + 1) * 7_919 * (turn + 1)) % 101 }))
      .toSorted((one, next) => one.place - next.place)
      .map(({ one }) => one);
    for (let at = 0; at < shuffled.length; at += 5) await consumer.handle(shuffled.slice(at, at + 5));
    expect(await listed(other)).toEqual(rows);
  }
});

test('a task is a whole day of its zone, cannot be changed in the calendar, and takes no time', async () => {
  const consumer = createTaskConsumer(services.ports);
  const space = newSpace(services);
  const [created] = eventsOf(space.caller.space_id);
  await consumer.handle([created!]);
  const [row] = await listed(space);
  expect(row).toMatchObject({
    title: 'Created',
    starts_at: '2026-05-04T22:00:00.000Z',
    ends_at: '2026-05-05T22:00:00.000Z',
    all_day: true,
  });
  expect(await space.call(calendar, 'get', { id: row!.id })).toMatchObject({
    category: 'task',
    is_busy: false,
    start_date: '2026-05-05',
    task_id: row!.task_id,
  });
  for (const change of [space.call(calendar, 'update', { id: row!.id, title: 'x' }), space.call(calendar, 'delete', { id: row!.id })])
    expect(await rejection(change)).toMatchObject({ code: 'attached', status: 409, message: expect.stringContaining('WEB-0') });
  expect(await space.events()).toEqual([]);
});

test('the comparison with the tasks finds nothing after all events, and mends what was lost', async () => {
  const consumer = createTaskConsumer(services.ports);
  const space = newSpace(services);
  const { space_id } = space.caller;
  const events = eventsOf(space_id);
  // Nothing of other Spaces is left to compare.
  await reconcileTasks(services.ports);
  await consumer.handle(events);
  const rows = await listed(space);
  const tasksOf = (ids: readonly string[], version = 2): CalendarTask[] =>
    ids.map((task_id) => ({
      task_id,
      task_version: version,
      task: 'Timed',
      identifier: null,
      due_date: '2026-05-06',
      due_time: '10:00',
      timezone: 'Europe/Berlin',
      due_at: '2026-05-06T08:00:00.000Z',
    }));
  const ids = rows.map(({ task_id }) => task_id!);
  open.set(space_id, tasksOf(ids));
  expect(await reconcileTasks(services.ports)).toBe(0);
  expect(await listed(space)).toEqual(rows);
  // Three tasks whose events were lost, and two that were deleted without their events.
  const lost = [newId('tsk'), newId('tsk'), newId('tsk')];
  open.set(space_id, tasksOf([ids[0]!, ...lost]));
  expect(await reconcileTasks(services.ports)).toBe(5);
  expect((await listed(space)).map(({ task_id }) => task_id).toSorted()).toEqual([ids[0]!, ...lost].toSorted());
  expect(await reconcileTasks(services.ports)).toBe(0);
  open.delete(space_id);
});

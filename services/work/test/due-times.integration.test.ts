import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { tasks } from '@space/contracts/work';
import { isoTime } from '@space/database';
import { eventually, FakeClock, startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@space/time';
import { takeDueAlarms } from '../src/alarms/alarms.queries.ts';
import { trashRetentionRules } from '../src/retention/trash-retention.ts';
import { workService } from '../src/service.ts';
import { serveGateway, workSpace } from './fixtures/work-service.ts';

let first: TestServices;
let second: TestServices;
const clock = new FakeClock(Date.parse('2026-03-20T12:00:00Z'));

// Two processes on one database look for due tasks.
beforeAll(async () => {
  const ports = await testPorts({ clock });
  await serveGateway(ports);
  first = await startServices([contactsService, workService], ports);
  const other = await testPorts({ clock, url: ports.url });
  await serveGateway(other);
  second = await startServices([contactsService, workService], other);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const newSpace = () => workSpace(first.ports);
const berlin = { timezone: 'Europe/Berlin', due_time: '09:00' };

test.each([
  [
    'before the clocks go forward',
    { due_date: '2026-03-28', ...berlin },
    'FREQ=DAILY',
    '2026-03-28T08:00:00.000Z',
    '2026-03-29T07:00:00.000Z',
  ],
  [
    'before the clocks go back',
    { due_date: '2026-10-24', ...berlin },
    'FREQ=DAILY',
    '2026-10-24T07:00:00.000Z',
    '2026-10-25T08:00:00.000Z',
  ],
  [
    'of a day of 23 hours',
    { due_date: '2026-03-28', timezone: 'Europe/Berlin' },
    'FREQ=DAILY',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ],
  [
    'at a time that the clocks skip',
    { due_date: '2026-03-28', timezone: 'Europe/Berlin', due_time: '02:30' },
    'FREQ=DAILY',
    '2026-03-28T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
  ],
  ['of the 31st', { due_date: '2026-01-31', timezone: 'UTC' }, 'FREQ=MONTHLY', '2026-02-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
  [
    'of the last day of a month',
    { due_date: '2026-01-31', timezone: 'UTC' },
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    '2026-02-01T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ],
])('the next task %s is due at its local time', async (_case, due, rrule, at, next) => {
  const { call } = newSpace();
  const made = await call(tasks, 'create', { title: 'A', ...due, recurrence: { rrule } });
  expect(made.due_at).toBe(at);
  const { next_task, next_task_id } = await call(tasks, 'complete', { id: made.id });
  expect(next_task).toMatchObject({ id: next_task_id, due_at: next, status: { category: 'todo' } });
});

test('a due date without a zone is in that of the Space, and keeps it', async () => {
  const { call } = newSpace();
  const made = await call(tasks, 'create', { title: 'A', due_date: '2026-07-01' });
  expect(made).toMatchObject({ timezone: 'America/New_York', due_at: '2026-07-02T04:00:00.000Z' });
  const { data } = await call(tasks, 'create_bulk', { tasks: [{ title: 'B' }, { title: 'C', due_date: '2026-07-01', timezone: 'UTC' }] });
  expect(data).toMatchObject([{ timezone: null }, { timezone: 'UTC', due_at: '2026-07-02T00:00:00.000Z' }]);
  const later = await call(tasks, 'update', { id: data[0]!.id, due_date: '2026-07-01' });
  expect(later).toMatchObject({ timezone: 'America/New_York', before: { due_date: null, timezone: null } });
});

test('a rule that names no later day is refused', async () => {
  const { call } = newSpace();
  const never = { due_date: '2026-03-28', recurrence: { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' } };
  await expect(call(tasks, 'create', { title: 'A', ...never })).rejects.toMatchObject({
    code: 'invalid',
    message: 'recurrence.rrule: names no day after due_date; check its months and days.',
  });
});

test('a task that recurs after its completion is due from that day on, and one with COUNT ends', async () => {
  const { call } = newSpace();
  const today = isoTime(clock.now()).slice(0, 10);
  const after = isoTime(clock.now() + 3 * DAY_MS).slice(0, 10);
  const recurrence = { rrule: 'FREQ=DAILY;INTERVAL=3;COUNT=2', after: 'completion' as const };
  const made = await call(tasks, 'create', { title: 'A', due_date: '2026-01-01', start_date: '2025-12-31', recurrence });
  const { next_task } = await call(tasks, 'complete', { id: made.id });
  expect([today < after, next_task?.due_date]).toEqual([true, after]);
  expect(Date.parse(next_task!.due_date!) - Date.parse(next_task!.start_date!)).toBe(DAY_MS);
  expect((await call(tasks, 'complete', { id: next_task!.id })).next_task).toBeNull();
});

test('a reminder and the due time are announced once, by one of two processes, also if a third one dies over them', async () => {
  const { call, caller, events } = newSpace();
  const due = new Date(clock.now() + 2 * HOUR_MS);
  const { id } = await call(tasks, 'create', {
    title: 'A',
    due_date: due.toISOString().slice(0, 10),
    due_time: due.toISOString().slice(11, 16),
    timezone: 'UTC',
    reminders: [{ minutes_before: 60 }, { minutes_before: 90 }],
  });
  const { promise: deathOfProcess, resolve: kill } = Promise.withResolvers<void>();
  const { promise: taken, resolve: take } = Promise.withResolvers<number>();
  // The third process is first: for the others the time has not come yet.
  const dying = first.ports.database.transaction(async (tx) => {
    take((await takeDueAlarms(tx, caller.space_id, id, isoTime(clock.now() + 61 * MINUTE_MS))).length);
    await deathOfProcess;
    throw new Error('killed');
  });
  expect(await taken).toBe(2);
  clock.advance(61 * MINUTE_MS);
  kill();
  await expect(dying).rejects.toThrow('killed');
  await eventually(async () => {
    expect((await events('task_reminder')).map(({ data }) => data.minutes_before).toSorted()).toEqual([60, 90]);
  });
  clock.advance(HOUR_MS);
  await eventually(async () => {
    expect(await events('task_overdue')).toHaveLength(1);
  });
  expect((await events('task_overdue'))[0]?.data).toMatchObject({ task_id: id, actor_kind: 'automation' });
  expect(await events('task_reminder')).toHaveLength(2);
});

test('a changed due date never reminds of the old one, and a done task of none', async () => {
  const { call, events } = newSpace();
  const at = (days: number) => isoTime(clock.now() + days * DAY_MS).slice(0, 10);
  const reminders = [{ minutes_before: 60 }];
  const moved = await call(tasks, 'create', { title: 'Moved', due_date: at(1), reminders });
  const done = await call(tasks, 'create', { title: 'Done', due_date: at(1), reminders });
  const fence = await call(tasks, 'create', { title: 'Fence', due_date: at(2) });
  await call(tasks, 'update', { id: moved.id, due_date: at(10) });
  await call(tasks, 'complete', { id: done.id });
  clock.advance(4 * DAY_MS);
  // The later alarm of another task shows that the earlier times have passed.
  await eventually(async () => {
    expect((await events('task_overdue')).map(({ data }) => data.task_id)).toEqual([fence.id]);
  });
  expect(await events('task_reminder')).toEqual([]);
  clock.advance(8 * DAY_MS);
  await eventually(async () => {
    expect((await events('task_reminder')).map(({ data }) => data.task_id)).toEqual([moved.id]);
  });
});

test('the trash holds a task for 30 days, with its subtasks, and then deletes it', async () => {
  const { call, types } = newSpace();
  const parent = await call(tasks, 'create', { title: 'Parent' });
  const child = await call(tasks, 'create', { title: 'Child', parent_id: parent.id });
  await call(tasks, 'delete', { id: parent.id });
  expect(await call(tasks, 'get', { id: child.id })).toMatchObject({ trashed_at: expect.any(String) });
  await expect(call(tasks, 'update', { id: child.id, title: 'x' })).rejects.toMatchObject({ code: 'conflict' });
  await call(tasks, 'restore', { id: parent.id });
  expect(await call(tasks, 'get', { id: child.id })).toMatchObject({ trashed_at: null, parent_id: parent.id });
  await call(tasks, 'delete', { id: parent.id });
  const purge = async () => {
    for (const { deleteChunk } of trashRetentionRules(first.ports)) await deleteChunk(100);
  };
  clock.advance(29 * DAY_MS);
  await purge();
  expect((await call(tasks, 'list', { trashed: true })).data).toHaveLength(2);
  clock.advance(2 * DAY_MS);
  await purge();
  await expect(call(tasks, 'get', { id: parent.id })).rejects.toMatchObject({ code: 'not_found' });
  expect((await types()).filter((type) => type === 'task_deleted')).toHaveLength(4);
});

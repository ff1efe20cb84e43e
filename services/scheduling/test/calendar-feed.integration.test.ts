import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { calendar } from '@space/contracts/scheduling';
import { taskCreated, taskStatusChanged, taskUpdated } from '@space/contracts/work';
import { newId } from '@space/database';
import { createEvent, type LoggedEvent } from '@space/event-log';
import type { TestPorts, TestServices } from '@space/runtime/testing';
import ical, { type VEvent } from 'node-ical';
import { createTaskConsumer } from '../src/task-mirror/task-consumer.ts';
import { newSpace, rejection, startScheduling } from './fixtures/bookings.ts';
import { guestOf, tokenOf } from './fixtures/guest.ts';

let services: TestServices & { readonly ports: TestPorts };
beforeAll(async () => {
  services = await startScheduling();
});
afterAll(() => services.stop());

const fileAt = (url: string) => guestOf(services.ports).at('calendar', tokenOf(url));

/** Returns the events of the feed at an address by their UIDs, as a calendar program reads them. */
async function read(url: string): Promise<ReadonlyMap<string, VEvent>> {
  const { status, body } = await fileAt(url);
  expect(status).toBe(200);
  const parsed = Object.values(ical.sync.parseICS(body)).filter((one): one is VEvent => one?.type === 'VEVENT');
  return new Map(parsed.map((event) => [event.uid, event]));
}

const uidOf = (id: string) => `${id}@space-api`;

/** Returns the starts of an event that a calendar program shows in a range. */
const startsOf = (event: VEvent, from: string, to: string): string[] =>
  ical.expandRecurringEvent(event, { from: new Date(from), to: new Date(to) }).map(({ start }) => start.toISOString());

test('a calendar program reads single, all-day, recurring and booked events as the calendar lists them', async () => {
  const space = newSpace(services);
  const { url } = await space.call(calendar, 'create_feed', {});
  const single = await space.busy('Lunch; with Ada, and others', '2026-05-05T10:00:00Z', '2026-05-05T11:00:00Z', {
    description: `First\nSecond ${'é'.repeat(600)}`,
    location: 'Café',
  });
  const days = await space.call(calendar, 'create', {
    title: 'Fair',
    start_date: '2026-06-01',
    end_date: '2026-06-03',
    timezone: 'America/New_York',
  });
  const booked = await space.book((await space.page()).id, '2026-05-06T09:00:00.000Z');
  const zoned = (title: string, rrule: string, more: object = {}) =>
    space.call(calendar, 'create', {
      title,
      starts_at: '2026-10-05T09:00[Europe/Berlin]',
      ends_at: '2026-10-05T10:30[Europe/Berlin]',
      rrule,
      ...more,
    });
  const recurring = [
    await zoned('Review', 'FREQ=WEEKLY;BYDAY=MO', { excluded_dates: ['2026-10-12', '2026-11-02'] }),
    await zoned('Until a day', 'FREQ=DAILY;UNTIL=20261031'),
    await zoned('Until a time', 'FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20261105T080000Z'),
    await zoned('Four times', 'FREQ=MONTHLY;COUNT=4'),
    await zoned('Universal', 'FREQ=DAILY;COUNT=40', {
      starts_at: '2026-10-05T09:00:00Z',
      ends_at: undefined,
      excluded_dates: ['2026-10-09'],
    }),
  ];
  const event = (await read(url)).get(uidOf(single.id))!;
  expect(event).toMatchObject({ summary: 'Lunch; with Ada, and others', location: 'Café', transparency: 'OPAQUE', status: 'CONFIRMED' });
  expect([event.start.toISOString(), event.end!.toISOString()]).toEqual([single.starts_at, single.ends_at]);
  expect(event.description).toMatch(/^First\nSecond é+…$/);
  const all = await read(url);
  expect([...all.keys()].toSorted()).toEqual(
    [single, days, ...recurring]
      .map(({ id }) => uidOf(id))
      .concat(uidOf(booked.calendar_event_id!))
      .toSorted(),
  );
  const fair = all.get(uidOf(days.id))!;
  expect([fair.datetype, fair.start.getDate(), fair.end!.getDate()]).toEqual(['date', 1, 4]);
  const listed = (await space.call(calendar, 'list', { start_date: '2026-10-01', end_date: '2027-03-31', limit: 200 })).data;
  for (const { id, title } of recurring) {
    const expected = listed.filter((one) => one.id === id).map(({ starts_at }) => starts_at);
    expect({ title, starts: startsOf(all.get(uidOf(id))!, '2026-10-01T00:00:00Z', '2027-03-31T23:59:59Z') }).toEqual({
      title,
      starts: expected,
    });
  }
});

test('an all-day series repeats on its days, without those that are excluded', async () => {
  const space = newSpace(services);
  const { url } = await space.call(calendar, 'create_feed', {});
  await space.call(calendar, 'create', {
    title: 'Market',
    start_date: '2026-10-20',
    timezone: 'Europe/Berlin',
    rrule: 'FREQ=DAILY;UNTIL=20261028',
    excluded_dates: ['2026-10-24'],
  });
  const { body } = await fileAt(url);
  expect(body).toMatch(/\r\nDTSTART;VALUE=DATE:20261020\r\nDTEND;VALUE=DATE:20261021\r\n/);
  expect(body).toContain('\r\nRRULE:FREQ=DAILY;UNTIL=20261028\r\n');
  expect(body).toContain('\r\nEXDATE;VALUE=DATE:20261024\r\n');
});

test('a rule in another spelling is written as the standard says', async () => {
  const space = newSpace(services);
  const { url } = await space.call(calendar, 'create_feed', {});
  for (const rrule of ['RRULE:FREQ=WEEKLY', 'freq=daily;until=20261028'])
    await space.call(calendar, 'create', { title: 'Market', start_date: '2026-10-20', timezone: 'Europe/Berlin', rrule });
  const { body } = await fileAt(url);
  expect(
    body
      .match(/^RRULE:.*$/gm)!
      .map((line) => line.trim())
      .toSorted(),
  ).toEqual(['RRULE:FREQ=DAILY;UNTIL=20261028', 'RRULE:FREQ=WEEKLY']);
});

test('the due date of a task is an entry with a stable UID and a link, which changes and goes with the task', async () => {
  const space = newSpace(services);
  const { url } = await space.call(calendar, 'create_feed', {});
  const consumer = createTaskConsumer(services.ports);
  const actor = { kind: 'api_key' as const, id: 'key_1', name: 'Key' };
  const task_id = newId('tsk');
  const uid = uidOf(task_id.replace('tsk_', 'cal_'));
  const tell = (type: Parameters<typeof createEvent>[0], data: object): Promise<void> => {
    const space_id = space.caller.space_id;
    const event: LoggedEvent = {
      ...createEvent(type, { ...type.sample, task_id, task: 'Call', status_category: 'todo', ...data } as never, { space_id, actor }, 1),
      source: 'work',
      trace: null,
      recorded_at: null,
    };
    return consumer.handle([event]);
  };
  const day = { due_date: '2026-05-05', due_time: null, timezone: 'Europe/Berlin', due_at: '2026-05-05T22:00:00.000Z' };
  const time = { due_date: '2026-05-06', due_time: '10:00', timezone: 'Europe/Berlin', due_at: '2026-05-06T08:00:00.000Z' };
  const none = { due_date: null, due_time: null, timezone: null, due_at: null };
  await tell(taskCreated, { task_version: 1, ...day });
  const first = (await read(url)).get(uid)!;
  expect(first).toMatchObject({ summary: 'Call', datetype: 'date', sequence: 1, transparency: 'TRANSPARENT', categories: ['TASK'] });
  expect([first.start.getDate(), first.end!.getDate()]).toEqual([5, 6]);
  expect(new URL(String(first.url)).pathname).toBe(`/spaces/${space.caller.space_id}/tasks/${task_id}`);
  await tell(taskUpdated, { task_version: 2, ...time, task: 'Call again' });
  const timed = (await read(url)).get(uid)!;
  expect(timed).toMatchObject({ summary: 'Call again', datetype: 'date-time', sequence: 2 });
  expect(timed.start.toISOString()).toBe(time.due_at);
  await tell(taskUpdated, { task_version: 3, ...none });
  expect((await read(url)).has(uid)).toBe(false);
  await tell(taskUpdated, { task_version: 4, ...day });
  expect((await read(url)).get(uid)).toMatchObject({ sequence: 4 });
  await tell(taskStatusChanged, { task_version: 5, ...day, status_category: 'done' });
  expect((await read(url)).has(uid)).toBe(false);
});

test('a new address ends the old one, an ended feed is not found, and a Space sees only its own events', async () => {
  const [space, other] = [newSpace(services), newSpace(services)];
  await other.busy('Of another Space', '2026-05-05T10:00:00Z', '2026-05-05T11:00:00Z');
  expect(await rejection(space.call(calendar, 'delete_feed', {}))).toMatchObject({ code: 'not_found' });
  const old = await space.call(calendar, 'create_feed', {});
  expect(await read(old.url)).toEqual(new Map());
  const { headers } = await fileAt(old.url);
  expect(headers).toMatchObject({ 'Content-Type': 'text/calendar; charset=utf-8', 'X-Robots-Tag': 'noindex, nofollow' });
  const next = await space.call(calendar, 'create_feed', {});
  expect([old.replaced, next.replaced]).toEqual([false, true]);
  expect([(await fileAt(old.url)).status, (await fileAt(next.url)).status]).toEqual([404, 200]);
  await space.call(calendar, 'delete_feed', {});
  expect((await fileAt(next.url)).status).toBe(404);
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bookings, calendar } from '@space/contracts/scheduling';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, rejection, startScheduling } from './fixtures/bookings.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startScheduling();
});
afterAll(() => services.stop());

test('a calendar event is created, read, changed and deleted, and each change is an event', async () => {
  const space = newSpace(services);
  const made = await space.busy('Offsite', '2026-05-05T09:00:00+02:00', '2026-05-05T11:00:00+02:00', {
    category: 'meeting',
    location: 'Berlin',
  });
  expect(made).toMatchObject({
    starts_at: '2026-05-05T07:00:00.000Z',
    is_busy: true,
    category: 'meeting',
    status: 'confirmed',
    rrule: null,
  });
  expect(await space.call(calendar, 'get', { id: made.id })).toEqual(made);
  const moved = await space.call(calendar, 'update', { id: made.id, starts_at: '2026-05-05T10:00:00Z' });
  expect(moved).toMatchObject({ starts_at: '2026-05-05T10:00:00.000Z', ends_at: '2026-05-05T12:00:00.000Z' });
  expect(await space.call(calendar, 'delete', { id: made.id })).toMatchObject({ id: made.id, deleted: true, before: { title: 'Offsite' } });
  expect(await rejection(space.call(calendar, 'get', { id: made.id }))).toMatchObject({ status: 404 });
  expect((await space.events()).map(({ type, data }) => [type, data.changed])).toEqual([
    ['calendar_event_created', undefined],
    ['calendar_event_updated', ['starts_at', 'ends_at']],
    ['calendar_event_deleted', undefined],
  ]);
});

test('a list has the events that meet its range, soonest first, each occurrence of recurring ones, in pages', async () => {
  const space = newSpace(services);
  const offsite = await space.busy('Offsite', '2026-05-03T09:00:00Z', '2026-05-05T11:00:00Z');
  const review = await space.busy('Weekly review', '2026-05-04T09:00:00Z', '2026-05-04T10:00:00Z', {
    rrule: 'FREQ=WEEKLY;BYDAY=MO',
    category: 'meeting',
  });
  const due = await space.busy('Tax', '2026-05-12T12:00:00Z', '2026-05-12T12:00:00Z', { category: 'deadline', description: 'Form 1040' });
  const shown = async (requested: object) =>
    (await space.call(calendar, 'list', { start_date: '2026-05-04', end_date: '2026-05-18', ...requested })).data;
  expect((await shown({})).map(({ id, starts_at }) => [id, starts_at.slice(5, 10)])).toEqual([
    [offsite.id, '05-03'],
    [review.id, '05-04'],
    [review.id, '05-11'],
    [due.id, '05-12'],
    [review.id, '05-18'],
  ]);
  expect((await shown({ category: 'meeting' })).map(({ series_starts_at }) => series_starts_at)).toEqual(
    Array(3).fill('2026-05-04T09:00:00.000Z'),
  );
  expect((await shown({ search: '1040' })).map(({ title }) => title)).toEqual(['Tax']);
  expect((await shown({ search: '%' })).map(({ title }) => title)).toEqual([]);
  const pages: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await space.call(calendar, 'list', {
      start_date: '2026-05-04',
      end_date: '2026-05-18',
      limit: 2,
      ...(cursor && { cursor }),
    });
    pages.push(...page.data.map(({ starts_at }) => starts_at.slice(5, 10)));
    if (!page.next_cursor) break;
    cursor = page.next_cursor;
  }
  expect(pages).toEqual(['05-03', '05-04', '05-11', '05-12', '05-18']);
});

test('busy events, also recurring ones, remove times from pages of their calendar only', async () => {
  const space = newSpace(services);
  const page = await space.page({ duration_minutes: 60 });
  const other = await space.page({ duration_minutes: 60, calendar: 'second' });
  await space.busy('Lunch', '2026-05-04T12:00:00Z', '2026-05-04T13:00:00Z', { rrule: 'FREQ=DAILY', excluded_dates: ['2026-05-06'] });
  await space.busy('Note', '2026-05-05T09:00:00Z', '2026-05-05T10:00:00Z', { category: 'reminder' });
  await space.busy('Elsewhere', '2026-05-05T10:00:00Z', '2026-05-05T11:00:00Z', { calendar: 'second' });
  const day = await space.busy('Holiday', '2026-05-07T00:00:00Z', '2026-05-07T00:00:00Z', { all_day: true });
  expect(day).toMatchObject({ starts_at: '2026-05-07T00:00:00.000Z', ends_at: '2026-05-08T00:00:00.000Z' });
  expect(await space.offers(page.id, '2026-05-05')).toEqual(['09:00', '10:00', '11:00', '13:00', '14:00', '15:00', '16:00']);
  expect(await space.offers(page.id, '2026-05-06')).toContain('12:00');
  expect(await space.offers(page.id, '2026-05-07')).toEqual([]);
  expect(await space.offers(other.id, '2026-05-05')).toEqual(['09:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']);
});

test('the event of a booking is moved by its booking only, and can be deleted after the cancellation', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const booking = await space.book(page.id, '2026-05-05T09:00:00Z');
  const id = booking.calendar_event_id!;
  expect(await rejection(space.call(calendar, 'update', { id, starts_at: '2026-05-05T12:00:00Z' }))).toMatchObject({
    status: 409,
    message: expect.stringContaining('reschedule'),
  });
  expect(await rejection(space.call(calendar, 'delete', { id }))).toMatchObject({ status: 409 });
  expect(await space.call(calendar, 'update', { id, title: 'With Ada' })).toMatchObject({ title: 'With Ada' });
  await space.call(bookings, 'cancel', { id: booking.id });
  await space.call(calendar, 'delete', { id });
  expect(await space.call(bookings, 'get', { id: booking.id })).toMatchObject({ calendar_event_id: null });
  const emitted = (await space.events()).filter(({ type }) => type.startsWith('calendar_event_'));
  expect(emitted.map(({ type }) => type.slice('calendar_event_'.length))).toEqual(['created', 'updated', 'updated', 'deleted']);
  for (const { data } of emitted)
    expect(data).toMatchObject({ booking_id: booking.id, booking_page_id: page.id, booking_page: 'Intro call', calendar: 'default' });
});

test.each<[string, string, object]>([
  ['an end before its start', 'ends_at', { ends_at: '2026-05-04T08:00:00Z' }],
  ['an end years away', 'ends_at', { ends_at: '2036-05-04T08:00:00Z' }],
  ['an invalid rule', 'rrule', { rrule: 'every day' }],
  ['a rule that never names its day', 'rrule', { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }],
  ['an unknown zone', 'timezone', { timezone: 'Mars/Olympus' }],
  ['a start in the year 1', 'starts_at', { starts_at: '0001-01-01T00:00:00Z' }],
])('an event with %s is rejected', async (_what, path, settings) => {
  const space = newSpace(services);
  const refused = await rejection(space.busy('Odd', '2026-05-04T09:00:00Z', '2026-05-04T10:00:00Z', settings));
  expect(refused).toMatchObject({ status: 400, extras: { errors: expect.arrayContaining([expect.objectContaining({ path })]) } });
});

describe('an all-day event with dates', () => {
  test('has its days in its zone, keeps them when it is listed, and takes the whole of them', async () => {
    const space = newSpace(services);
    const page = await space.page({ duration_minutes: 60, timezone: 'Europe/Berlin' });
    const fair = await space.call(calendar, 'create', {
      title: 'Fair',
      start_date: '2026-05-06',
      end_date: '2026-05-07',
      timezone: 'Europe/Berlin',
    });
    expect(fair).toMatchObject({
      all_day: true,
      start_date: '2026-05-06',
      end_date: '2026-05-07',
      starts_at: '2026-05-05T22:00:00.000Z',
      ends_at: '2026-05-07T22:00:00.000Z',
    });
    const range = { start_date: '2026-05-07', end_date: '2026-05-07', timezone: 'Europe/Berlin' };
    expect((await space.call(calendar, 'list', range)).data).toMatchObject([
      { id: fair.id, start_date: '2026-05-06', end_date: '2026-05-07' },
    ]);
    expect(await space.offers(page.id, '2026-05-05')).not.toEqual([]);
    expect(await space.offers(page.id, '2026-05-06')).toEqual([]);
    expect(await space.offers(page.id, '2026-05-07')).toEqual([]);
    expect(await space.offers(page.id, '2026-05-08')).not.toEqual([]);
    expect(await space.call(calendar, 'update', { id: fair.id, start_date: '2026-05-11' })).toMatchObject({
      start_date: '2026-05-11',
      end_date: '2026-05-12',
    });
    expect(await space.call(calendar, 'update', { id: fair.id, end_date: '2026-05-11' })).toMatchObject({
      start_date: '2026-05-11',
      end_date: '2026-05-11',
    });
  });

  test('recurs by days, each with its date', async () => {
    const space = newSpace(services);
    await space.call(calendar, 'create', {
      title: 'Holiday',
      start_date: '2026-10-24',
      timezone: 'Europe/Berlin',
      rrule: 'FREQ=DAILY;COUNT=3',
    });
    const { data } = await space.call(calendar, 'list', { start_date: '2026-10-20', end_date: '2026-10-30' });
    expect(data.map(({ start_date, end_date }) => [start_date, end_date])).toEqual(
      ['2026-10-24', '2026-10-25', '2026-10-26'].map((date) => [date, date]),
    );
  });

  test.each<[string, string, object]>([
    ['neither times nor days', 'starts_at', {}],
    ['times and days', 'start_date', { starts_at: '2026-05-06T09:00:00Z', start_date: '2026-05-06' }],
    ['an end with a time', 'ends_at', { start_date: '2026-05-06', ends_at: '2026-05-06T09:00:00Z' }],
    ['a last day without a first', 'end_date', { starts_at: '2026-05-06T09:00:00Z', end_date: '2026-05-06' }],
    ['times of day', 'all_day', { start_date: '2026-05-06', all_day: false }],
    ['a last day before the first', 'end_date', { start_date: '2026-05-06', end_date: '2026-05-05' }],
  ])('with %s is rejected', async (_what, path, times) => {
    const refused = await rejection(newSpace(services).call(calendar, 'create', { title: 'Odd', ...times }));
    expect(refused).toMatchObject({ status: 400, extras: { errors: expect.arrayContaining([expect.objectContaining({ path })]) } });
  });
});

test('an event at a local time has the zone of its start, and recurs by the clock there', async () => {
  const { call } = newSpace(services);
  const made = await call(calendar, 'create', {
    title: 'Review',
    starts_at: '2026-10-19T09:00[Europe/Berlin]',
    ends_at: '2026-10-19T10:00[Europe/Berlin]',
    rrule: 'FREQ=WEEKLY;COUNT=2',
  });
  expect(made).toMatchObject({ timezone: 'Europe/Berlin', starts_at: '2026-10-19T07:00:00.000Z', start_date: null, end_date: null });
  const { data } = await call(calendar, 'list', { start_date: '2026-10-26T00:00[Europe/Berlin]', end_date: '2026-10-27' });
  expect(data).toMatchObject([{ starts_at: '2026-10-26T08:00:00.000Z', ends_at: '2026-10-26T09:00:00.000Z' }]);
});

test('the list of the calendar runs in both directions, with cursors that continue it', async () => {
  const space = newSpace(services);
  await space.busy('Daily', '2026-05-04T09:00:00Z', '2026-05-04T10:00:00Z', { rrule: 'FREQ=DAILY;COUNT=4' });
  for (const day of ['04', '06']) await space.busy('Once', `2026-05-${day}T09:00:00Z`, `2026-05-${day}T10:00:00Z`);
  const starts = async (sort: 'starts_at' | '-starts_at') => {
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await space.call(calendar, 'list', {
        start_date: '2026-05-04',
        end_date: '2026-05-08',
        sort,
        limit: 2,
        ...(cursor && { cursor }),
      });
      found.push(...page.data.map(({ id, starts_at }) => `${starts_at.slice(5, 10)} ${id}`));
      if (!page.next_cursor) return found;
      cursor = page.next_cursor;
    }
  };
  const forward = await starts('starts_at');
  expect(forward.map((text) => text.slice(0, 5))).toEqual(['05-04', '05-04', '05-05', '05-06', '05-06', '05-07']);
  expect(await starts('-starts_at')).toEqual(forward.toReversed());
});

test.each([
  ['starts_at', '-starts_at'],
  ['-starts_at', 'starts_at'],
] as const)('a list of the calendar by %s rejects a cursor of the list by %s', async (sort, other) => {
  const { busy, call } = newSpace(services);
  for (const day of ['04', '05']) await busy('Once', `2026-05-${day}T09:00:00Z`, `2026-05-${day}T10:00:00Z`);
  const range = { start_date: '2026-05-04', end_date: '2026-05-08', limit: 1 };
  const { next_cursor } = await call(calendar, 'list', { ...range, sort: other });
  expect(await rejection(call(calendar, 'list', { ...range, sort, cursor: next_cursor! }))).toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'cursor', code: 'invalid_cursor' }] },
  });
});

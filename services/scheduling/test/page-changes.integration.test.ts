import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bookingPages, bookings, calendar } from '@space/contracts/scheduling';
import type { TestServices } from '@space/runtime/testing';
import { daily, newSpace, rejection, startScheduling } from './fixtures/bookings.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startScheduling();
});
afterAll(() => services.stop());

describe('a page that gets another calendar', () => {
  test('moves its upcoming bookings and their events, so that their time is taken there', async () => {
    const space = newSpace(services);
    const [page, other] = [await space.page(), await space.page({ name: 'Other', calendar: 'second' })];
    const booking = await space.book(page.id, '2026-05-05T09:00:00Z');
    await space.call(bookingPages, 'update', { id: page.id, calendar: 'second' });
    expect(await space.offers(page.id, '2026-05-05')).not.toContain('09:00');
    expect(await rejection(space.book(other.id, '2026-05-05T09:00:00Z', 'Grace'))).toMatchObject({ code: 'slot_taken' });
    expect(await rejection(space.book(page.id, '2026-05-05T09:00:00Z', 'Grace'))).toMatchObject({ code: 'slot_taken' });
    expect(await space.call(calendar, 'get', { id: booking.calendar_event_id! })).toMatchObject({ calendar: 'second' });
    expect((await space.events()).slice(-2)).toMatchObject([
      { type: 'booking_page_updated', data: { changed: ['calendar'] } },
      {
        type: 'calendar_event_updated',
        data: { changed: ['calendar'], calendar: 'second', booking_id: booking.id, booking_page: 'Intro call' },
      },
    ]);
    // The time is free in the calendar that the page left.
    const stays = await space.page({ name: 'Stays' });
    expect(await space.offers(stays.id, '2026-05-05')).toContain('09:00');
  });

  test('is rejected when its bookings overlap others there, and nothing changes', async () => {
    const space = newSpace(services);
    const [page, other] = [await space.page(), await space.page({ name: 'Other', calendar: 'second' })];
    await space.book(page.id, '2026-05-05T09:00:00Z');
    await space.book(other.id, '2026-05-05T09:00:00Z', 'Grace');
    expect(await rejection(space.call(bookingPages, 'update', { id: page.id, calendar: 'second' }))).toMatchObject({
      status: 409,
      code: 'conflict',
      message: expect.stringContaining('overlap'),
    });
    expect(await space.call(bookingPages, 'get', { id: page.id })).toMatchObject({ calendar: 'default' });
    expect((await space.events()).filter(({ type }) => type === 'booking_page_updated')).toEqual([]);
  });
});

describe('during concurrent bookings', () => {
  const many = Array.from({ length: 8 }, (_, at) => `2026-05-05T${String(9 + at).padStart(2, '0')}:00:00Z`);

  test('a deletion of the page leaves each call booked or refused', async () => {
    for (let round = 0; round < 4; round++) {
      const space = newSpace(services);
      const page = await space.page();
      const [gone, ...booked] = await Promise.allSettled([
        space.call(bookingPages, 'delete', { id: page.id }),
        ...many.map((start, at) => space.book(page.id, start, `Guest ${at}`)),
      ]);
      const refused = booked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
      expect(new Set(refused).isSubsetOf(new Set(['unresolved_reference']))).toBe(true);
      if (gone.status === 'rejected') expect(gone.reason).toMatchObject({ code: 'upcoming_bookings' });
      else expect(refused).toHaveLength(many.length);
    }
  });

  test('a pause of the page rejects every later booking', async () => {
    for (let round = 0; round < 4; round++) {
      const space = newSpace(services);
      const page = await space.page();
      const before = Promise.allSettled(many.map((start, at) => space.book(page.id, start, `Guest ${at}`)));
      await space.call(bookingPages, 'update', { id: page.id, status: 'paused' });
      // A booking after this event would be on a paused page.
      const paused = (await space.events()).findIndex(({ type }) => type === 'booking_page_updated');
      const refused = (await before).flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
      expect(new Set(refused).isSubsetOf(new Set(['conflict']))).toBe(true);
      const types = (await space.events()).map(({ type }) => type);
      expect(types.slice(paused).filter((type) => type === 'booking_created')).toEqual([]);
    }
  });

  test('a change of the calendar moves every booking', async () => {
    for (let round = 0; round < 4; round++) {
      const space = newSpace(services);
      const page = await space.page();
      const [moved, ...booked] = await Promise.allSettled([
        space.call(bookingPages, 'update', { id: page.id, calendar: 'second', duration_minutes: 60 }),
        ...many.map((start, at) => space.book(page.id, start, `Guest ${at}`)),
      ]);
      expect([moved, ...booked].map(({ status }) => status)).toEqual(Array(9).fill('fulfilled'));
      expect(await space.offers(page.id, '2026-05-05')).toEqual([]);
      const { data } = await space.call(calendar, 'list', { start_date: '2026-05-05', end_date: '2026-05-05' });
      expect(data.map((event) => event.calendar)).toEqual(Array(many.length).fill('second'));
    }
  });
});

test('a booking on a paused page or a draft is not moved, not even without availability check, and can be cancelled', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const { id } = await space.book(page.id, '2026-05-05T09:00:00Z');
  const move = (more: object = {}) => space.call(bookings, 'reschedule', { id, new_date: '2026-05-06', new_start: '10:00', ...more });
  for (const [status, words] of [
    ['paused', 'is paused'],
    ['draft', 'is a draft'],
  ] as const) {
    await space.call(bookingPages, 'update', { id: page.id, status });
    for (const more of [{}, { skip_availability_check: true }])
      expect(await rejection(move(more))).toMatchObject({ status: 409, code: 'conflict', message: expect.stringContaining(words) });
  }
  expect(await space.call(bookings, 'get', { id })).toMatchObject({ starts_at: '2026-05-05T09:00:00.000Z', sequence: 0 });
  expect(await space.call(bookings, 'cancel', { id })).toMatchObject({ status: 'cancelled' });
});

test('the event of a cancelled booking cannot be made busy', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const booking = await space.book(page.id, '2026-05-05T09:00:00Z');
  await space.call(bookings, 'cancel', { id: booking.id });
  const id = booking.calendar_event_id!;
  expect(await rejection(space.call(calendar, 'update', { id, is_busy: true }))).toMatchObject({ status: 409, code: 'conflict' });
  expect(await space.call(calendar, 'update', { id, title: 'Was with Ada' })).toMatchObject({ title: 'Was with Ada', is_busy: false });
});

describe('a move to a taken time', () => {
  test('offers times of the length of the booking, including times that its own claim blocks, without its current one', async () => {
    const space = newSpace(services);
    const page = await space.page({ availability: daily('09:00', '12:00') });
    const booking = await space.book(page.id, '2026-05-05T09:00:00Z');
    await space.call(bookings, 'reschedule', { id: booking.id, new_date: '2026-05-05', new_start: '09:00', new_end: '10:00' });
    await space.book(page.id, '2026-05-05T11:00:00Z', 'Grace Hopper');
    const refused = await rejection(
      space.call(bookings, 'reschedule', { id: booking.id, new_date: '2026-05-05', new_start: '11:00', new_end: '12:00' }),
    );
    // 09:30 and 10:00 are free for an hour only without the booking itself.
    expect(refused.extras.nearest_slots).toMatchObject([
      { date: '2026-05-05', start: '09:30', end: '10:30' },
      { date: '2026-05-05', start: '10:00', end: '11:00' },
      { date: '2026-05-06', start: '09:00', end: '10:00' },
    ]);
  });

  test('offers the same times when the time is claimed concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const space = newSpace(services);
      const page = await space.page({ availability: daily('09:00', '10:30'), slot_interval_minutes: 15, duration_minutes: 60 });
      const before = ['2026-05-07', '2026-05-09'];
      const made = [await space.book(page.id, `${before[0]}T09:00:00Z`), await space.book(page.id, `${before[1]}T09:00:00Z`, 'Grace')];
      const results = await Promise.allSettled(
        made.map(({ id }, at) =>
          space.call(bookings, 'reschedule', { id, new_date: '2026-05-08', new_start: at === 0 ? '09:00' : '09:15' }),
        ),
      );
      const lost = results.findIndex(({ status }) => status === 'rejected');
      const refused = (results[lost] as PromiseRejectedResult).reason as { extras: { nearest_slots: { date: string; start: string }[] } };
      const offered = refused.extras.nearest_slots.filter(({ date }) => date === before[lost]).map(({ start }) => start);
      // An hour on its own day is free only without the booking itself.
      expect(offered).toContain('09:15');
      expect(offered).not.toContain('09:00');
    }
  });
});

test('the reason why nothing can be booked covers all bookable days, not only the requested day', async () => {
  const space = newSpace(services);
  const page = await space.page({ max_advance_days: 30 });
  await space.busy('Away', '2026-05-01T00:00:00Z', '2026-07-01T00:00:00Z');
  const { readiness } = await space.call(bookingPages, 'preview', { id: page.id, date: '2026-12-01' });
  expect(readiness.funnel.removed).toMatchObject({ advance: 16 });
  expect(readiness.blocking).toMatchObject([{ code: 'no_slots', message: expect.stringMatching(/ are taken away by busy\.$/) }]);
});

test('a zone is stored and shown in the spelling of IANA', async () => {
  const space = newSpace(services);
  const page = await space.page({ timezone: 'europe/BERLIN' });
  const guest = { name: 'Ada', email: 'ada@example.com', timezone: 'aMERICA/new_york' };
  const booking = await space.call(bookings, 'create', { booking_page_id: page.id, starts_at: '2026-05-05T09:00:00Z', guest });
  const event = await space.busy('Note', '2026-05-06T09:00:00Z', '2026-05-06T10:00:00Z', { timezone: 'asia/kolkata' });
  const preview = await space.call(bookingPages, 'preview', { id: page.id, timezone: 'utc' });
  expect([page.timezone, booking.timezone, booking.guest.timezone, event.timezone, preview.timezone]).toEqual([
    'Europe/Berlin',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'UTC',
  ]);
});

test('a page with too many times is rejected, and one with few hours is accepted', async () => {
  const space = newSpace(services);
  const much = { duration_minutes: 5, max_advance_days: 730 };
  expect(await rejection(space.page({ ...much, availability: daily('00:00', '24:00') }))).toMatchObject({
    status: 400,
    extras: { errors: [{ path: 'max_advance_days', code: 'too_many_times' }] },
  });
  expect(await space.page({ ...much, availability: daily('09:00', '10:00') })).toMatchObject(much);
});

test.each(['99991231', '99991231T235959Z', '22000101'])('an event that repeats until %s has occurrences until 2199', async (until) => {
  const space = newSpace(services);
  const page = await space.page({ duration_minutes: 60 });
  await space.busy('Lunch', '2026-05-04T12:00:00Z', '2026-05-04T13:00:00Z', { rrule: `FREQ=DAILY;UNTIL=${until}` });
  expect(await space.offers(page.id, '2026-05-05')).not.toContain('12:00');
  const { data } = await space.call(calendar, 'list', { start_date: '2199-12-30', end_date: '2199-12-31' });
  expect(data).toHaveLength(2);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bookingPages, bookings, calendar } from '@space/contracts/scheduling';
import type { TestServices } from '@space/runtime/testing';
import { guest, newSpace, rejection, startScheduling } from './fixtures/bookings.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startScheduling();
});
afterAll(() => services.stop());

test('a booked time is a booking, a calendar event and a contact, and is not offered again', async () => {
  const space = newSpace(services);
  const page = await space.page();
  expect(await space.offers(page.id, '2026-05-05')).toHaveLength(16);
  const booking = await space.book(page.id, '2026-05-05T09:00:00Z');
  expect(booking).toMatchObject({
    status: 'confirmed',
    booking_page: 'Intro call',
    starts_at: '2026-05-05T09:00:00.000Z',
    ends_at: '2026-05-05T09:30:00.000Z',
    guest: { name: 'Ada Lovelace', email: 'ada.lovelace@example.com' },
    contact_id: expect.stringMatching(/^con_/),
    is_forced: false,
  });
  expect(await space.offers(page.id, '2026-05-05')).not.toContain('09:00');
  const { data } = await space.call(calendar, 'list', { start_date: '2026-05-05', end_date: '2026-05-05' });
  expect(data).toMatchObject([{ id: booking.calendar_event_id, title: 'Intro call: Ada Lovelace', booking_page_id: page.id }]);
  expect((await space.events()).map(({ type }) => type)).toEqual(['booking_page_created', 'calendar_event_created', 'booking_created']);
  expect((await space.events()).at(-1)).toMatchObject({
    data: { booking_page: 'Intro call', contact: { email: 'ada.lovelace@example.com', first_name: 'Ada' }, actor_kind: 'api_key' },
  });
  const { guest_links: _, ...shown } = booking;
  expect(await space.call(bookings, 'get', { id: booking.id })).toEqual(shown);
});

test('a time that is taken, or not offered, is 409 slot_taken with the three nearest free slots', async () => {
  const space = newSpace(services);
  const page = await space.page();
  await space.book(page.id, '2026-05-05T10:00:00Z');
  const taken = await rejection(space.book(page.id, '2026-05-05T10:00:00Z', 'Grace Hopper'));
  expect(taken).toMatchObject({ code: 'slot_taken', status: 409, message: expect.stringContaining('2026-05-05 09:30') });
  expect((taken.extras.nearest_slots as { start: string }[]).map(({ start }) => start)).toEqual(['09:00', '09:30', '10:30']);
  const odd = await rejection(space.book(page.id, '2026-05-05T10:10:00Z'));
  expect(odd).toMatchObject({ code: 'slot_taken', message: expect.stringContaining('not a time that the page offers') });
  expect(odd.extras.nearest_slots).toHaveLength(3);
  expect(await rejection(space.book(page.id, '2026-05-05T10:00:30Z'))).toMatchObject({
    status: 400,
    extras: { errors: [{ path: 'starts_at' }] },
  });
});

test('rescheduling moves the booking and its calendar event, and frees the old time', async () => {
  const space = newSpace(services);
  const page = await space.page({ timezone: 'America/New_York' });
  const booking = await space.book(page.id, '2026-05-05T13:00:00Z');
  const moved = await space.call(bookings, 'reschedule', { id: booking.id, new_date: '2026-05-06', new_start: '10:30' });
  expect(moved).toMatchObject({
    status: 'confirmed',
    starts_at: '2026-05-06T14:30:00.000Z',
    ends_at: '2026-05-06T15:00:00.000Z',
    sequence: 1,
  });
  expect(moved.calendar_event_id).toBe(booking.calendar_event_id);
  expect(await space.call(calendar, 'get', { id: booking.calendar_event_id! })).toMatchObject({ starts_at: '2026-05-06T14:30:00.000Z' });
  expect(await space.offers(page.id, '2026-05-05')).toContain('09:00');
  expect(await space.offers(page.id, '2026-05-06')).not.toContain('10:30');
  expect((await space.events()).at(-1)).toMatchObject({
    type: 'booking_rescheduled',
    data: { previous_starts_at: '2026-05-05T13:00:00.000Z', contact: { first_name: 'Ada' } },
  });
});

test('a booking moves to a time that overlaps its old time', async () => {
  const space = newSpace(services);
  const page = await space.page({ duration_minutes: 60, slot_interval_minutes: 15, buffer_minutes: 10 });
  const booking = await space.book(page.id, '2026-05-05T09:00:00Z');
  const moved = await space.call(bookings, 'reschedule', { id: booking.id, new_date: '2026-05-05', new_start: '09:30' });
  expect(moved.starts_at).toBe('2026-05-05T09:30:00.000Z');
});

test('a page whose notice goes beyond its last bookable day has no nearest slots', async () => {
  const space = newSpace(services);
  await space.busy('Dentist', '2026-05-05T12:00:00Z', '2026-05-05T13:00:00Z');
  const page = await space.page({ min_notice_hours: 47, max_advance_days: 1 });
  expect(await rejection(space.book(page.id, '2026-05-05T10:00:00Z'))).toMatchObject({ code: 'slot_taken', extras: { nearest_slots: [] } });
});

test('a booking that is moved to a taken time keeps its own', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const booking = await space.book(page.id, '2026-05-05T09:00:00Z');
  await space.book(page.id, '2026-05-05T10:00:00Z', 'Grace Hopper');
  const refused = await rejection(space.call(bookings, 'reschedule', { id: booking.id, new_date: '2026-05-05', new_start: '10:00' }));
  expect(refused).toMatchObject({ code: 'slot_taken', status: 409 });
  expect(refused.extras.nearest_slots).toHaveLength(3);
  expect((await space.call(bookings, 'get', { id: booking.id })).starts_at).toBe('2026-05-05T09:00:00.000Z');
  const forced = await space.call(bookings, 'reschedule', {
    id: booking.id,
    new_date: '2026-05-05',
    new_start: '10:00',
    skip_availability_check: true,
  });
  expect(forced).toMatchObject({ starts_at: '2026-05-05T10:00:00.000Z', is_forced: true });
  const { readiness } = await space.call(bookingPages, 'preview', { id: page.id });
  expect(readiness).toMatchObject({ verdict: 'warning', warnings: [{ code: 'no_meeting_link' }, { code: 'forced_bookings' }] });
});

test.each([
  ['with an end of its own, the booking is as long as that', { new_start: '11:00', new_end: '12:15' }, '2026-05-05T12:15:00.000Z'],
  [
    'with an end before its start, it ends the next day',
    { new_start: '23:30', new_end: '00:30', skip_availability_check: true },
    '2026-05-06T00:30:00.000Z',
  ],
])('a booking rescheduled %s', async (_what, settings, ends_at) => {
  const space = newSpace(services);
  const page = await space.page();
  const { id } = await space.book(page.id, '2026-05-05T09:00:00Z');
  expect(await space.call(bookings, 'reschedule', { id, new_date: '2026-05-05', ...settings })).toMatchObject({ ends_at });
});

test('rescheduling rejects a time that the clocks skip, and takes the first of a time that occurs twice', async () => {
  const space = newSpace(services);
  const page = await space.page({
    timezone: 'America/New_York',
    max_advance_days: 365,
    availability: { weekly: [{ days: ['sunday'], start: '00:00', end: '09:00' }] },
  });
  const { id } = await space.book(page.id, '2026-05-10T05:00:00Z');
  const gone = await rejection(space.call(bookings, 'reschedule', { id, new_date: '2027-03-14', new_start: '02:30' }));
  expect(gone).toMatchObject({ status: 400, extras: { errors: [{ path: 'new_start', code: 'no_such_time' }] } });
  const twice = await space.call(bookings, 'reschedule', { id, new_date: '2026-11-01', new_start: '01:30' });
  expect(twice.starts_at).toBe('2026-11-01T05:30:00.000Z');
});

test('cancelling frees the time and marks the calendar event as cancelled, or deletes it on request', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const stored = await space.book(page.id, '2026-05-05T09:00:00Z');
  const cancelled = await space.call(bookings, 'cancel', { id: stored.id, reason: 'The train is late.' });
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    cancellation_reason: 'The train is late.',
    calendar_event_id: stored.calendar_event_id,
  });
  expect(await space.call(calendar, 'get', { id: stored.calendar_event_id! })).toMatchObject({ status: 'cancelled', is_busy: false });
  expect(await space.offers(page.id, '2026-05-05')).toContain('09:00');
  const again = await space.book(page.id, '2026-05-05T09:00:00Z', 'Grace Hopper');
  expect(await space.call(bookings, 'cancel', { id: again.id, delete_calendar_event: true })).toMatchObject({ calendar_event_id: null });
  expect(await rejection(space.call(calendar, 'get', { id: again.calendar_event_id! }))).toMatchObject({ status: 404 });
  expect(await rejection(space.call(bookings, 'cancel', { id: again.id }))).toMatchObject({ status: 409, code: 'conflict' });
  expect(await rejection(space.call(bookings, 'reschedule', { id: again.id, new_date: '2026-05-06', new_start: '09:00' }))).toMatchObject({
    status: 409,
  });
  expect((await space.events()).at(-1)).toMatchObject({ type: 'booking_cancelled', data: { calendar_event_deleted: true, reason: null } });
});

test('guests of a group share a time until it is full, and a cancellation frees a seat', async () => {
  const space = newSpace(services);
  const page = await space.page({ booking_type: 'group', capacity: 2, duration_minutes: 60 });
  const first = await space.book(page.id, '2026-05-05T09:00:00Z', 'Ada Lovelace');
  const second = await space.book(page.id, '2026-05-05T09:00:00Z', 'Grace Hopper');
  expect(second.calendar_event_id).toBe(first.calendar_event_id);
  expect(await rejection(space.book(page.id, '2026-05-05T09:00:00Z', 'Mary Somerville'))).toMatchObject({
    code: 'slot_taken',
    message: expect.stringContaining('is full'),
  });
  await space.call(bookings, 'cancel', { id: first.id, delete_calendar_event: true });
  expect(await space.call(calendar, 'get', { id: second.calendar_event_id! })).toMatchObject({ status: 'confirmed', title: 'Intro call' });
  await space.book(page.id, '2026-05-05T09:00:00Z', 'Mary Somerville');
  const moved = await space.call(bookings, 'reschedule', { id: second.id, new_date: '2026-05-05', new_start: '10:00' });
  expect(moved.calendar_event_id).not.toBe(second.calendar_event_id);
  expect((await space.call(bookingPages, 'preview', { id: page.id, date: '2026-05-05' })).slots.slice(0, 2)).toMatchObject([
    { start: '09:00', seats_left: 1 },
    { start: '10:00', seats_left: 1 },
  ]);
  await space.call(bookingPages, 'update', { id: page.id, capacity: 5 });
  expect((await space.call(bookingPages, 'preview', { id: page.id, date: '2026-05-05' })).slots[0]).toMatchObject({ seats_left: 4 });
});

test('bookings are listed by page, status, time and guest, soonest first when only upcoming ones are requested', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const other = await space.page({ name: 'Review', calendar: 'second' });
  const [ada, grace] = [
    await space.book(page.id, '2026-05-05T09:00:00Z'),
    await space.book(page.id, '2026-05-06T09:00:00Z', 'Grace Hopper'),
  ];
  const mary = await space.book(other.id, '2026-05-05T09:00:00Z', 'Mary_Somerville');
  await space.call(bookings, 'cancel', { id: grace.id });
  const ids = async (requested: object) => (await space.call(bookings, 'list', requested)).data.map(({ id }) => id);
  expect(await ids({})).toEqual([grace.id, ...[mary.id, ada.id].sort().reverse()]);
  expect(await ids({ booking_page_id: page.id, status: 'confirmed' })).toEqual([ada.id]);
  expect(await ids({ upcoming_only: true, booking_page_id: page.id })).toEqual([ada.id, grace.id]);
  expect(await ids({ search: 'HOPPER' })).toEqual([grace.id]);
  expect(await ids({ search: '_' })).toEqual([mary.id]);
  expect(await ids({ from: '2026-05-06T00:00:00Z' })).toEqual([grace.id]);
  expect((await ids({ to: '2026-05-06T00:00:00+00:00' })).sort()).toEqual([ada.id, mary.id].sort());
  const first = await space.call(bookings, 'list', { limit: 2, include_total: true });
  expect(first).toMatchObject({ has_more: true, total: 3 });
  const second = await space.call(bookings, 'list', { limit: 2, cursor: first.next_cursor! });
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(await ids({}));
});

test('a page with upcoming bookings is not deleted; after their cancellation it is deleted with them, and the calendar events stay', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const booking = await space.book(page.id, '2026-05-05T09:00:00Z');
  expect(await rejection(space.call(bookingPages, 'delete', { id: page.id }))).toMatchObject({ status: 409, code: 'upcoming_bookings' });
  await space.call(bookings, 'cancel', { id: booking.id });
  expect(await space.call(bookingPages, 'delete', { id: page.id })).toEqual({ id: page.id, deleted: true });
  expect(await rejection(space.call(bookings, 'get', { id: booking.id }))).toMatchObject({ status: 404 });
  expect(await space.call(calendar, 'get', { id: booking.calendar_event_id! })).toMatchObject({ title: 'Intro call: Ada Lovelace' });
});

test('a booking is rejected on a paused page, without the phone that a call needs, and with answers but no form', async () => {
  const space = newSpace(services);
  const page = await space.page({ meeting_location_type: 'phone_call' });
  const wrong = await rejection(space.book(page.id, '2026-05-05T09:00:00Z', 'Ada', { answers: { topic: 'Engines' } }));
  expect(wrong.extras.errors?.map(({ path }) => path)).toEqual(['guest.phone', 'answers.topic']);
  const booked = await space.call(bookings, 'create', {
    booking_page_id: page.id,
    starts_at: '2026-05-05T09:00:00Z',
    guest: { ...guest(), phone: '+44 20 7946 0000' },
  });
  expect(booked.location).toEqual({ type: 'phone_call', value: '+44 20 7946 0000' });
  await space.call(bookingPages, 'update', { id: page.id, status: 'paused' });
  expect(await rejection(space.book(page.id, '2026-05-05T10:00:00Z'))).toMatchObject({ status: 409, code: 'conflict' });
});

test("another Space's page and bookings are not found", async () => {
  const space = newSpace(services);
  const page = await space.page();
  const booking = await space.book(page.id, '2026-05-05T09:00:00Z');
  const other = newSpace(services);
  for (const act of [
    () => other.call(bookings, 'get', { id: booking.id }),
    () => other.call(bookings, 'ics', { id: booking.id }),
    () => other.call(bookings, 'cancel', { id: booking.id }),
    () => other.call(bookings, 'reschedule', { id: booking.id, new_date: '2026-05-06', new_start: '09:00' }),
    () => other.call(bookingPages, 'preview', { id: page.id }),
    () => other.call(bookingPages, 'delete', { id: page.id }),
    () => other.call(bookingPages, 'create_feed', { id: page.id }),
    () => other.call(calendar, 'get', { id: booking.calendar_event_id! }),
    () => other.call(calendar, 'delete', { id: booking.calendar_event_id! }),
  ])
    expect(await rejection(act())).toMatchObject({ status: 404, code: 'not_found' });
  expect(await rejection(other.book(page.id, '2026-05-05T10:00:00Z'))).toMatchObject({ status: 422, code: 'unresolved_reference' });
});

test('bookings are listed by email and contact, and by start or creation in both directions', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const made = [];
  for (const [hour, name] of [
    ['12', 'Ada Lovelace'],
    ['10', 'Grace Hopper'],
    ['11', 'Ada Lovelace'],
  ] as const)
    made.push(await space.book(page.id, `2026-05-05T${hour}:00:00Z`, name));
  const hours = async (request: object) => {
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const list = await space.call(bookings, 'list', { limit: 2, ...request, ...(cursor && { cursor }) });
      found.push(...list.data.map(({ starts_at }) => starts_at.slice(11, 13)));
      if (!list.next_cursor) return found;
      cursor = list.next_cursor;
    }
  };
  expect(await hours({})).toEqual(['12', '11', '10']);
  expect(await hours({ sort: 'starts_at' })).toEqual(['10', '11', '12']);
  expect(await hours({ sort: 'created_at' })).toEqual(['12', '10', '11']);
  expect(await hours({ sort: '-created_at' })).toEqual(['11', '10', '12']);
  expect(await hours({ upcoming_only: true })).toEqual(['10', '11', '12']);
  expect(await hours({ email: 'ADA.Lovelace@example.com' })).toEqual(['12', '11']);
  expect(await hours({ contact_id: made[1]!.contact_id })).toEqual(['10']);
  expect(await hours({ from: '2026-05-05T13:00[Europe/Berlin]', sort: 'starts_at' })).toEqual(['11', '12']);
});

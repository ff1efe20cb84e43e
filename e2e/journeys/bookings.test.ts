import { afterAll, expect, test } from '@jest/globals';
import { Event } from '@space/contracts/core';
import { daysAhead } from '../days-ahead.ts';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { callTool } from './mcp-post.ts';
import { closeReceivers, newWebhookSpace } from './webhook-space.ts';

afterAll(closeReceivers);

const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const openAllWeek = {
  name: 'Intro call',
  timezone: 'Europe/Berlin',
  duration_minutes: 30,
  availability: { weekly: [{ days: everyDay, start: '09:00', end: '17:00' }] },
};
/** A day on which a page that is open all week is free from its first to its last hour. */
const soon = daysAhead(2, openAllWeek.timezone);
/** The person of a guest in an event. */
const PERSON = expect.objectContaining({ kind: 'person', name: 'Ada Lovelace' });
const guest = { name: 'Ada Lovelace', email: 'ada@example.com', timezone: 'America/New_York' };

test('over REST a booking page is created, previewed and booked; the booking emits events, has a calendar file, is rescheduled and cancelled', async () => {
  const { request, received, api_key } = await newWebhookSpace();
  const page = await request('POST', '/booking-pages', { body: openAllWeek });
  expect([page.status, page.body.status, page.body.has_feed]).toEqual([201, 'active', false]);

  const preview = (await request('GET', `/booking-pages/${page.body.id}/preview?timezone=America/New_York`)).body;
  expect(preview.readiness).toMatchObject({
    verdict: 'warning',
    blocking: [],
    warnings: [{ code: 'no_meeting_link' }],
    next_available_at: preview.slots[0].starts_at,
  });
  expect(preview.readiness.funnel.offered).toBe(preview.slots.length);
  const [first, second] = (await request('GET', `/booking-pages/${page.body.id}/preview?date=${soon}`)).body.slots;

  const order = { booking_page_id: page.body.id, starts_at: first.starts_at, guest };
  const booked = await request('POST', '/bookings', { body: order });
  expect(booked).toMatchObject({ status: 201, body: { status: 'confirmed', starts_at: first.starts_at, booking_page: 'Intro call' } });
  const taken = await request('POST', '/bookings', { body: { ...order, guest: { name: 'Grace', email: 'grace@example.com' } } });
  expect(taken).toMatchObject({ status: 409, body: { code: 'slot_taken', nearest_slots: [{}, {}, {}] } });
  expect(taken.body.nearest_slots[0].starts_at).toBe(second.starts_at);

  const created = Event.parse((await received('booking_created')).event);
  expect(created).toMatchObject({
    data: {
      actor_kind: 'api_key',
      booking_id: booked.body.id,
      booking_page: 'Intro call',
      contact: { email: guest.email, name: guest.name },
      answers: {},
    },
  });
  expect((await received('calendar_event_created')).event).toMatchObject({
    data: { calendar_event_id: booked.body.calendar_event_id, booking_id: booked.body.id, booking_page: 'Intro call' },
  });

  const { id, calendar_event_id } = booked.body;
  expect((await request('GET', `/bookings/${id}/ics`)).body.ics).toContain('ATTENDEE;CN="Ada Lovelace"');
  const file = await fetch(`${profile.base_url}/bookings/${id}/ics`, {
    headers: { authorization: `Bearer ${api_key}`, accept: 'text/calendar' },
  });
  expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(await file.text()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/);
  const moved = await request('POST', `/bookings/${id}/reschedule`, {
    body: { new_date: berlin(second.starts_at).date, new_start: berlin(second.starts_at).time },
  });
  expect(moved.body).toMatchObject({ starts_at: second.starts_at, sequence: 1 });
  expect((await received('booking_rescheduled')).event).toMatchObject({ data: { previous_starts_at: first.starts_at } });
  expect((await request('GET', `/calendar/${calendar_event_id}`)).body).toMatchObject({ starts_at: second.starts_at });

  expect(await request('DELETE', `/booking-pages/${page.body.id}`)).toMatchObject({ status: 409, body: { code: 'upcoming_bookings' } });
  const cancelled = await request('POST', `/bookings/${id}/cancel`, { body: { delete_calendar_event: true } });
  expect(cancelled.body).toMatchObject({ status: 'cancelled', calendar_event_id: null });
  expect((await received('booking_cancelled')).event).toMatchObject({ data: { calendar_event_deleted: true } });
  expect((await received('calendar_event_deleted')).event).toMatchObject({ data: { calendar_event_id } });
  expect((await request('GET', `/calendar/${calendar_event_id}`)).status).toBe(404);
  expect((await request('GET', `/bookings/${id}/ics`)).body.ics).toContain('METHOD:CANCEL');
  expect((await request('DELETE', `/booking-pages/${page.body.id}`)).body).toEqual({ id: page.body.id, deleted: true });
});

/** Formats a time as the clock of the page shows it. */
function berlin(time: string): { date: string; time: string } {
  const there = Temporal.Instant.from(time).toZonedDateTimeISO('Europe/Berlin');
  return { date: there.toPlainDate().toString(), time: there.toPlainTime().toString({ smallestUnit: 'minute' }) };
}

test('over MCP an agent finds out why a page has no free time, fixes it, books, reschedules and cancels', async () => {
  const { api_key } = await newSpace();
  const call = async (name: string, args: object) => (await callTool(api_key, name, args)).structuredContent;
  const never = await callTool(api_key, 'create_booking_page', { ...openAllWeek, min_notice_hours: 100, max_advance_days: 2 });
  expect(never).toMatchObject({ isError: true });
  expect(never.content[0].text).toMatch(/lower it below 72, or raise max_advance_days/);
  const page = await call('create_booking_page', { ...openAllWeek, availability: { weekly: [] } });
  const { readiness } = await call('preview_booking_page', { id: page.id, verbose: true });
  expect(readiness).toMatchObject({ verdict: 'not_ready', next_available_at: null });
  expect(readiness.blocking.map(({ code }: { code: string }) => code)).toContain('no_hours');
  await call('update_booking_page', { id: page.id, availability: openAllWeek.availability, min_notice_hours: 0 });
  const { slots } = await call('preview_booking_page', { id: page.id, date: soon });
  const booking = await call('create_booking', { booking_page_id: page.id, starts_at: slots[2].starts_at, guest });
  const refused = await callTool(api_key, 'create_booking', { booking_page_id: page.id, starts_at: slots[2].starts_at, guest });
  expect(refused).toMatchObject({ isError: true });
  expect(refused.content[0].text).toMatch(/the nearest free times are/);
  const moved = await call('reschedule_booking', { id: booking.id, new_date: slots[4].date, new_start: slots[4].start });
  expect(moved.starts_at).toBe(slots[4].starts_at);
  expect((await call('list_bookings', { upcoming_only: true })).data).toHaveLength(1);
  expect(await call('cancel_booking', { id: booking.id })).toMatchObject({
    status: 'cancelled',
    calendar_event_id: booking.calendar_event_id,
  });
  expect(await call('get_calendar_event', { id: booking.calendar_event_id })).toMatchObject({ status: 'cancelled', is_busy: false });
});

test('with the typed client a calendar event blocks its time, and a feed contains the booking', async () => {
  const { client } = await newSpace();
  const page = await client.booking_pages.create({ name: 'Intro call', min_notice_hours: 0, timezone: 'UTC' });
  const tomorrow = daysAhead(1, 'UTC');
  const { date } = (await client.booking_pages.preview({ id: page.id })).slots.find((slot) => slot.date > tomorrow)!;
  const free = async () => (await client.booking_pages.preview({ id: page.id, date })).slots;
  const [first, second] = await free();
  const busy = await client.calendar.create({
    title: 'Offsite',
    starts_at: first!.starts_at,
    ends_at: first!.ends_at,
    rrule: 'FREQ=DAILY;COUNT=2',
  });
  expect((await free())[0]!.starts_at).toBe(second!.starts_at);
  const booking = await client.bookings.create({ booking_page_id: page.id, starts_at: second!.starts_at, guest });

  const { url } = await client.booking_pages.create_feed({ id: page.id });
  const feed = await fetch(url);
  expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(await feed.text()).toContain(`UID:${booking.id}@space-api`);
  expect((await fetch(url, { headers: { 'if-none-match': feed.headers.get('etag')! } })).status).toBe(304);
  await client.booking_pages.delete_feed({ id: page.id });
  expect((await fetch(url)).status).toBe(404);

  const range = { start_date: date, end_date: date };
  const titles = async (more: object = {}) => (await client.calendar.list({ ...range, ...more })).data.map(({ title }) => title);
  expect(await titles()).toEqual(['Offsite', 'Intro call: Ada Lovelace']);
  expect(await titles({ category: 'meeting' })).toEqual(['Intro call: Ada Lovelace']);
  expect(await titles({ search: 'offs' })).toEqual(['Offsite']);
  await client.calendar.update({ id: busy.id, title: 'Day off', is_busy: false });
  expect((await free())[0]!.starts_at).toBe(first!.starts_at);
  await client.calendar.delete({ id: busy.id });
  expect(await titles()).toEqual(['Intro call: Ada Lovelace']);
});

test('a guest who books, reschedules and cancels on the public pages is the actor of the events', async () => {
  const { client, received } = await newWebhookSpace();
  const page = await client.booking_pages.create({ name: 'Intro call', min_notice_hours: 0, timezone: 'UTC' });
  const { slots } = await client.booking_pages.preview({ id: page.id });
  const [time, later] = slots.slice(-2);
  const { guest_links, id } = await client.bookings.create({ booking_page_id: page.id, starts_at: time!.starts_at, guest });
  const send = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers: { origin: 'https://elsewhere.example' } });
  // Opening the link alone, as mail scanners do, cancels nothing.
  expect((await fetch(guest_links.cancel_url)).status).toBe(200);
  expect(await client.bookings.get({ id })).toMatchObject({ status: 'confirmed' });
  const moved = await send(guest_links.reschedule_url, { '-start': later!.starts_at });
  expect(moved.status).toBe(303);
  expect((await received('booking_rescheduled')).event).toMatchObject({
    data: { actor_kind: 'person', actor: PERSON, contact: { email: guest.email } },
  });
  expect((await fetch(guest_links.cancel_url)).status).toBe(404);
  const view = await (await fetch(new URL(moved.headers.get('location')!, profile.public_url))).text();
  const cancel = /href="([^"]*\/book\/cancel\/[^"]+)"/.exec(view)![1]!;
  expect((await send(new URL(cancel, profile.public_url).href, { reason: 'The train is late.' })).status).toBe(200);
  expect((await received('booking_cancelled')).event).toMatchObject({
    data: { actor_kind: 'person', actor: PERSON, reason: 'The train is late.', calendar_event_deleted: false, booking_page: 'Intro call' },
  });
});

test('of 32 concurrent bookings exactly one gets a single slot and exactly three get the last three seats of a group', async () => {
  const { request } = await newSpace();
  for (const [about, seats] of [
    [{}, 1],
    [{ booking_type: 'group', capacity: 3, calendar: 'group' }, 3],
  ] as const) {
    const page = (await request('POST', '/booking-pages', { body: { ...openAllWeek, ...about } })).body;
    const { slots } = (await request('GET', `/booking-pages/${page.id}/preview?date=${soon}`)).body;
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, at) =>
        request('POST', '/bookings', {
          body: {
            booking_page_id: page.id,
            starts_at: slots[5].starts_at,
            guest: { name: `Guest ${at}`, email: `guest${at}@example.com` },
          },
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(32 - seats);
    for (const { status, body } of refused)
      expect([status, body.code, body.nearest_slots.map(({ starts_at }: { starts_at: string }) => starts_at)]).toEqual([
        409,
        'slot_taken',
        [slots[3], slots[4], slots[6]].map(({ starts_at }) => starts_at),
      ]);
    const { body } = await request('GET', `/bookings?booking_page_id=${page.id}&status=confirmed`);
    expect(body.data).toHaveLength(seats);
  }
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { resourcesIn } from '@space/contracts/core';
import { bookingPages, bookings, formSubmissions, forms } from '@space/contracts/scheduling';
import type { TestServices } from '@space/runtime/testing';
import { publicOrigin } from '@space/web';
import { daily, newSpace, startScheduling } from './fixtures/bookings.ts';
import { guestOf, hiddenIn, linksIn, tokenOf } from './fixtures/guest.ts';

let services: TestServices;
let guest: ReturnType<typeof guestOf>;
beforeAll(async () => {
  services = await startScheduling();
  guest = guestOf(services.ports);
});
afterAll(() => services.stop());

const ADA = { '-name': 'Ada Lovelace', '-email': 'ada@example.com' };

test('a visitor reads days and times in their own zone, and the first free day is selected', async () => {
  const space = newSpace(services);
  const page = await space.page({ name: 'Talk <b>now</b>', description: 'About "engines"', timezone: 'Europe/Berlin' });
  const shown = await guest.open(page.id, { timezone: 'Asia/Kolkata' });
  expect(shown.status).toBe(200);
  expect(shown.body).toContain('Talk &lt;b&gt;now&lt;/b&gt;');
  expect(shown.body).toContain('Monday 4 May 2026');
  const times = linksIn(shown, `/book/${page.id}?`).filter((href) => href.includes('start='));
  expect(new URL(times[0]!, 'http://x').searchParams.get('start')).toBe('2026-05-04T08:00:00.000Z');
  expect(shown.body).toContain('>13:30</a>');
  const tuesday = await guest.open(page.id, { timezone: 'Asia/Kolkata', date: '2026-05-05' });
  expect(tuesday.body).toMatch(/<h2 id="day">Tuesday 5 May 2026<\/h2>\s*<ul class="slots"><li><a href="[^"]*">12:30<\/a>/);
  expect(tuesday.headers['Content-Security-Policy']).toMatch(/default-src 'none'.*script-src 'sha256-/);
});

test.each(['Mars/Olympus', '../../etc', '', '%00', 'a'.repeat(500)])('an unknown zone (%j) is ignored', async (timezone) => {
  const space = newSpace(services);
  const page = await space.page();
  const shown = await guest.open(page.id, { timezone, month: timezone, date: timezone });
  expect(shown.status).toBe(200);
  expect(shown.body).toContain('<option selected>UTC</option>');
});

test('a guest books, sees the booking at its own address, and is the person who acts in the events', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const booked = await guest.book(page.id, '2026-05-05T09:00:00.000Z', { ...ADA, '-notes': 'About <engines>' }, 'Europe/London');
  expect(booked.status).toBe(303);
  const view = await guest.at('view', tokenOf(booked.headers.Location!));
  expect(view.body).toContain('Tuesday 5 May 2026, <span class="whole">10:00–10:30');
  expect(view.body).toContain('About &lt;engines&gt;');
  // In a frame no browser shows the address of the page.
  const address = `${publicOrigin(services.ports.config)}${booked.headers.Location}`;
  expect(view.body).toContain(`<a href="${address}" target="_blank" rel="noopener">${address}</a>`);
  expect(linksIn(view, `/book/${page.id}`)).toHaveLength(1);
  expect(view.body).toContain('There is no link here yet: the host sends it to you.');
  const { data } = await space.call(bookings, 'list', {});
  expect(data).toMatchObject([{ guest: { name: 'Ada Lovelace', timezone: 'Europe/London' }, notes: 'About <engines>' }]);
  expect((await space.events()).at(-1)).toMatchObject({
    type: 'booking_created',
    data: { actor_kind: 'person', actor: { name: 'Ada Lovelace' }, contact: { email: 'ada@example.com' } },
  });
});

test('a page that is sent twice books once and leads to the same booking', async () => {
  const space = newSpace(services);
  const page = await space.page({ booking_type: 'group', capacity: 5 });
  const opened = await guest.open(page.id, { start: '2026-05-05T09:00:00.000Z' });
  services.ports.clock.advance(5_000);
  const form = { ...hiddenIn(opened), ...ADA };
  const [first, second] = await Promise.all([guest.send(page.id, form), guest.send(page.id, form)]);
  const third = await guest.send(page.id, form);
  expect([first.headers.Location, second.headers.Location, third.headers.Location]).toEqual(Array(3).fill(first.headers.Location));
  expect((await space.call(bookings, 'list', {})).data).toHaveLength(1);
});

test('all errors are shown together, with the values that were sent', async () => {
  const space = newSpace(services);
  const page = await space.page({ meeting_location_type: 'phone_call' });
  const wrong = await guest.book(page.id, '2026-05-05T09:00:00.000Z', { '-name': ' ', '-email': 'ada"><script>', '-notes': 'My note' });
  expect(wrong.status).toBe(400);
  expect(wrong.body).toContain('Please look at 3 answers again');
  for (const key of ['-name', '-email', '-phone']) expect(wrong.body).toContain(`id="f-${key}-error"`);
  expect(wrong.body).toContain('value="ada&quot;&gt;&lt;script&gt;"');
  expect(wrong.body).toContain('My note</textarea>');
  expect((await space.call(bookings, 'list', {})).data).toEqual([]);
});

test('a time that was taken meanwhile is answered with the nearest free ones and all values', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const opened = await guest.open(page.id, { start: '2026-05-05T09:00:00.000Z' });
  await space.book(page.id, '2026-05-05T09:00:00Z', 'Grace Hopper');
  services.ports.clock.advance(5_000);
  const taken = await guest.send(page.id, { ...hiddenIn(opened), ...ADA });
  expect(taken.status).toBe(409);
  expect([...taken.body.matchAll(/type="radio" name="-start" value="([^"]*)"/g)].map(([, start]) => start)).toEqual([
    '2026-05-05T09:30:00.000Z',
    '2026-05-05T10:00:00.000Z',
    '2026-05-05T10:30:00.000Z',
  ]);
  expect(taken.body).toContain('value="Ada Lovelace"');
  const other = await guest.send(page.id, { ...hiddenIn(taken), ...ADA, '-start': '2026-05-05T09:30:00.000Z' });
  expect(other.status).toBe(303);
  expect((await guest.open(page.id, { start: '2026-05-05T09:30:00.000Z' })).status).toBe(409);
});

test('a guest moves a booking with the button; opening the link changes nothing, and the old links expire', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const booked = await guest.book(page.id, '2026-05-05T09:00:00.000Z', ADA);
  const view = await guest.at('view', tokenOf(booked.headers.Location!));
  const token = tokenOf(linksIn(view, '/book/reschedule/')[0]!);
  const choose = await guest.at('ask_reschedule', token, { date: '2026-05-06' });
  expect(choose.body).toContain('Choose another time');
  const confirm = await guest.at('ask_reschedule', token, { start: '2026-05-06T11:00:00.000Z' });
  expect(confirm.body).toContain('Wednesday 6 May 2026, <span class="whole">11:00–11:30');
  expect((await space.call(bookings, 'list', {})).data).toMatchObject([{ starts_at: '2026-05-05T09:00:00.000Z' }]);
  const moved = await guest.act('reschedule', token, hiddenIn(confirm));
  expect(moved.status).toBe(303);
  expect((await guest.at('view', tokenOf(moved.headers.Location!))).body).toContain(
    'Wednesday 6 May 2026, <span class="whole">11:00–11:30',
  );
  const after = await guest.at('view', tokenOf(moved.headers.Location!));
  expect(after.body).toContain('Your booking was moved to this time.');
  expect(after.body).not.toContain('Your time is booked.');
  expect(after.body).toContain('<title>Moved: Intro call</title>');
  expect((await guest.at('view', tokenOf(booked.headers.Location!))).status).toBe(404);
  expect((await guest.act('reschedule', token, hiddenIn(confirm))).status).toBe(404);
  expect((await space.events()).at(-1)).toMatchObject({ type: 'booking_rescheduled', data: { actor_kind: 'person' } });
});

test('a guest cancels once, with the button only, and a link of another purpose does not work', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const booked = await guest.book(page.id, '2026-05-05T09:00:00.000Z', ADA);
  const view = await guest.at('view', tokenOf(booked.headers.Location!));
  const [cancel, reschedule] = [tokenOf(linksIn(view, '/book/cancel/')[0]!), tokenOf(linksIn(view, '/book/reschedule/')[0]!)];
  expect((await guest.act('cancel', reschedule)).status).toBe(404);
  expect((await guest.act('cancel', tokenOf(booked.headers.Location!))).status).toBe(404);
  const asked = await guest.at('ask_cancel', cancel);
  expect(asked.body).toContain('Cancel this booking?');
  expect(asked.body).toContain('<button type="submit" class="second">Cancel the booking</button>');
  expect((await space.call(bookings, 'list', {})).data).toMatchObject([{ status: 'confirmed' }]);
  for (const { body } of [await guest.act('cancel', cancel, { reason: 'Ill' }), await guest.act('cancel', cancel)]) {
    expect(body).toContain('Your booking is cancelled.');
    expect(body).toContain('<dt>Where</dt><dd>Online meeting</dd>');
  }
  expect((await space.call(bookings, 'list', {})).data).toMatchObject([{ status: 'cancelled', cancellation_reason: 'Ill' }]);
  expect((await space.events()).filter(({ type }) => type === 'booking_cancelled')).toHaveLength(1);
  expect((await guest.at('ask_reschedule', reschedule)).body).toContain('This booking was cancelled.');
});

test('the links change nothing after the booking has begun', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const { guest_links } = await space.book(page.id, '2026-05-05T09:00:00Z');
  const before = services.ports.clock.now();
  services.ports.clock.set(Date.parse('2026-05-05T09:00:00Z'));
  expect((await guest.act('cancel', tokenOf(guest_links.cancel_url))).status).toBe(409);
  expect((await guest.act('reschedule', tokenOf(guest_links.reschedule_url), { '-start': '2026-05-06T09:00:00.000Z' })).status).toBe(409);
  services.ports.clock.set(before);
});

test('a booking has a calendar file, and a cancelled one has a file that removes it', async () => {
  const space = newSpace(services);
  const page = await space.page({
    name: 'Engines, mills; looms',
    meeting_location_type: 'in_person',
    meeting_location_value: '1 Main St; Röhre, '.repeat(8),
  });
  const booking = await space.book(page.id, '2026-05-05T09:00:00Z');
  const file = await guest.at('ics', tokenOf(booking.guest_links.ics_url));
  expect(file.headers['Content-Type']).toBe('text/calendar; charset=utf-8');
  expect(file.body).toMatch(
    /CALSCALE:GREGORIAN\r\n[\s\S]*DTSTART:20260505T090000Z\r\nDTEND:20260505T093000Z\r\nSUMMARY:Engines\\, mills\\; looms\r\n/,
  );
  for (const line of file.body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.body.replaceAll('\r\n ', '')).toContain(`UID:${booking.id}@space-api\r\nSEQUENCE:0\r\n`);
  expect(file.body.replaceAll('\r\n ', '')).toContain(`\r\nURL:${booking.guest_links.view_url}\r\n`);
  expect(file.body).toMatch(/\r\nATTENDEE;CN="/);
  await space.call(bookings, 'cancel', { id: booking.id });
  const gone = await space.call(bookings, 'ics', { id: booking.id });
  expect(gone.ics.replaceAll('\r\n ', '')).toMatch(
    new RegExp(`METHOD:CANCEL\r\n[\\s\\S]*UID:${booking.id}@space-api\r\nSEQUENCE:1[\\s\\S]*STATUS:CANCELLED`),
  );
});

test('a feed shows the bookings of its page and ends when a new feed is made', async () => {
  const space = newSpace(services);
  const page = await space.page();
  await space.book(page.id, '2026-05-05T09:00:00Z');
  const { url } = await space.call(bookingPages, 'create_feed', { id: page.id });
  const feed = await guest.at('feed', tokenOf(url));
  expect(feed.body).toContain('METHOD:PUBLISH');
  expect(feed.body).toContain('SUMMARY:Intro call: Ada Lovelace');
  const newer = await space.call(bookingPages, 'create_feed', { id: page.id });
  expect((await guest.at('feed', tokenOf(url))).status).toBe(404);
  expect((await guest.at('feed', tokenOf(newer.url))).status).toBe(200);
  expect((await space.call(bookingPages, 'get', { id: page.id })).has_feed).toBe(true);
  await space.call(bookingPages, 'delete_feed', { id: page.id });
  expect((await guest.at('feed', tokenOf(newer.url))).status).toBe(404);
});

test('the attached form is validated and stored with the booking, and does not repeat the questions of the page', async () => {
  const space = newSpace(services);
  const form = await space.call(forms, 'create', {
    name: 'Intake',
    fields: [
      { key: 'name', label: 'Name', type: 'short_text', required: true },
      { key: 'email', label: 'Email', type: 'email', required: true },
      { key: 'topic', label: 'Topic', type: 'select', options: ['Engines', 'Looms'], required: true },
      { key: 'goals', label: 'Goals', type: 'long_text' },
    ],
  });
  const page = await space.page({ form_id: form.id });
  const opened = await guest.open(page.id, { start: '2026-05-05T09:00:00.000Z' });
  expect(opened.body).toContain('name="topic"');
  expect(opened.body).not.toContain('name="email"');
  const wrong = await guest.book(page.id, '2026-05-05T09:00:00.000Z', { ...ADA, topic: 'Trains' });
  expect([wrong.status, wrong.body.includes('id="f-topic-error"')]).toEqual([400, true]);
  const booked = await guest.book(page.id, '2026-05-05T09:00:00.000Z', { ...ADA, topic: 'Engines' });
  expect(booked.status).toBe(303);
  const [booking] = (await space.call(bookings, 'list', {})).data;
  const { data } = await space.call(formSubmissions, 'list', { id: form.id });
  expect(data).toMatchObject([
    { id: booking!.form_submission_id, source: 'booking', data: { name: 'Ada Lovelace', email: 'ada@example.com', topic: 'Engines' } },
  ]);
  const emitted = await space.events();
  expect(
    emitted
      .slice(-3)
      .map(({ type }) => type)
      .sort(),
  ).toEqual(['booking_created', 'calendar_event_created', 'form_submission']);
  expect(emitted.find(({ type }) => type === 'booking_created')!.data).toMatchObject({
    form_id: form.id,
    answers: { topic: 'Engines' },
    contact: { name: 'Ada Lovelace' },
  });
  await space.call(bookingPages, 'update', { id: page.id, form_id: null });
  await space.call(bookings, 'cancel', { id: booking!.id });
  const cancelled = (await space.events()).find(({ type }) => type === 'booking_cancelled')!.data;
  expect(cancelled).toMatchObject({ form_id: form.id, answers: { topic: 'Engines' } });
  expect(resourcesIn(cancelled)).toContain(`forms:${form.id}`);
});

test('a draft is not found, a paused page says so, and a program that fills in the honeypot field books nothing', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const opened = await guest.open(page.id, { start: '2026-05-05T09:00:00.000Z' });
  services.ports.clock.advance(5_000);
  const honeypot = /name="(website-[0-9a-f]+)"/.exec(opened.body)![1]!;
  expect((await guest.send(page.id, { ...hiddenIn(opened), ...ADA, [honeypot]: 'http://spam.example' })).status).toBe(200);
  expect((await space.call(bookings, 'list', {})).data).toEqual([]);
  await space.call(bookingPages, 'update', { id: page.id, status: 'paused' });
  expect((await guest.open(page.id)).body).toContain('does not take bookings right now');
  expect((await guest.send(page.id, { ...hiddenIn(opened), ...ADA })).status).toBe(409);
  await space.call(bookingPages, 'update', { id: page.id, status: 'draft' });
  expect((await guest.open(page.id)).status).toBe(404);
  expect((await guest.open('bkp_nothing')).status).toBe(404);
});

test('any other form data is answered with a page', async () => {
  const space = newSpace(services);
  const page = await space.page();
  for (const form of [
    {},
    { '-start': 'x' },
    { '-start': ['2026-05-05T09:00:00.000Z'], '-name': ['a', 'b'] },
    { __proto__: 'x', '-visit': 'x'.repeat(5_000) },
    { '-start': '9999-99-99T99:99:99.999Z' },
  ] as never[]) {
    const answer = await guest.send(page.id, form);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  }
  for (const token of ['x', '%00', '../..', 'A'.repeat(43), 'ä'.repeat(43)])
    for (const name of ['view', 'ask_cancel', 'ask_reschedule', 'ics', 'feed', 'calendar'] as const)
      expect((await guest.at(name, token)).status).toBe(404);
});

test('a visitor reads a page with very many times less often than another page', async () => {
  const { page } = newSpace(services);
  const many = await page({ availability: daily('00:00', '24:00'), duration_minutes: 5, max_advance_days: 60 });
  const few = await page();
  const statusesOf = async (id: string) => {
    const statuses: number[] = [];
    for (let at = 0; at < 60; at += 1) statuses.push((await guest.open(id)).status);
    return statuses;
  };
  expect(await statusesOf(few.id)).not.toContain(429);
  const statuses = await statusesOf(many.id);
  expect([statuses.slice(0, 20).includes(429), statuses.includes(429)]).toEqual([false, true]);
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import {
  bookingPages,
  bookings,
  formSubmissions,
  forms,
  GUEST_LINK_DAYS,
  MAX_UPCOMING_PER_GUEST,
  publicBooking,
  publicForms,
} from '@space/contracts/scheduling';
import { sql } from '@space/database';
import { callAs, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { deleteExpiredLinks } from '../src/bookings/guest-links.queries.ts';
import { daily, newSpace, startScheduling } from './fixtures/bookings.ts';
import { guestOf, hiddenIn, linksIn, tokenOf } from './fixtures/guest.ts';

const DAY_MS = 86_400_000;

let services: TestServices;
let guest: ReturnType<typeof guestOf>;
beforeAll(async () => {
  services = await startScheduling();
  guest = guestOf(services.ports);
});
afterAll(() => services.stop());

const ADA = { '-name': 'Ada Lovelace', '-email': 'ada@example.com' };
const NINE = '2026-05-05T09:00:00.000Z';

/** Returns the token of a link on the page of a booking. */
async function linkTo(what: 'reschedule' | 'cancel', location: string): Promise<string> {
  return tokenOf(linksIn(await guest.at('view', tokenOf(location)), `/book/${what}/`)[0]!);
}

describe.each([
  '9999-12-31T23:59Z',
  '0000-01-01T00:00Z',
  '1899-12-31T23:59Z',
  '2200-01-01T00:00:00.000Z',
  '1900-01-01T00:00Z',
  '2199-12-31T23:59Z',
])('a time in the year of %s', (start) => {
  test('cannot be booked', async () => {
    const page = await newSpace(services).page();
    const opened = await guest.open(page.id, { start: NINE });
    services.ports.clock.advance(5_000);
    expect((await guest.send(page.id, { ...hiddenIn(opened), ...ADA, '-start': start })).status).toBe(409);
    expect((await guest.open(page.id, { start })).status).toBe(409);
    expect((await guest.open(page.id, { date: start.slice(0, 10), month: start.slice(0, 7) })).status).toBe(200);
  });

  test('is rejected as the new time of a booking', async () => {
    const space = newSpace(services);
    const { guest_links } = await space.book((await space.page()).id, NINE);
    const answer = await guest.act('reschedule', tokenOf(guest_links.reschedule_url), { '-start': start });
    expect([answer.status, answer.body.includes('Choose another time')]).toEqual([409, true]);
  });
});

test('one opening of a page books once, with any other values, and also after the booking was moved', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const opened = await guest.open(page.id, { start: NINE });
  services.ports.clock.advance(5_000);
  const sent: Record<string, string> = { ...hiddenIn(opened), ...ADA };
  const first = await guest.send(page.id, sent);
  expect(first.status).toBe(303);
  const others = ['09:30', '10:00', '10:30'].map((time, at) => ({
    ...sent,
    '-email': `other${at}@example.com`,
    '-secret': 'A'.repeat(42) + at,
    '-start': `2026-05-05T${time}:00.000Z`,
    // The same token in other spellings.
    '-visit': `${sent['-visit']}${'=.~'.slice(0, at)}`,
  }));
  for (const other of others) expect((await guest.send(page.id, other)).headers.Location).toBe(first.headers.Location);
  const token = await linkTo('reschedule', first.headers.Location!);
  expect((await guest.act('reschedule', token, { '-start': '2026-05-06T09:00:00.000Z' })).status).toBe(303);
  expect((await guest.send(page.id, others[0]!)).status).toBe(303);
  expect((await space.call(bookings, 'list', {})).data).toMatchObject([{ starts_at: '2026-05-06T09:00:00.000Z' }]);
});

test('one email has a limited number of upcoming bookings on one page; a cancellation makes room', async () => {
  const space = newSpace(services);
  const page = await space.page({ availability: daily('00:00', '24:00') });
  const at = (half: number) => new Date(Date.parse('2026-05-05T00:00:00Z') + half * 1_800_000).toISOString();
  for (let half = 0; half < MAX_UPCOMING_PER_GUEST; half++) await space.book(page.id, at(half));
  const email = { '-name': 'Ada', '-email': 'ADA.Lovelace@example.com' };
  const refused = await guest.book(page.id, at(40), email);
  expect(refused.status).toBe(400);
  expect(refused.body).toContain('This has as many bookings to come here as one guest can have; cancel one of them first.');
  expect((await guest.book(page.id, at(40), { ...email, '-email': 'grace@example.com' })).status).toBe(303);
  const [one] = (await space.call(bookings, 'list', { upcoming_only: true })).data;
  await space.call(bookings, 'cancel', { id: one!.id });
  expect((await guest.book(page.id, at(41), email)).status).toBe(303);
});

test('a guest of a paused page cannot move a booking and can cancel it', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const { id, guest_links } = await space.book(page.id, NINE);
  await space.call(bookingPages, 'update', { id: page.id, status: 'paused' });
  const token = tokenOf(guest_links.reschedule_url);
  expect(await guest.at('ask_reschedule', token)).toMatchObject({ status: 200, body: expect.stringContaining('right now') });
  for (const start of ['2026-05-06T09:00:00.000Z', 'x'])
    expect((await guest.act('reschedule', token, { '-start': start })).status).toBe(409);
  expect(await space.call(bookings, 'get', { id })).toMatchObject({ starts_at: NINE });
  expect((await guest.act('cancel', tokenOf(guest_links.cancel_url))).status).toBe(200);
});

describe('a visitor', () => {
  const from = (visitor: string) => {
    const call = callAs(services.ports, { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } });
    return {
      view: (token: string) => call(publicBooking, 'view', { token, path: '/', query: {}, visitor }),
      open: (id: string) => call(publicBooking, 'open', { id, path: '/', query: {}, visitor }),
      cancel: (token: string) => call(publicBooking, 'cancel', { token, path: '/', query: {}, form: {}, visitor }),
    };
  };
  const statuses = async (times: number, act: (at: number) => Promise<{ status: number }>) => {
    const all: number[] = [];
    for (let at = 0; at < times; at++) all.push((await act(at)).status);
    return all;
  };

  test('who tries many links is rate limited, and other visitors are not', async () => {
    const [one, other] = [from('192.0.2.7'), from('192.0.2.8')];
    const tried = await statuses(130, (at) => one[at % 2 ? 'view' : 'cancel'](String(at).padStart(43, 'A')));
    expect([tried.at(0), tried.at(-1)]).toEqual([404, 429]);
    expect((await other.view('A'.repeat(43))).status).toBe(404);
  });

  test('who opens a page many times is rate limited', async () => {
    const page = await newSpace(services).page();
    const tried = await statuses(130, () => from('192.0.2.9').open(page.id));
    expect([tried.at(0), tried.at(-1)]).toEqual([200, 429]);
    expect((await from('192.0.2.10').open(page.id)).status).toBe(200);
  });

  test('who sends the page of one booking many times is rate limited', async () => {
    const space = newSpace(services);
    const { guest_links } = await space.book((await space.page()).id, NINE);
    const tried = await statuses(25, () => from('192.0.2.11').cancel(tokenOf(guest_links.cancel_url)));
    expect([tried.at(0), tried.at(-1)]).toEqual([200, 429]);
  });
});

describe('the opened month', () => {
  test('is the first with a free time, and the last bookable month has no next month', async () => {
    const space = newSpace(services);
    const page = await space.page({ max_advance_days: 365 });
    await space.busy('Away', '2026-05-01T00:00:00Z', '2026-12-10T00:00:00Z');
    const shown = await guest.open(page.id);
    expect(shown.body).toContain('<h2 id="month">December 2026</h2>');
    expect(shown.body).toContain('<h2 id="day">Thursday 10 December 2026</h2>');
    const empty = await guest.open(page.id, { month: '2026-06' });
    expect(empty.body).toContain('Nothing is free in June 2026.');
    expect(empty.body).toContain('The first free day is Thursday 10 December 2026.');
    const last = await guest.open(page.id, { month: '2027-05' });
    expect([last.body.includes('Previous month'), last.body.includes('Next month')]).toEqual([true, false]);
    expect((await guest.open(page.id, { month: '2027-04' })).body).toContain('Next month');
  });

  test('without a free time says so', async () => {
    const space = newSpace(services);
    const page = await space.page({ availability: { weekly: [] } });
    expect((await guest.open(page.id)).body).toContain('Nothing is free in May 2026.');
  });
});

describe('the links of a guest', () => {
  test('work until some weeks after the end of the booking, also after a move, and are then deleted', async () => {
    const { clock, database } = services.ports;
    const before = clock.now();
    const space = newSpace(services);
    const page = await space.page();
    const booking = await space.book(page.id, NINE);
    const stored = () =>
      database.oneFirst(sql.type(z.object({ count: z.number() }))`
        select count(*) as count from scheduling.guest_token where space_id = ${space.caller.space_id}`);
    const looks = async () => {
      const found = [
        await guest.at('view', tokenOf(booking.guest_links.view_url)),
        await guest.at('ics', tokenOf(booking.guest_links.ics_url)),
      ];
      return found.map(({ status }) => status);
    };
    await space.call(bookings, 'reschedule', { id: booking.id, new_date: '2026-05-20', new_start: '10:00' });
    const end = Date.parse('2026-05-20T10:30:00Z') + GUEST_LINK_DAYS * DAY_MS;
    clock.set(end - 1);
    await deleteExpiredLinks(database, clock.now(), 500);
    expect([await looks(), await stored()]).toEqual([[200, 200], 3]);
    clock.set(end);
    expect(await looks()).toEqual([404, 404]);
    await deleteExpiredLinks(database, clock.now(), 500);
    expect(await stored()).toBe(0);
    clock.set(before);
  });
});

test('a feed lists upcoming bookings first and cancelled ones for some days', async () => {
  const { clock, database } = services.ports;
  const before = clock.now();
  const space = newSpace(services);
  const page = await space.page({ availability: daily('00:00', '24:00'), max_advance_days: 300, calendar: 'busy' });
  const { url } = await space.call(bookingPages, 'create_feed', { id: page.id });
  // More past bookings than the feed shows, all of them before the upcoming one.
  await database.query(sql.typeAlias('void')`
    with times as (select n, '2026-04-01T00:00:00Z'::timestamptz + n * interval '15 minutes' as at from generate_series(1, 2100) as n),
    claims as (
      insert into scheduling.occurrence (space_id, id, calendar, booking_page_id, starts_at, ends_at, buffer_minutes, claimed_after, claimed_before, capacity, taken, is_forced)
      select ${space.caller.space_id}, 'old_' || n, 'busy', ${page.id}, at, at + interval '10 minutes', 0,
        tstzrange(at, at + interval '10 minutes'), tstzrange(at, at + interval '10 minutes'), 1, 1, false from times)
    insert into scheduling.booking (space_id, id, booking_page_id, occurrence_id, status, starts_at, ends_at, guest_name, guest_email, location_type, created_at, updated_at)
    select ${space.caller.space_id}, 'old_' || n, ${page.id}, 'old_' || n, 'confirmed', at, at + interval '10 minutes', 'Old', 'old@example.com', 'service_meet', at, at from times`);
  const coming = await space.book(page.id, '2026-08-05T09:00:00Z');
  const ids = async () =>
    [...(await guest.at('feed', tokenOf(url))).body.replaceAll('\r\n ', '').matchAll(/UID:(.*)@/g)].map(([, id]) => id!);
  const first = await ids();
  expect([first.length, first[0], first[1]]).toEqual([2_000, coming.id, 'old_2100']);
  await space.call(bookings, 'cancel', { id: coming.id });
  await database.query(sql.typeAlias('void')`
    update scheduling.booking set starts_at = starts_at - interval '1 year' where space_id = ${space.caller.space_id} and id like 'old_%'`);
  expect(await ids()).toEqual([coming.id]);
  clock.advance(15 * DAY_MS);
  expect(await ids()).toEqual([]);
  clock.set(before);
});

test('with double opt-in the events of a booking have no answers and no contact until they are confirmed', async () => {
  const space = newSpace(services);
  const form = await space.call(forms, 'create', {
    name: 'Intake',
    double_opt_in: true,
    fields: [
      { key: 'email', label: 'Email', type: 'email', required: true },
      { key: 'topic', label: 'Topic', type: 'short_text' },
    ],
  });
  const page = await space.page({ form_id: form.id });
  const booking = await space.book(page.id, NINE, 'Ada Lovelace', { answers: { topic: 'Engines' } });
  expect(booking.contact_id).toBeNull();
  const emitted = async (type: string) => (await space.events()).filter((event) => event.type === type).map(({ data }) => data);
  expect(JSON.stringify(await emitted('booking_created'))).not.toContain('Engines');
  expect(await emitted('booking_created')).toMatchObject([{ answers: {}, form_submission_id: booking.form_submission_id }]);
  await space.call(bookings, 'reschedule', { id: booking.id, new_date: '2026-05-05', new_start: '10:00' });
  expect(await emitted('booking_rescheduled')).toMatchObject([{ answers: {} }]);
  expect((await space.call(contacts, 'list', {})).data).toEqual([]);

  const [requested] = await emitted('form_confirmation_requested');
  const submission_id = String(requested!.submission_id);
  const link = new URL((await space.call(formSubmissions, 'create_link', { id: form.id, submission_id })).confirmation_url);
  const visitor = callAs(services.ports, { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } });
  const sent = { form_id: form.id, token: tokenOf(link.pathname), path: link.pathname, query: {}, form: {}, visitor: '192.0.2.1' };
  expect((await visitor(publicForms, 'confirm', sent)).status).toBe(200);
  const [contact] = (await space.call(contacts, 'list', {})).data;
  expect(await space.call(bookings, 'get', { id: booking.id })).toMatchObject({ contact_id: contact!.id });
  expect(await emitted('form_submission')).toMatchObject([{ submission_id: booking.form_submission_id, answers: { topic: 'Engines' } }]);
  await space.call(bookings, 'cancel', { id: booking.id });
  expect(await emitted('booking_cancelled')).toMatchObject([{ answers: { topic: 'Engines' }, contact_id: contact!.id }]);
});

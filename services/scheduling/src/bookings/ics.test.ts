import { expect, test } from '@jest/globals';
import type { Booking } from '@space/contracts/scheduling';
import { plainContext } from '@space/web';
import fc from 'fast-check';
import { bookingIcs, feedIcs } from './ics.ts';

const booking: Booking = {
  id: 'bok_1',
  created_at: '2026-05-01T00:00:00.000Z',
  updated_at: '2026-05-02T08:30:00.000Z',
  booking_page_id: 'bkp_1',
  booking_page: 'Intro call',
  status: 'confirmed',
  starts_at: '2026-05-04T09:00:00.000Z',
  ends_at: '2026-05-04T09:30:00.000Z',
  timezone: 'Europe/London',
  guest: { name: 'Ada', email: 'ada@example.com', phone: null, timezone: null },
  contact_id: null,
  form_submission_id: null,
  notes: null,
  location: { type: 'service_meet', value: null },
  calendar_event_id: null,
  is_forced: false,
  sequence: 0,
  cancelled_at: null,
  cancellation_reason: null,
};

const fileOf = (over: Partial<Booking>): string =>
  bookingIcs({ booking: { ...booking, ...over }, stamp: booking.updated_at, host: 'Ada & Co', shows_guest: true });

/** Returns the unfolded lines of a file. */
const linesOf = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n');

test('a booking is an event in UTC with a stable UID and a sequence that grows with each change', () => {
  expect(linesOf(fileOf({ sequence: 3 }))).toEqual(
    expect.arrayContaining([
      'UID:bok_1@space-api',
      'SEQUENCE:3',
      'DTSTAMP:20260502T083000Z',
      'DTSTART:20260504T090000Z',
      'DTEND:20260504T093000Z',
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
    ]),
  );
});

test('a cancelled booking is a METHOD:CANCEL with the same UID', () => {
  expect(linesOf(fileOf({ status: 'cancelled', sequence: 4 }))).toEqual(
    expect.arrayContaining(['METHOD:CANCEL', 'UID:bok_1@space-api', 'SEQUENCE:4', 'STATUS:CANCELLED', 'TRANSP:TRANSPARENT']),
  );
});

test('the file of a booking names its guest, a publication does not, every event has an organizer, and no file requests a reply', () => {
  const named = (file: string) => linesOf(file).flatMap((line) => /^(?:ATTENDEE|ORGANIZER)/.exec(line) ?? []);
  const feed = feedIcs('Intro call', [{ booking, stamp: booking.updated_at, host: null, shows_guest: true }]);
  expect([named(fileOf({})), named(feed)]).toEqual([['ORGANIZER', 'ATTENDEE'], ['ORGANIZER']]);
  expect([fileOf({}).includes('METHOD:'), feed.includes('METHOD:PUBLISH')]).toEqual([false, true]);
  expect(linesOf(fileOf({}))).toContain('ORGANIZER;CN="Ada & Co":mailto:noreply@space-api.invalid');
  expect(linesOf(feed)).toContain('ORGANIZER:mailto:noreply@space-api.invalid');
  expect(linesOf(fileOf({}))).toContain('ATTENDEE;CN="Ada";PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:ada@example.com');
  expect(named(fileOf({ status: 'cancelled' }))).toEqual(['ORGANIZER', 'ATTENDEE']);
  for (const file of [fileOf({}), feed, fileOf({ status: 'cancelled' })]) expect(file).not.toContain('METHOD:REQUEST');
});

test('the file of a guest has the address of the booking, and says that an online meeting has no link yet', () => {
  const url = 'https://pages.example.com/book/view/secret';
  const guest_page = { url, labels: plainContext('en').locale.labels };
  const guestFile = (over: Partial<Booking>) =>
    linesOf(bookingIcs({ booking: { ...booking, ...over }, stamp: booking.updated_at, host: null, guest_page, shows_guest: false }));
  expect(guestFile({ notes: 'I bring a friend.' })).toEqual(
    expect.arrayContaining([
      'SUMMARY:Intro call',
      `URL:${url}`,
      `DESCRIPTION:Online meeting. There is no link here yet: the host sends it to you.\\n\\nI bring a friend.\\n\\nSee\\, move or cancel this booking: ${url}`,
    ]),
  );
  const place = { type: 'custom_link' as const, value: 'https://meet.example.com/1' };
  expect(guestFile({ location: place })).toEqual(
    expect.arrayContaining(['LOCATION:https://meet.example.com/1', `DESCRIPTION:See\\, move or cancel this booking: ${url}`]),
  );
});

test('the largest feed takes little processor time, and truncates notes', () => {
  const notes = 'é;,'.repeat(1_300);
  const events = Array.from({ length: 2_000 }, (_, at) => ({
    booking: { ...booking, id: `bok_${at}`, notes },
    stamp: booking.updated_at,
    host: null,
    shows_guest: true,
  }));
  const before = process.cpuUsage();
  const feed = feedIcs('Intro call', events);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(3_000);
  expect(Buffer.byteLength(feed)).toBeLessThan(5 * 1_048_576);
  expect(linesOf(feed).find((line) => line.startsWith('DESCRIPTION'))).toMatch(/…$/);
});

test('a feed publishes its bookings and marks cancelled ones as cancelled', () => {
  const events = [booking, { ...booking, id: 'bok_2', status: 'cancelled' as const }].map((one) => ({
    booking: one,
    stamp: one.updated_at,
    host: null,
    shows_guest: true,
  }));
  const lines = linesOf(feedIcs('Intro, call', events));
  expect(lines.filter((line) => line.startsWith('STATUS') || line.startsWith('METHOD') || line.startsWith('NAME'))).toEqual([
    'METHOD:PUBLISH',
    'NAME:Intro\\, call',
    'STATUS:CONFIRMED',
    'STATUS:CANCELLED',
  ]);
});

test('no text breaks out of its line, and no line is longer than 75 bytes', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constant('x\r\nATTACH:http://evil.example\nBEGIN:VALARM'),
    fc.constant('ä'.repeat(100)),
  );
  const shapeOf = (status: Booking['status']) =>
    linesOf(fileOf({ status, notes: '', location: { type: 'in_person', value: '' } })).map((line) => line.split(/[:;]/)[0]);
  fc.assert(
    fc.property(text, text, text, (name, notes, place) => {
      const said = { notes, guest: { ...booking.guest, name }, location: { type: 'in_person' as const, value: place } };
      for (const status of ['confirmed', 'cancelled'] as const) {
        const file = fileOf({ ...said, status });
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(linesOf(file).map((line) => line.split(/[:;]/)[0])).toEqual(shapeOf(status));
      }
    }),
  );
});

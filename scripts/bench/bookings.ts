import type { BookingPage } from '@space/contracts/scheduling';
import { type Busy, findCandidates, openingHours, type SlotRules } from '@space/scheduling/slots';
import { minuteZone } from '@space/time';
import type { Figure } from './figure.ts';
import { load, median } from './load.ts';
import type { Subject } from './subject.ts';

const CLIENTS = 32;
const DAY = 1_440;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const everyDay = [...weekdays, 'saturday', 'sunday'] as const;

/** Measures computing slots, a preview over HTTP, and many concurrent bookings of the same times. */
export async function measureBookings(subject: Subject, seconds: number): Promise<Figure[]> {
  const { client, api_key, profile } = subject;
  const headers = { authorization: `Bearer ${api_key}` };
  const url = profile.connection.base_url;
  const page = await client.booking_pages.create({ name: 'Intro call', timezone: 'Europe/Berlin', min_notice_hours: 0 });
  await fillCalendar(subject);
  const preview = await load({ url: `${url}/booking-pages/${page.id}/preview`, headers }, seconds, 1);
  const wanted = await racePage(subject);
  const race = await load({ url: `${url}/bookings`, headers, body: () => wanted.order() }, seconds, CLIENTS);
  return [
    { name: '14 days, 40 busy events, half-hour grid', unit: 'ms CPU', goal: 1, value: slotsCpu(14, 40), bound: 'most' },
    { name: '365 days, 3,000 busy events', unit: 'ms CPU', goal: 15, value: slotsCpu(365, 3_000), bound: 'most' },
    { name: 'preview of 14 days, 1 client, p97.5', unit: 'ms', goal: 15, value: preview.p97_5_ms, bound: 'most' },
    { name: `booking overlapping times, ${CLIENTS} clients`, unit: 'attempts/s', goal: 1_200, value: race.per_second, bound: 'least' },
    { name: 'overlaps that were left', unit: 'overlaps', goal: 0, value: await overlaps(subject, wanted.page), bound: 'most' },
  ];
}

/** Returns the CPU milliseconds of computing the slots of some days with busy events: the median after warm-up. */
function slotsCpu(days: number, count: number): number {
  const from = Date.UTC(2026, 1, 1) / 60_000;
  const to = from + days * DAY;
  const rules: SlotRules = {
    page_id: 'bkp_1',
    zone: minuteZone('Europe/Berlin'),
    hours: openingHours({ weekly: [{ days: [...weekdays], start: '09:00', end: '17:00' }], overrides: [] }),
    duration: 30,
    interval: 30,
    buffer: 10,
    notice: 0,
    advance: 730,
    capacity: 1,
  };
  const events = Array.from({ length: count }, (_, at) => {
    const start = from + Math.floor((at * (to - from)) / count);
    return { start, end: start + 45, title: 'Busy' };
  });
  const busy: Busy = { claims: [], events };
  const runs = Array.from({ length: 15 }, () => {
    const began = process.cpuUsage();
    for (let run = 0; run < 20; run++) findCandidates(rules, busy, { from, to, now: from });
    return process.cpuUsage(began).user / 1_000 / 20;
  });
  return median(runs.slice(5));
}

/** Creates forty busy events in the next fourteen days. */
async function fillCalendar({ client }: Subject): Promise<void> {
  for (let at = 0; at < 40; at++) {
    const start = Date.now() + at * 8 * 3_600_000;
    await client.calendar.create({
      title: `Busy ${at}`,
      starts_at: new Date(start).toISOString(),
      ends_at: new Date(start + 45 * 60_000).toISOString(),
    });
  }
}

/** Creates a page with overlapping slots and returns bookings of successive slots. */
async function racePage({ client }: Subject): Promise<{ readonly page: BookingPage; order(): string }> {
  const page = await client.booking_pages.create({
    name: 'Race',
    calendar: 'race',
    duration_minutes: 60,
    slot_interval_minutes: 15,
    min_notice_hours: 0,
    availability: { weekly: [{ days: [...everyDay], start: '00:00', end: '24:00' }] },
  });
  const { slots } = await client.booking_pages.preview({ id: page.id, days: 7 });
  let made = 0;
  return {
    page,
    order: () => {
      made += 1;
      const { starts_at } = slots[(made * 7) % slots.length]!;
      return JSON.stringify({ booking_page_id: page.id, starts_at, guest: { name: 'Ada Lovelace', email: 'ada@example.com' } });
    },
  };
}

/** Returns the number of confirmed bookings of a page that overlap the previous one. */
async function overlaps({ client }: Subject, page: BookingPage): Promise<number> {
  let end = '';
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const found = await client.bookings.list({
      booking_page_id: page.id,
      status: 'confirmed',
      upcoming_only: true,
      limit: 200,
      ...(cursor ? { cursor } : {}),
    });
    for (const { starts_at, ends_at } of found.data) {
      if (starts_at < end) count++;
      end = ends_at;
    }
    if (!found.next_cursor) return count;
    cursor = found.next_cursor;
  }
}

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bookingPages, bookings } from '@space/contracts/scheduling';
import { sql } from '@space/database';
import { randomRuns, type TestServices } from '@space/runtime/testing';
import fc from 'fast-check';
import { z } from 'zod';
import { daily, guest, newSpace, startScheduling } from './fixtures/bookings.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startScheduling();
});
afterAll(() => services.stop());

const CLIENTS = 32;

interface Refused {
  readonly code: string;
  readonly status: number;
  readonly extras: { readonly nearest_slots: { readonly starts_at: string }[] };
}

/** Counts the successes of concurrent calls and returns the errors of the others. */
function outcomes(results: readonly { readonly status: string; readonly reason?: unknown }[]) {
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refused] : []));
  return { won: results.length - refused.length, refused };
}

/** Counts pairs of claims of one calendar that are closer to each other than the longer of their buffers. */
const overlaps = (space: string) =>
  services.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from scheduling.occurrence as a join scheduling.occurrence as b
      on b.space_id = a.space_id and b.calendar = a.calendar and b.id > a.id and not a.is_forced and not b.is_forced
      and tstzrange(a.starts_at, a.ends_at + greatest(a.buffer_minutes, b.buffer_minutes) * interval '1 minute')
        && tstzrange(b.starts_at, b.ends_at + greatest(a.buffer_minutes, b.buffer_minutes) * interval '1 minute')
    where a.space_id = ${space}`);

/** Counts claims with more guests than seats, or with another number of guests than confirmed bookings. */
const miscounted = (space: string) =>
  services.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from scheduling.occurrence as o
    where o.space_id = ${space} and (o.taken > o.capacity or o.taken <> (
      select count(*) from scheduling.booking as b where b.space_id = o.space_id and b.occurrence_id = o.id and b.status = 'confirmed'))`);

test(`one of ${CLIENTS} clients gets a slot that all of them book, and the others get the three nearest free slots`, async () => {
  const space = newSpace(services);
  const page = await space.page();
  const { won, refused } = outcomes(
    await Promise.allSettled(Array.from({ length: CLIENTS }, (_, at) => space.book(page.id, '2026-05-05T12:00:00Z', `Guest ${at % 4}`))),
  );
  expect(won).toBe(1);
  expect(new Set(refused.map(({ code, status }) => `${code} ${status}`))).toEqual(new Set(['slot_taken 409']));
  for (const { extras } of refused)
    expect(extras.nearest_slots.map(({ starts_at }) => starts_at.slice(11, 16))).toEqual(['11:00', '11:30', '12:30']);
  expect((await space.call(bookings, 'list', {})).data).toHaveLength(1);
});

test(`${CLIENTS} clients who book overlapping slots on two pages of one calendar get as many as fit`, async () => {
  const space = newSpace(services);
  const hours = { availability: daily('09:00', '11:00'), duration_minutes: 60, slot_interval_minutes: 15 };
  const pages = [await space.page({ ...hours, buffer_minutes: 0 }), await space.page({ ...hours, buffer_minutes: 30 })];
  const starts = ['09:00', '09:15', '09:30', '09:45', '10:00'];
  const results = await Promise.allSettled(
    Array.from({ length: CLIENTS }, (_, at) =>
      space.book(pages[at % 2]!.id, `2026-05-05T${starts[at % starts.length]}:00Z`, `Guest ${at % 4}`),
    ),
  );
  const { won, refused } = outcomes(results);
  expect(won).toBeGreaterThanOrEqual(1);
  expect(won).toBeLessThanOrEqual(2);
  expect(new Set(refused.map(({ code, status }) => `${code} ${status}`))).toEqual(new Set(['slot_taken 409']));
  for (const { extras } of refused) expect(extras.nearest_slots).toHaveLength(3);
  expect(await overlaps(space.caller.space_id)).toBe(0);
  // No client was refused a slot that is still free.
  for (const { id } of pages) expect(await space.offers(id, '2026-05-05')).toEqual([]);
});

test(`four of ${CLIENTS} clients get the four adjacent slots that they book on two pages of one calendar`, async () => {
  const space = newSpace(services);
  const hours = { availability: daily('09:00', '13:00'), duration_minutes: 60 };
  const pages = [await space.page(hours), await space.page(hours)];
  const { won, refused } = outcomes(
    await Promise.allSettled(
      Array.from({ length: CLIENTS }, (_, at) =>
        space.book(pages[(at >> 2) % 2]!.id, `2026-05-05T${['09', '10', '11', '12'][at % 4]}:00:00Z`, `Guest ${at % 4}`),
      ),
    ),
  );
  expect(won).toBe(4);
  expect(new Set(refused.map(({ code, status }) => `${code} ${status}`))).toEqual(new Set(['slot_taken 409']));
  for (const { extras } of refused) expect(extras.nearest_slots).toHaveLength(3);
  expect(await overlaps(space.caller.space_id)).toBe(0);
});

test(`as many of ${CLIENTS} clients as there are seats get the last seats of a group`, async () => {
  const space = newSpace(services);
  const page = await space.page({ booking_type: 'group', capacity: 5 });
  await space.book(page.id, '2026-05-05T12:00:00Z', 'Someone');
  const { won, refused } = outcomes(
    await Promise.allSettled(Array.from({ length: CLIENTS }, (_, at) => space.book(page.id, '2026-05-05T12:00:00Z', `Guest ${at % 4}`))),
  );
  expect(won).toBe(4);
  expect(new Set(refused.map(({ code, status }) => `${code} ${status}`))).toEqual(new Set(['slot_taken 409']));
  for (const { extras } of refused)
    expect(extras.nearest_slots.map(({ starts_at }) => starts_at.slice(11, 16))).toEqual(['11:00', '11:30', '12:30']);
  const { data } = await space.call(bookings, 'list', { status: 'confirmed' });
  expect([data.length, new Set(data.map(({ calendar_event_id }) => calendar_event_id)).size]).toEqual([5, 1]);
});

test('concurrent exchanges of two bookings leave each with one of the times', async () => {
  const space = newSpace(services);
  const page = await space.page();
  const [a, b] = [await space.book(page.id, '2026-05-05T09:00:00Z', 'Ada'), await space.book(page.id, '2026-05-05T10:00:00Z', 'Grace')];
  const move = (id: string, new_start: string) => space.call(bookings, 'reschedule', { id, new_date: '2026-05-05', new_start });
  const { refused } = outcomes(
    await Promise.allSettled([move(a.id, '10:00'), move(b.id, '09:00'), move(a.id, '11:00'), move(b.id, '11:00')]),
  );
  for (const { status } of refused) expect(status).toBe(409);
  expect(await overlaps(space.caller.space_id)).toBe(0);
  expect((await space.call(bookings, 'list', { status: 'confirmed' })).data).toHaveLength(2);
});

test('concurrent cancellations and bookings of a group leave as many seats taken as there are bookings', async () => {
  const space = newSpace(services);
  const page = await space.page({ booking_type: 'group', capacity: 3 });
  const first = await Promise.all(['A', 'B', 'C'].map((name) => space.book(page.id, '2026-05-05T12:00:00Z', `Guest ${name}`)));
  const results = await Promise.allSettled([
    ...first.map(({ id }) => space.call(bookings, 'cancel', { id })),
    ...Array.from({ length: 12 }, (_, at) => space.book(page.id, '2026-05-05T12:00:00Z', `Later ${at}`)),
  ]);
  for (const { status } of outcomes(results).refused) expect(status).toBe(409);
  const confirmed = (await space.call(bookings, 'list', { status: 'confirmed' })).data.length;
  const { slots } = await space.call(bookingPages, 'preview', { id: page.id, date: '2026-05-05' });
  expect(slots.find(({ start }) => start === '12:00')?.seats_left ?? 0).toBe(3 - confirmed);
});

test('every slot that a preview offers can be booked, with any settings, and no two claims overlap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        timezone: fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'),
        duration_minutes: fc.integer({ min: 20, max: 200 }),
        slot_interval_minutes: fc.integer({ min: 20, max: 120 }),
        buffer_minutes: fc.integer({ min: 0, max: 60 }),
        min_notice_hours: fc.integer({ min: 0, max: 5 }),
        window: fc.constantFrom(['09:00', '17:00'], ['22:00', '02:00'], ['00:00', '24:00']),
        capacity: fc.integer({ min: 1, max: 2 }),
        busy: fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 3 }),
      }),
      fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 4 }),
      async ({ window: [start, end], capacity, busy, ...said }, picks) => {
        const space = newSpace(services);
        const page = await space.page({
          ...said,
          capacity,
          booking_type: capacity > 1 ? 'group' : 'one_on_one',
          availability: daily(start!, end!),
        });
        for (const minute of busy) {
          const from = services.ports.clock.now() + minute * 60_000;
          await space.busy('Busy', new Date(from).toISOString(), new Date(from + 2_700_000).toISOString());
        }
        for (const pick of picks) {
          const { slots } = await space.call(bookingPages, 'preview', { id: page.id, days: 3 });
          const slot = slots[pick % Math.max(1, slots.length)];
          if (!slot) continue;
          const booked = await space.call(bookings, 'create', {
            booking_page_id: page.id,
            starts_at: slot.starts_at,
            guest: guest(`Guest ${pick}`),
          });
          expect(booked).toMatchObject({ starts_at: slot.starts_at, ends_at: slot.ends_at });
        }
        expect(await overlaps(space.caller.space_id)).toBe(0);
        expect(await miscounted(space.caller.space_id)).toBe(0);
      },
    ),
    { numRuns: randomRuns(40) },
  );
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bookingPages } from '@space/contracts/scheduling';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { daily, newSpace, type PageInput, rejection, startScheduling } from './fixtures/bookings.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startScheduling();
});
afterAll(() => services.stop());

/** Returns the page of a Space after the columns were stored as an older version could store them. */
async function stored(settings: { readonly notice?: number; readonly days?: number; readonly duration?: number }) {
  const space = newSpace(services);
  const { id } = await space.page();
  await services.ports.database.query(sql.typeAlias('void')`
    update scheduling.booking_page
    set min_notice_hours = ${settings.notice ?? 0}, max_advance_days = ${settings.days ?? 60}, duration_minutes = ${settings.duration ?? 30}
    where space_id = ${space.caller.space_id} and id = ${id}`);
  return { ...space, id, update: (fields: object) => space.call(bookingPages, 'update', { id, ...fields }) };
}

const refused = (path: string, message: string) => ({
  status: 400,
  code: 'invalid',
  extras: { errors: [{ path, code: 'never_bookable', message }] },
});

const windows = (...times: readonly [start: string, end: string][]): PageInput['availability'] => ({
  weekly: times.flatMap(([start, end]) => daily(start, end).weekly),
});

test.each<[string, PageInput, string, string]>([
  [
    'a notice that ends after its last day',
    { min_notice_hours: 2_000, max_advance_days: 1 },
    'min_notice_hours',
    'is 2000, so that no time within max_advance_days (1) can be booked; lower it below 48, or raise max_advance_days',
  ],
  [
    'a duration above its only window',
    { duration_minutes: 600 },
    'duration_minutes',
    'is 600, but availability is open for at most 480 minutes at a time; lower it, or add longer hours',
  ],
  [
    'a duration above its joined windows',
    { duration_minutes: 600, availability: windows(['09:00', '12:00'], ['12:00', '18:00']) },
    'duration_minutes',
    'is 600, but availability is open for at most 540 minutes at a time; lower it, or add longer hours',
  ],
  [
    'a duration above its windows around midnight and that of an override',
    {
      duration_minutes: 300,
      availability: {
        ...windows(['23:00', '01:00'], ['01:00', '02:00'])!,
        overrides: [{ date: '2026-05-05', windows: [{ start: '12:00', end: '16:00' }] }],
      },
    },
    'duration_minutes',
    'is 300, but availability is open for at most 240 minutes at a time; lower it, or add longer hours',
  ],
])('a page with %s is refused with the way out', async (_what, settings, path, message) => {
  expect(await rejection(newSpace(services).page(settings))).toMatchObject(refused(path, message));
});

test.each<[string, PageInput]>([
  ['a notice that ends on its last day', { min_notice_hours: 47, max_advance_days: 1 }],
  ['a duration of its joined windows', { duration_minutes: 540, availability: windows(['09:00', '12:00'], ['12:00', '18:00']) }],
  [
    'a duration of its joined windows over midnight',
    { duration_minutes: 180, availability: windows(['23:00', '24:00'], ['00:00', '02:00']) },
  ],
  ['a duration above a day without a gap', { duration_minutes: 1_440, availability: windows(['00:00', '12:00'], ['12:00', '24:00']) }],
  [
    'a duration that only the night of a clock change has',
    { duration_minutes: 300, timezone: 'Europe/Berlin', availability: windows(['00:00', '04:00']) },
  ],
  [
    'a duration that may fit hours on a later date',
    {
      duration_minutes: 600,
      availability: {
        ...daily('09:00', '17:00'),
        overrides: [
          { date: '2028-05-05', windows: [{ start: '16:00', end: '24:00' }] },
          { date: '2028-05-06', windows: [{ start: '00:00', end: '04:00' }] },
        ],
      },
    },
  ],
  ['no hours', { availability: { weekly: [] } }],
])('a page with %s is accepted', async (_what, settings) => {
  expect(await newSpace(services).page(settings)).toMatchObject({ status: 'active' });
});

test.each<[string, object, string, string]>([
  [
    'only the notice',
    { min_notice_hours: 2_000 },
    'min_notice_hours',
    'is 2000, so that no time within max_advance_days (60) can be booked; lower it below 1464, or raise max_advance_days',
  ],
  [
    'only the last day',
    { max_advance_days: 4 },
    'max_advance_days',
    'is 4, so that no time after min_notice_hours (120) can be booked; raise it to at least 5, or lower min_notice_hours',
  ],
  [
    'only the hours',
    { availability: daily('09:00', '09:20') },
    'availability',
    'is open for at most 20 minutes at a time, but duration_minutes is 30; add longer hours, or lower duration_minutes',
  ],
])('a change of %s, with which no time can be booked, is refused', async (_what, change, path, message) => {
  const page = await stored({ notice: 120 });
  expect(await rejection(page.update(change))).toMatchObject(refused(path, message));
  expect(await page.update({ max_advance_days: 5 })).toMatchObject({ max_advance_days: 5 });
});

test('a stored page with which no time can be booked takes other changes, and its preview names the reason', async () => {
  const page = await stored({ notice: 48, days: 1, duration: 600 });
  expect(await page.update({ name: 'Intro', min_notice_hours: 48, duration_minutes: 600 })).toMatchObject({ name: 'Intro' });
  const { readiness } = await page.call(bookingPages, 'preview', { id: page.id });
  expect(readiness).toMatchObject({
    verdict: 'not_ready',
    blocking: [{ code: 'notice_beyond_advance', message: expect.stringContaining('The notice of 48 hours is longer than the days') }],
  });
  expect(await rejection(page.update({ min_notice_hours: 50 }))).toMatchObject({ code: 'invalid' });
  expect(await page.update({ min_notice_hours: 2, duration_minutes: 60 })).toMatchObject({ min_notice_hours: 2 });
});

test('a page whose notice ends on its last day is ready', async () => {
  const { page, call } = newSpace(services);
  const { id } = await page({ min_notice_hours: 24, max_advance_days: 1 });
  expect((await call(bookingPages, 'preview', { id })).readiness).toMatchObject({
    blocking: [],
    next_available_at: '2026-05-05T09:00:00.000Z',
  });
});

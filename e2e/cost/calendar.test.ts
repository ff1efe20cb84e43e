import { expect, test } from '@jest/globals';
import { MAX_ADVANCE_DAYS, MAX_EXCLUDED_DATES, MAX_RECURRING_EVENTS } from '@space/contracts/scheduling';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { type Arguments, operations } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { sendJson } from './send.ts';
import { requestOf } from './worst-calls.ts';

const operationOf = (id: string) => operations.find((entry) => entry.id === id)!;

/** Requests that are sent at the same time while the calendar is filled. */
const CONCURRENT = 10;

test('a calendar with every recurring event that it may have is cheap to list and to book', async () => {
  const space = await newSpace();
  const excluded_dates = Array.from({ length: MAX_EXCLUDED_DATES }, (_, n) =>
    new Date(Date.UTC(2027, 0, 1 + 2 * n)).toISOString().slice(0, 10),
  );
  const event = (n: number) => ({
    title: `Event ${n}`,
    starts_at: '2026-01-01T07:00:00+01:00',
    ends_at: '2026-01-01T07:01:00+01:00',
    timezone: 'Europe/Berlin',
    rrule: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12',
    excluded_dates,
    calendar: n % 2 === 0 ? 'default' : 'other',
  });
  for (let n = 0; n < MAX_RECURRING_EVENTS; n += CONCURRENT) {
    const made = await Promise.all(
      Array.from({ length: CONCURRENT }, (_, at) => sendJson('POST', '/calendar', space.api_key, event(n + at))),
    );
    expect(made.map(({ status }) => status)).toEqual(Array(CONCURRENT).fill(201));
  }
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const weekly = [{ days, start: '00:00', end: '24:00' }];
  const page = await sendJson('POST', '/booking-pages', space.api_key, {
    name: 'Call',
    timezone: 'America/New_York',
    availability: { weekly },
    duration_minutes: 60,
    max_advance_days: MAX_ADVANCE_DAYS,
  });
  expect(page).toMatchObject({ status: 201 });
  const { id } = JSON.parse(page.text) as { id: string };
  const calls: readonly (readonly [operation: string, args: Arguments])[] = [
    ['calendar.list', { start_date: '2027-01-01', end_date: '2027-12-31', limit: 200 }],
    ['calendar.list', { start_date: '2027-01-01', end_date: '2027-12-31', limit: 1, search: 'Event' }],
    ['booking_pages.preview', { id, days: 92 }],
    ['bookings.create', { booking_page_id: id, starts_at: '2027-02-01T10:00:00Z', guest: { name: 'Ada', email: 'ada@example.com' } }],
  ];
  for (const [operation, args] of calls)
    expect((await expectWithinBudget(operation, requestOf(operationOf(operation), space, args))).status).toBeLessThan(500);
  expect((await expectWithinBudget('page', { method: 'GET', url: `${profile.public_url}/book/${id}` })).status).toBeLessThan(500);
});

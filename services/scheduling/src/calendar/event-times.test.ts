import { describe, expect, test } from '@jest/globals';
import type { CalendarEventRow, CalendarEventValues } from './calendar.queries.ts';
import { toEventValues } from './event-response.ts';
import { resolveEventTimes } from './event-times.ts';

/** Returns the values of an event. */
const given = (starts_at: string, ends_at: string | undefined, timezone: string, more: Partial<CalendarEventValues> = {}) => ({
  calendar: 'default',
  title: 'Offsite',
  description: null,
  category: 'event' as const,
  location: null,
  starts_at,
  ends_at,
  all_day: true,
  timezone,
  is_busy: true,
  status: 'confirmed' as const,
  rrule: null,
  excluded_dates: [],
  booking_page_id: null,
  ...more,
});

/** Returns the row of an event. */
const stored = (values: CalendarEventValues): CalendarEventRow => ({
  ...values,
  space_id: 'space',
  id: 'cal_1',
  task_id: null,
  starts_at: Date.parse(values.starts_at),
  ends_at: Date.parse(values.ends_at),
  repeats_until: values.repeats_until === null ? null : Date.parse(values.repeats_until),
  version: 1,
  created_at: 0,
  updated_at: 0,
});

const span = ({ starts_at, ends_at }: CalendarEventValues) => `${starts_at.slice(0, 16)}/${ends_at.slice(0, 16)}`;

/** Returns the span of an all-day event from `first` on after a change. */
function changed(timezone: string, first: string, last: string | undefined, change: Partial<CalendarEventValues>): string {
  const before = stored(resolveEventTimes(given(first, last, timezone)));
  return span(resolveEventTimes({ ...toEventValues(before), ends_at: undefined, ...change }, before));
}

describe('an all-day event', () => {
  test.each<[what: string, zone: string, first: string, last: string | undefined, change: Partial<CalendarEventValues>, becomes: string]>([
    [
      'moved to a time of day',
      'UTC',
      '2026-05-05T00:00Z',
      undefined,
      { starts_at: '2026-05-07T10:00Z' },
      '2026-05-07T00:00/2026-05-08T00:00',
    ],
    [
      'moved, of three days',
      'UTC',
      '2026-05-05T09:00Z',
      '2026-05-07T10:00Z',
      { starts_at: '2026-05-11T23:59Z' },
      '2026-05-11T00:00/2026-05-14T00:00',
    ],
    [
      'moved from a day of 25 hours',
      'America/New_York',
      '2026-11-01T12:00Z',
      undefined,
      { starts_at: '2026-11-04T12:00Z' },
      '2026-11-04T05:00/2026-11-05T05:00',
    ],
    [
      'moved to a day of 25 hours',
      'America/New_York',
      '2026-10-28T12:00Z',
      undefined,
      { starts_at: '2026-11-01T12:00Z' },
      '2026-11-01T04:00/2026-11-02T05:00',
    ],
    [
      'moved from a day of 23 hours',
      'America/New_York',
      '2026-03-08T12:00Z',
      undefined,
      { starts_at: '2026-03-10T23:00Z' },
      '2026-03-10T04:00/2026-03-11T04:00',
    ],
    [
      'put into a zone to the west',
      'Europe/Berlin',
      '2026-05-05T10:00Z',
      undefined,
      { timezone: 'America/New_York' },
      '2026-05-05T04:00/2026-05-06T04:00',
    ],
    [
      'put into a zone to the east',
      'America/New_York',
      '2026-05-05T10:00Z',
      undefined,
      { timezone: 'Pacific/Auckland' },
      '2026-05-04T12:00/2026-05-05T12:00',
    ],
    [
      'moved and put into another zone',
      'Europe/Berlin',
      '2026-05-05T10:00Z',
      '2026-05-06T10:00Z',
      { timezone: 'UTC', starts_at: '2026-05-09T10:00Z' },
      '2026-05-09T00:00/2026-05-11T00:00',
    ],
    [
      'given another end',
      'UTC',
      '2026-05-05T00:00Z',
      undefined,
      { ends_at: '2026-05-07T00:00:00.000Z' },
      '2026-05-05T00:00/2026-05-07T00:00',
    ],
    [
      'sent back whole, with another zone',
      'Europe/Berlin',
      '2026-05-05T10:00Z',
      undefined,
      { starts_at: '2026-05-04T22:00:00.000Z', ends_at: '2026-05-05T22:00:00.000Z', timezone: 'UTC' },
      '2026-05-05T00:00/2026-05-06T00:00',
    ],
    ['given another title', 'America/New_York', '2026-11-01T12:00Z', undefined, { title: 'Retreat' }, '2026-11-01T04:00/2026-11-02T05:00'],
  ])('%s keeps its number of days', (_what, zone, first, last, change, becomes) => {
    expect(changed(zone, first, last, change)).toBe(becomes);
  });

  test('that was an event with times lasts the days that it met', () => {
    const before = stored(resolveEventTimes(given('2026-05-05T22:00:00Z', '2026-05-06T02:00:00Z', 'UTC', { all_day: false })));
    expect(span(resolveEventTimes({ ...toEventValues(before), ends_at: undefined, all_day: true }, before))).toBe(
      '2026-05-05T00:00/2026-05-07T00:00',
    );
  });

  test('that was an event with times and gets another first day lasts one day', () => {
    const before = stored(resolveEventTimes(given('2026-05-05T22:00:00Z', '2026-05-06T02:00:00Z', 'UTC', { all_day: false })));
    const moved = { ...toEventValues(before), ends_at: undefined, all_day: true, starts_at: '2026-05-11T00:00:00.000Z' };
    expect(span(resolveEventTimes(moved, before))).toBe('2026-05-11T00:00/2026-05-12T00:00');
  });

  test.each([
    ['2026-05-05T10:00Z', '2026-05-04T10:00Z'],
    ['2026-05-05T10:00Z', '2026-05-05T08:00Z'],
  ])('from %s to %s is rejected', (starts, ends) => {
    expect(() => resolveEventTimes(given(starts, ends, 'UTC'))).toThrow('ends_at: must not be before starts_at');
  });
});

test('a rule that ends after the year 9998 repeats until the last storable time', () => {
  for (const until of ['22000101', '99991231', '99991231T235959Z'])
    expect(
      resolveEventTimes(given('2026-05-05T10:00:00Z', undefined, 'UTC', { rrule: `FREQ=DAILY;UNTIL=${until}` })).repeats_until,
    ).toMatch(/^(?:2200|9999)-/);
});

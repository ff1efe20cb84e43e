import { expect, test } from '@jest/globals';
import type { Entry } from './entry.ts';
import { changedFields, createFields, newValues, timeFault, valuesOf } from './event-values.ts';

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const second = { kind: 'times', start: at('2026-10-25T01:00Z'), end: at('2026-10-25T02:00Z') } as const;

test('a new event at the second of two equal clock times keeps its instant until the clock time changes', () => {
  const values = { ...newValues(second, zone), title: 'Night' };
  expect([values.start_time, values.end_time]).toEqual(['02:00', '03:00']);
  expect(createFields(values)).toMatchObject({
    starts_at: '2026-10-25T01:00:00.000Z',
    ends_at: '2026-10-25T02:00:00.000Z',
    timezone: zone,
  });
  expect(createFields({ ...values, start_time: '01:00' })).toMatchObject({ starts_at: '2026-10-25T01:00[Europe/Berlin]' });
  expect(createFields({ ...values, timezone: 'Nowhere' })).toMatchObject({ starts_at: '2026-10-25T02:00[Nowhere]' });
});

const event: Entry = {
  id: 'cal_1',
  created_at: '2026-10-01T00:00:00.000Z',
  updated_at: '2026-10-01T00:00:00.000Z',
  title: 'Fair',
  description: null,
  category: 'event',
  location: null,
  starts_at: '2026-11-30T23:00:00.000Z',
  ends_at: '2026-12-02T23:00:00.000Z',
  start_date: '2026-12-01',
  end_date: '2026-12-02',
  all_day: true,
  timezone: zone,
  is_busy: true,
  rrule: null,
  excluded_dates: [],
  calendar: 'default',
  status: 'confirmed',
  booking_page_id: null,
  task_id: null,
  series_starts_at: null,
};

test('only the fields that change are sent, each with its value before', () => {
  expect(changedFields(valuesOf(event), event)).toBeUndefined();
  expect(changedFields({ ...valuesOf(event), title: 'Trade fair', location: 'Hall 3' }, event)).toEqual({
    fields: { title: 'Trade fair', location: 'Hall 3' },
    before: { title: 'Fair', location: null },
  });
});

test('an event of whole days that gets times is sent with both, and goes back to its days', () => {
  expect(changedFields({ ...valuesOf(event), all_day: false, end_date: '2026-12-01' }, event)).toEqual({
    fields: { all_day: false, starts_at: '2026-12-01T09:00[Europe/Berlin]', ends_at: '2026-12-01T10:00[Europe/Berlin]', timezone: zone },
    before: { all_day: true, start_date: '2026-12-01', end_date: '2026-12-02', timezone: zone },
  });
});

test('an end before the start and an unknown zone are named before anything is sent', () => {
  const values = newValues(second, zone);
  expect(timeFault(values)).toEqual({});
  expect(timeFault({ ...values, end_date: '2026-10-24' })).toHaveProperty('end');
  expect(timeFault({ ...values, timezone: 'Mars' })).toHaveProperty('timezone');
});

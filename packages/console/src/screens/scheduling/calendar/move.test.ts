import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../../../dates/days.ts';
import { clockAt, dayAt } from '../times/days.ts';
import { daysOf, type Entry, isMovable, resizeSpan, type Span, shiftSpan, spanOf } from './entry.ts';
import { lanesOf } from './lanes.ts';
import { copyOf, moveOnce, moveSeries, ruleText, shiftRule, skipOccurrence } from './move.ts';

const event: Entry = {
  id: 'cal_1',
  created_at: '2026-10-01T00:00:00.000Z',
  updated_at: '2026-10-01T00:00:00.000Z',
  title: 'Weekly review',
  description: null,
  category: 'meeting',
  location: null,
  starts_at: '2026-10-05T07:00:00.000Z',
  ends_at: '2026-10-05T08:00:00.000Z',
  start_date: null,
  end_date: null,
  all_day: false,
  timezone: 'Europe/Berlin',
  is_busy: true,
  rrule: 'FREQ=WEEKLY;BYDAY=MO',
  excluded_dates: ['2026-10-12'],
  calendar: 'default',
  status: 'confirmed',
  booking_page_id: null,
  task_id: null,
  series_starts_at: '2026-10-05T07:00:00.000Z',
};
const occurrence: Entry = { ...event, starts_at: '2026-11-02T08:00:00.000Z', ends_at: '2026-11-02T09:00:00.000Z' };
const times = (start: string, end: string): Span => ({ kind: 'times', start: Date.parse(start), end: Date.parse(end) });

describe('a time that is moved', () => {
  test('keeps its clock and its length over the change of the clocks', () => {
    const span = times('2026-10-24T07:00Z', '2026-10-24T08:30Z');
    expect(shiftSpan(span, { days: 1 }, 'Europe/Berlin')).toEqual(times('2026-10-25T08:00Z', '2026-10-25T09:30Z'));
    expect(shiftSpan(span, { days: 1 }, 'UTC')).toEqual(times('2026-10-25T07:00Z', '2026-10-25T08:30Z'));
  });

  test('by days and back is the same, unless the clocks skip it', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'UTC'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 200_000 }),
        fc.integer({ min: -400, max: 400 }),
        (zone, quarter, days) => {
          const start = Date.parse('2024-01-01T00:00Z') + quarter * 900_000;
          const moved = shiftSpan({ kind: 'times', start, end: start + 3_600_000 }, { days }, zone) as Extract<Span, { kind: 'times' }>;
          expect(moved.end - moved.start).toBe(3_600_000);
          expect(dayAt(moved.start, zone)).toBe(addDays(dayAt(start, zone), days));
          if (clockAt(moved.start, zone) === clockAt(start, zone)) {
            const back = shiftSpan(moved, { days: -days }, zone) as Extract<Span, { kind: 'times' }>;
            expect(clockAt(back.start, zone)).toBe(clockAt(start, zone));
          }
        },
      ),
    );
  });

  test('is at least a step long', () => {
    expect(resizeSpan(times('2026-10-24T07:00Z', '2026-10-24T07:30Z'), -60)).toEqual(times('2026-10-24T07:00Z', '2026-10-24T07:15Z'));
  });

  test('is shown on each of its days', () => {
    expect(daysOf(times('2026-10-24T20:00Z', '2026-10-25T23:00Z'), 'Europe/Berlin')).toEqual(['2026-10-24', '2026-10-25']);
    expect(daysOf({ kind: 'days', first: '2026-12-01', last: '2026-12-03' }, 'UTC')).toHaveLength(3);
  });
});

test('the event of a booking, and a cancelled one, cannot be moved', () => {
  expect(isMovable(event)).toBe(true);
  expect(isMovable({ ...event, booking_page_id: 'bkp_1' })).toBe(false);
  expect(isMovable({ ...event, status: 'cancelled' })).toBe(false);
});

describe('a series', () => {
  test('moves as one occurrence is moved, by the clock of its own zone', () => {
    const change = moveSeries(event, occurrence, times('2026-11-02T09:00Z', '2026-11-02T10:30Z'))!;
    expect(change.fields).toEqual({ starts_at: '2026-10-05T08:00:00.000Z', ends_at: '2026-10-05T09:30:00.000Z' });
    expect(change.before).toEqual({ starts_at: event.starts_at, ends_at: event.ends_at });
  });

  test('moves to another day with its rule and the days that it leaves out', () => {
    const change = moveSeries(event, occurrence, times('2026-11-03T08:00Z', '2026-11-03T09:00Z'))!;
    expect(change.fields).toMatchObject({
      starts_at: '2026-10-06T07:00:00.000Z',
      rrule: 'FREQ=WEEKLY;BYDAY=TU',
      excluded_dates: ['2026-10-13'],
    });
    expect(change.before).toMatchObject({ rrule: event.rrule, excluded_dates: event.excluded_dates });
  });

  test('cannot move to another day if its rule names days of a month', () => {
    const monthly = { ...event, rrule: 'FREQ=MONTHLY;BYDAY=1MO' };
    expect(moveSeries(monthly, occurrence, times('2026-11-03T08:00Z', '2026-11-03T09:00Z'))).toBeUndefined();
    expect(moveSeries(monthly, occurrence, times('2026-11-02T10:00Z', '2026-11-02T11:00Z'))).toBeDefined();
    expect([shiftRule('FREQ=WEEKLY;BYDAY=SA,SU', 1), shiftRule('FREQ=DAILY', 3), shiftRule('FREQ=YEARLY;BYMONTH=5', 1)]).toEqual([
      'FREQ=WEEKLY;BYDAY=SU,MO',
      'FREQ=DAILY',
      undefined,
    ]);
  });

  test('leaves out the day of one occurrence, whose copy has a time of its own', () => {
    expect(skipOccurrence(event, occurrence)).toEqual({
      fields: { excluded_dates: ['2026-10-12', '2026-11-02'] },
      before: { excluded_dates: ['2026-10-12'] },
    });
    const copy = copyOf(occurrence, spanOf(occurrence));
    expect(copy).toMatchObject({ title: 'Weekly review', starts_at: occurrence.starts_at });
    expect(copy).not.toHaveProperty('rrule');
  });

  test('has its rule in words, or as it is written', () => {
    expect(ruleText('FREQ=WEEKLY;BYDAY=MO', '2026-10-05')).toBe('Every Monday');
    expect(ruleText('FREQ=MONTHLY', '2026-10-05')).toBe('Every month on day 5');
    expect(ruleText('FREQ=MONTHLY;BYDAY=1MO', '2026-10-05')).toBe('FREQ=MONTHLY;BYDAY=1MO');
  });
});

test('an event that does not repeat gets its times or its days', () => {
  expect(
    moveOnce({ ...event, start_date: '2026-12-01', end_date: '2026-12-02' }, { kind: 'days', first: '2026-12-05', last: '2026-12-06' }),
  ).toEqual({
    fields: { start_date: '2026-12-05', end_date: '2026-12-06' },
    before: { start_date: '2026-12-01', end_date: '2026-12-02' },
  });
});

test('entries that overlap stand next to each other', () => {
  const lanes = lanesOf([
    { from: 0, to: 60 },
    { from: 30, to: 90 },
    { from: 60, to: 120 },
    { from: 200, to: 220 },
  ]);
  expect(lanes).toEqual([
    { lane: 0, lanes: 2 },
    { lane: 1, lanes: 2 },
    { lane: 0, lanes: 2 },
    { lane: 0, lanes: 1 },
  ]);
});

import { expect, test } from '@jest/globals';
import { dateOf, dayNumber } from '@space/time';
import { namesLaterDay, nextDay } from './next-day.ts';

const next = (rrule: string, first: string, after: string, occurrences = 1): string | null => {
  const day = nextDay({ rrule, first: dayNumber(first), occurrences }, dayNumber(after));
  return day === null ? null : dateOf(day);
};

test.each([
  ['FREQ=DAILY', '2026-03-28', '2026-03-28', '2026-03-29'],
  ['FREQ=WEEKLY', '2026-05-04', '2026-05-06', '2026-05-11'],
  ['FREQ=MONTHLY', '2026-01-31', '2026-01-31', '2026-03-31'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31', '2026-01-31', '2026-02-28'],
  ['FREQ=YEARLY', '2096-02-29', '2096-02-29', '2104-02-29'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', '2026-05-04', '2026-05-08', '2026-05-18'],
  ['FREQ=YEARLY;INTERVAL=100', '2026-05-04', '2026-05-04', '2126-05-04'],
  ['FREQ=MONTHLY;INTERVAL=1000', '2026-05-04', '2026-05-04', '2109-09-04'],
])('%s from %s has after %s the day %s', (rrule, first, after, expected) => {
  expect(next(rrule, first, after)).toBe(expected);
});

test('a rule with COUNT ends with its last occurrence', () => {
  expect(next('FREQ=DAILY;COUNT=2', '2026-05-04', '2026-05-04', 1)).toBe('2026-05-05');
  expect(next('FREQ=DAILY;COUNT=2', '2026-05-04', '2026-05-05', 2)).toBeNull();
});

test('a rule with UNTIL has no day after it', () => {
  expect(next('FREQ=DAILY;UNTIL=20260505', '2026-05-04', '2026-05-04')).toBe('2026-05-05');
  expect(next('FREQ=DAILY;UNTIL=20260505', '2026-05-04', '2026-05-05')).toBeNull();
});

test.each([
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-05-04', false],
  ['FREQ=DAILY;BYMONTH=4;BYMONTHDAY=31', '2026-05-04', false],
  ['FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31', '2026-06-15', false],
  ['FREQ=YEARLY;INTERVAL=1000', '9500-05-04', false],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2026-05-04', true],
  ['FREQ=DAILY;COUNT=1', '2026-05-04', true],
  ['FREQ=DAILY;UNTIL=20200101', '2026-05-04', true],
])('%s from %s names a later day: %s', (rrule, first, expected) => {
  expect(namesLaterDay(rrule, dayNumber(first))).toBe(expected);
});

import { expect, test } from '@jest/globals';
import { dateOf, dayNumber } from '@space/time';
import { nextDay } from './next-day.ts';

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

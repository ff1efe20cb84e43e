import { describe, expect, test } from '@jest/globals';
import { addDays, addMonths, daysBetween, weekdayOf, weekOf } from '../../../dates/days.ts';
import { clockAt, dayAt, instantAt, isDay, minutesOfDay, monthOf, startOfDay } from './days.ts';
import { changeNote, longDay, shortDay, timeRange } from './labels.ts';

test('a month is the whole weeks from Monday on that it touches', () => {
  const november = monthOf('2026-11-27');
  expect(november).toHaveLength(6);
  expect(november[0]).toEqual(weekOf('2026-11-01'));
  expect(november[0]![0]).toBe('2026-10-26');
  expect(november.at(-1)!.at(-1)).toBe('2026-12-06');
  expect(monthOf('2027-02-14')).toHaveLength(4);
});

test('a week begins on Monday', () => {
  expect(weekOf('2026-11-29')[0]).toBe('2026-11-23');
  expect(weekOf('2026-11-23')[0]).toBe('2026-11-23');
  expect(weekdayOf('1969-12-31')).toBe(2);
});

test('a month later is the same day, or the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2026-11-27', 2)).toBe('2027-01-27');
});

test('a day is accepted only if the calendar has it', () => {
  expect(['2026-02-28', '2026-02-30', '2026-2-3', '', 'today', '3026-01-01'].map(isDay)).toEqual([true, false, false, false, false, false]);
});

describe('days on which the clocks change', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['UTC', '2026-03-29', 24],
  ])('in %s, %s has %d hours', (timezone, day, hours) => {
    expect(minutesOfDay(day, timezone)).toBe(hours * 60);
    expect(changeNote(day, timezone) === undefined).toBe(hours === 24);
  });

  test('a clock that is skipped is later by the gap, and one that occurs twice is the first', () => {
    expect(new Date(instantAt('2026-03-29', '02:30', 'Europe/Berlin')).toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect(new Date(instantAt('2026-10-25', '02:30', 'Europe/Berlin')).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });
});

test('an instant has its day and its clock in each zone', () => {
  const instant = Date.parse('2026-11-27T23:30:00Z');
  expect([dayAt(instant, 'UTC'), dayAt(instant, 'Europe/Berlin'), clockAt(instant, 'Europe/Berlin')]).toEqual([
    '2026-11-27',
    '2026-11-28',
    '00:30',
  ]);
  expect(startOfDay('2026-11-28', 'Europe/Berlin')).toBe(Date.parse('2026-11-27T23:00:00Z'));
  expect(daysBetween('2026-11-27', addDays('2026-11-27', 40))).toBe(40);
});

test('labels name days, and an end on another day', () => {
  expect([longDay('2026-11-27'), shortDay('2026-11-27')]).toEqual(['Friday 27 November 2026', 'Fri 27 Nov']);
  const at = (text: string) => Date.parse(text);
  expect(timeRange(at('2026-11-27T09:00Z'), at('2026-11-27T10:30Z'), 'UTC')).toBe('09:00–10:30');
  expect(timeRange(at('2026-11-27T22:00Z'), at('2026-11-28T00:00Z'), 'UTC')).toBe('22:00–00:00');
  expect(timeRange(at('2026-11-27T22:00Z'), at('2026-11-28T02:00Z'), 'UTC')).toBe('22:00–Sat 28 Nov 02:00');
});

import { describe, expect, test } from '@jest/globals';
import { MINUTE_MS } from '@space/time';
import fc from 'fast-check';
import { addDays, weekOf } from '../../../dates/days.ts';
import { minutesOfDay, startOfDay } from '../times/days.ts';
import { dayAxis } from './day-axis.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Havana', 'Asia/Kathmandu'];
const anyDay = fc.integer({ min: 0, max: 3_650 }).map((count) => addDays('2020-01-01', count));

test('every instant of a week has a place, places grow with time, and the place leads back to the instant', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      anyDay,
      fc.integer({ min: 0, max: 6 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (zone, one, at, part) => {
        const days = weekOf(one);
        const day = days[at]!;
        const axis = dayAxis(days, zone);
        const instant = startOfDay(day, zone) + Math.floor(part * minutesOfDay(day, zone)) * MINUTE_MS;
        const place = axis.placeOf(instant, day);
        expect(axis.instantAt(place, day)).toBe(instant);
        expect(axis.placeOf(instant + MINUTE_MS, day)).toBeGreaterThan(place);
        expect(axis.closedParts(day).some(({ from, to }) => place >= from && place < to)).toBe(false);
      },
    ),
  );
});

test('the open space of a day is as long as the day', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), anyDay, (zone, one) => {
      const axis = dayAxis(weekOf(one), zone);
      for (const day of axis.days) {
        const closed = axis.closedParts(day).reduce((sum, { from, to }) => sum + to - from, 0);
        expect(axis.length - closed).toBe(minutesOfDay(day, zone));
      }
    }),
  );
});

describe('weeks in which the clocks change', () => {
  test('the week of 25 hours names the repeated hour twice, and other days have it closed', () => {
    const axis = dayAxis(weekOf('2026-10-25'), 'Europe/Berlin');
    expect(axis.length).toBe(1_500);
    expect(axis.labels.filter(({ text }) => text.startsWith('02:00'))).toEqual([
      { at: 120, text: '02:00' },
      { at: 180, text: '02:00 again' },
    ]);
    expect(axis.labels.find(({ text }) => text === '03:00')?.at).toBe(240);
    expect(axis.closedParts('2026-10-25')).toEqual([]);
    expect(axis.closedParts('2026-10-24')).toEqual([{ from: 180, to: 240 }]);
    expect(axis.placeOf(Date.parse('2026-10-25T00:30Z'), '2026-10-25')).toBe(150);
    expect(axis.placeOf(Date.parse('2026-10-25T01:30Z'), '2026-10-25')).toBe(210);
    expect(axis.placeOf(Date.parse('2026-10-25T08:00Z'), '2026-10-25')).toBe(axis.placeOf(Date.parse('2026-10-24T07:00Z'), '2026-10-24'));
  });

  test('clocks that are set back at midnight give the day before its last hour twice', () => {
    const axis = dayAxis(weekOf('2028-10-27'), 'Africa/Cairo');
    expect(axis.length).toBe(1_500);
    expect(axis.closedParts('2028-10-26')).toEqual([]);
    expect(axis.closedParts('2028-10-27')).toEqual([{ from: 1_440, to: 1_500 }]);
  });

  test('the day of 23 hours has the skipped hour closed', () => {
    const axis = dayAxis(weekOf('2026-03-08'), 'America/New_York');
    expect(axis.length).toBe(1_440);
    expect(axis.closedParts('2026-03-08')).toEqual([{ from: 120, to: 180 }]);
    expect(axis.closedParts('2026-03-07')).toEqual([]);
    expect(axis.instantAt(150, '2026-03-08')).toBe(Date.parse('2026-03-08T07:00Z'));
  });
});

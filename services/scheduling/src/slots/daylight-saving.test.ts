import { describe, expect, test } from '@jest/globals';
import { dayNumber, isoMinute, minuteZone } from '@space/time';
import fc from 'fast-check';
import { clocks, daily, dayOfPage, instants, rulesWith } from '../../test/fixtures/slots.ts';
import { offeredSlots } from './slots.ts';

/** Hourly slots of a window on the day of a clock change: their number, the first start and the last end. */
const days: readonly (readonly [zone: string, date: string, window: string, count: number, first: string, last: string])[] = [
  // New York skips 02:00 to 03:00; the hours of the afternoon keep their wall clock time.
  ['America/New_York', '2026-03-08', '13:00–18:00', 5, '2026-03-08T17:00', '2026-03-08T22:00'],
  ['America/New_York', '2026-03-08', '00:00–09:00', 8, '2026-03-08T05:00', '2026-03-08T13:00'],
  ['America/New_York', '2026-03-08', '02:00–04:00', 1, '2026-03-08T07:00', '2026-03-08T08:00'],
  ['America/New_York', '2026-03-08', '02:30–05:00', 1, '2026-03-08T07:30', '2026-03-08T08:30'],
  ['America/New_York', '2026-03-08', '00:00–24:00', 23, '2026-03-08T05:00', '2026-03-09T04:00'],
  // New York repeats 01:00 to 02:00.
  ['America/New_York', '2026-11-01', '13:00–18:00', 5, '2026-11-01T18:00', '2026-11-01T23:00'],
  ['America/New_York', '2026-11-01', '00:00–09:00', 10, '2026-11-01T04:00', '2026-11-01T14:00'],
  ['America/New_York', '2026-11-01', '01:00–03:00', 3, '2026-11-01T05:00', '2026-11-01T08:00'],
  ['America/New_York', '2026-11-01', '01:30–03:30', 3, '2026-11-01T05:30', '2026-11-01T08:30'],
  ['America/New_York', '2026-11-01', '00:00–24:00', 25, '2026-11-01T04:00', '2026-11-02T05:00'],
  ['Europe/London', '2026-03-29', '09:00–17:00', 8, '2026-03-29T08:00', '2026-03-29T16:00'],
  ['Europe/London', '2026-03-29', '00:00–03:00', 2, '2026-03-29T00:00', '2026-03-29T02:00'],
  ['Europe/London', '2026-10-25', '09:00–17:00', 8, '2026-10-25T09:00', '2026-10-25T17:00'],
  ['Europe/London', '2026-10-25', '00:00–03:00', 4, '2026-10-24T23:00', '2026-10-25T03:00'],
  // Lord Howe changes by half an hour.
  ['Australia/Lord_Howe', '2026-04-05', '00:00–09:00', 9, '2026-04-04T13:00', '2026-04-04T22:00'],
  ['Australia/Lord_Howe', '2026-04-05', '09:00–17:00', 8, '2026-04-04T22:30', '2026-04-05T06:30'],
  ['Australia/Lord_Howe', '2026-10-04', '00:00–09:00', 8, '2026-10-03T13:30', '2026-10-03T21:30'],
  ['Australia/Lord_Howe', '2026-10-04', '09:00–17:00', 8, '2026-10-03T22:00', '2026-10-04T06:00'],
  // These zones skip midnight; the day begins at 01:00.
  ['America/Santiago', '2026-09-06', '00:00–09:00', 8, '2026-09-06T04:00', '2026-09-06T12:00'],
  ['Asia/Beirut', '2026-03-29', '00:00–09:00', 8, '2026-03-28T22:00', '2026-03-29T06:00'],
  ['Africa/Cairo', '2026-04-24', '00:00–09:00', 8, '2026-04-23T22:00', '2026-04-24T06:00'],
  ['America/Santiago', '2026-09-06', '00:00–24:00', 23, '2026-09-06T04:00', '2026-09-07T03:00'],
  // Kolkata has no clock changes and an offset of half an hour.
  ['Asia/Kolkata', '2026-05-04', '07:30–09:30', 2, '2026-05-04T02:00', '2026-05-04T04:00'],
  ['Asia/Kolkata', '2026-05-04', '09:30–17:30', 8, '2026-05-04T04:00', '2026-05-04T12:00'],
];

describe('hourly slots', () => {
  test.each(days)('in %s on %s in the window %s are %i, from %s to %s', (timezone, date, window, count, first, last) => {
    const slots = instants(rulesWith({ timezone, availability: daily(window), duration: 60 }), date);
    expect([slots.length, slots[0]?.split('/')[0], slots.at(-1)?.split('/')[1]]).toEqual([count, first, last]);
  });
});

test('an hour that occurs twice has slots in both, with the same labels', () => {
  const rules = rulesWith({ timezone: 'America/New_York', availability: daily('00:00–04:00') });
  expect(clocks(rules, '2026-11-01')).toEqual(['00:00', '00:30', '01:00', '01:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30']);
});

test('a window that the clocks skip has no slots', () => {
  expect(clocks(rulesWith({ timezone: 'America/New_York', availability: daily('02:00–03:00') }), '2026-03-08')).toEqual([]);
});

test('a window over midnight keeps its wall clock times when the clocks change within it', () => {
  const rules = rulesWith({ timezone: 'America/New_York', availability: daily('22:00–04:00'), duration: 60 });
  expect(instants(rules, '2026-03-07').slice(-2)).toEqual(['2026-03-08T03:00/2026-03-08T04:00', '2026-03-08T04:00/2026-03-08T05:00']);
  // The night from 22:00 to 04:00 lasts five hours. The day ends with the first two hours of the next night.
  expect(instants(rules, '2026-03-08')).toEqual([
    '2026-03-08T05:00/2026-03-08T06:00',
    '2026-03-08T06:00/2026-03-08T07:00',
    '2026-03-08T07:00/2026-03-08T08:00',
    '2026-03-09T02:00/2026-03-09T03:00',
    '2026-03-09T03:00/2026-03-09T04:00',
  ]);
});

describe('minuteZone', () => {
  const zones = [
    'America/New_York',
    'Europe/Berlin',
    'Europe/London',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Asia/Beirut',
    'Africa/Cairo',
    'Africa/Casablanca',
    'Asia/Kolkata',
    'Pacific/Chatham',
    'UTC',
  ];
  const minute = fc.integer({ min: Date.UTC(2015, 0) / 60_000, max: Date.UTC(2050, 0) / 60_000 });

  test('converts instants and wall clock times as Temporal does', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), minute, (name, at) => {
        const zone = minuteZone(name);
        const there = Temporal.Instant.fromEpochMilliseconds(at * 60_000).toZonedDateTimeISO(name);
        expect(isoMinute(zone.wallAt(at)).slice(0, 16)).toBe(there.toPlainDateTime().toString({ smallestUnit: 'minute' }));
        const wall = isoMinute(at).slice(0, 16);
        const compatible = Temporal.PlainDateTime.from(wall).toZonedDateTime(name, { disambiguation: 'compatible' });
        const isThere = compatible.toPlainDateTime().toString({ smallestUnit: 'minute' }) === wall;
        expect(zone.instantOf(at)).toBe(compatible.epochMilliseconds / 60_000);
        expect(zone.exactInstantOf(at)).toBe(isThere ? compatible.epochMilliseconds / 60_000 : undefined);
        const start = there.startOfDay().epochMilliseconds / 60_000;
        expect(zone.startOfDay(dayNumber(there.toPlainDate().toString()))).toBe(start);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['Europe/Berlin', '2026-03-29T02:30', undefined, '2026-03-29T01:30'],
    ['America/New_York', '2026-03-08T02:30', undefined, '2026-03-08T07:30'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30', '2026-11-01T05:30'],
    ['Europe/London', '2026-03-29T01:59', undefined, '2026-03-29T01:59'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', undefined, '2026-10-03T15:45'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45', '2026-04-04T14:45'],
    ['America/Santiago', '2026-09-06T00:00', undefined, '2026-09-06T04:00'],
  ])('in %s, %s is exactly %s and resolves to %s', (name, wall, exact, resolved) => {
    const at = Date.parse(`${wall}Z`) / 60_000;
    const zone = minuteZone(name);
    const instant = zone.exactInstantOf(at);
    expect(instant === undefined ? undefined : isoMinute(instant).slice(0, 16)).toBe(exact);
    expect(isoMinute(zone.instantOf(at)).slice(0, 16)).toBe(resolved);
  });

  test.each([
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00'],
    ['America/Toronto', '1919-03-31', '1919-03-31T04:30'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00'],
  ])('in %s, whose clocks skip the midnight of %s, the day starts at %s', (name, date, start) => {
    expect(isoMinute(minuteZone(name).startOfDay(dayNumber(date))).slice(0, 16)).toBe(start);
  });
});

test('a day has as many half-hour slots as it has half hours, in every zone and on every day of the year', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: dayNumber('2026-01-01'), max: dayNumber('2027-12-31') }),
      (timezone, day) => {
        const rules = rulesWith({ timezone, duration: 30 });
        const length = rules.zone.startOfDay(day + 1) - rules.zone.startOfDay(day);
        expect(offeredSlots(dayOfPage(rules, new Date(day * 86_400_000).toISOString().slice(0, 10)))).toHaveLength(length / 30);
      },
    ),
    { numRuns: 100 },
  );
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalTimeZone, isTimeZone, zoneOf } from './index.ts';

const wall = (text: string): number => Date.parse(`${text}Z`);
const iso = (instant: number): string => new Date(instant).toISOString();

test.each(['UTC', 'GMT', 'EST', 'GB', 'Zulu', 'CET', 'Europe/Paris', 'europe/paris', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
  'isTimeZone accepts %s',
  (name) => {
    expect(isTimeZone(name)).toBe(true);
  },
);

test.each(['', '+01:00', '-05', 'Mars/Olympus', 'Europe', '1UTC', 'Europe/Paris ', 'x'.repeat(80)])('isTimeZone refuses %j', (name) => {
  expect(isTimeZone(name)).toBe(false);
  expect(canonicalTimeZone(name)).toBe(name);
});

test('canonicalTimeZone spells a name as IANA does', () => {
  expect(canonicalTimeZone('europe/berlin')).toBe('Europe/Berlin');
});

describe('zoneOf follows the rule compatible', () => {
  test.each([
    ['a skipped time is later by the gap', 'Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
    ['the first skipped time is the moment of the change', 'Europe/Berlin', '2026-03-29T02:00:00', '2026-03-29T01:00:00.000Z'],
    ['a repeated time is the first of the two', 'Europe/Berlin', '2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
    ['a skipped midnight is the moment of the change', 'America/Santiago', '2026-09-06T00:00:00', '2026-09-06T04:00:00.000Z'],
    ['half-hour changes are exact', 'Australia/Lord_Howe', '2026-10-04T02:15:00', '2026-10-03T15:45:00.000Z'],
    ['an ordinary time has one instant', 'America/New_York', '2026-07-01T09:00:00', '2026-07-01T13:00:00.000Z'],
    ['times before 1970 use the offset of their day', 'Europe/Paris', '1900-01-01T00:00:00', '1899-12-31T23:50:39.000Z'],
  ])('%s (%s %s)', (_rule, name, text, instant) => {
    expect(iso(zoneOf(name).instantOf(wall(text)))).toBe(instant);
  });

  test('exactInstantOf is undefined for a skipped time only', () => {
    const zone = zoneOf('Europe/Berlin');
    expect(zone.exactInstantOf(wall('2026-03-29T02:30:00'))).toBeUndefined();
    expect(zone.exactInstantOf(wall('2026-03-29T03:00:00'))).toBe(Date.parse('2026-03-29T01:00:00Z'));
  });

  test('agrees with Temporal for any instant and any wall clock time', () => {
    const names = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Casablanca', 'UTC', 'Asia/Tehran'];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2060, 0) }), (name, instant) => {
        const zone = zoneOf(name);
        const there = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name);
        expect(zone.wallAt(instant)).toBe(wall(there.toPlainDateTime().toString({ fractionalSecondDigits: 3 })));
        const plain = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('UTC').toPlainDateTime();
        expect(zone.instantOf(instant)).toBe(plain.toZonedDateTime(name, { disambiguation: 'compatible' }).epochMilliseconds);
      }),
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isCalendarDate, parseDate } from './calendar-date.ts';
import { clockAt, instantOf, isTimeZone } from './time-zone.ts';

const at = Date.parse;

describe('a time zone', () => {
  test('goes by the name that the IANA gives it', () => {
    for (const name of ['UTC', 'Europe/Paris', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+2', 'America/Port-au-Prince'])
      expect([name, isTimeZone(name)]).toEqual([name, true]);
    for (const name of ['', 'Mars/Phobos', '+02:00', 'EST', 'europe/kyiv', 'Europe/', 'utc', 'Europe/Paris\n'])
      expect([name, isTimeZone(name)]).toEqual([name, false]);
  });

  test('has clocks that show an hour twice in autumn, of which the first counts, and skip one in spring', () => {
    expect(instantOf('Europe/Paris', at('2026-10-25T02:30:00Z'))).toBe(at('2026-10-25T00:30:00Z'));
    expect(instantOf('Europe/Paris', at('2026-03-29T02:30:00Z'))).toBe(at('2026-03-29T01:30:00Z'));
    expect(clockAt('Europe/Paris', at('2026-03-29T01:30:00Z'))).toBe(at('2026-03-29T03:30:00Z'));
  });

  test('has clocks that lead back to the instant they were read at, but for the hour that comes twice', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC'),
        fc.date({ min: new Date('1971-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }).map((date) => date.getTime()),
        (zone, instant) => {
          const clock = clockAt(zone, instant);
          const back = instantOf(zone, clock);
          expect(clockAt(zone, back)).toBe(clock);
          expect(back).toBeLessThanOrEqual(instant);
        },
      ),
    );
  });
});

describe('a day', () => {
  test('is one that exists, of the years 1 to 9999', () => {
    for (const day of ['2024-02-29', '0001-01-01', '9999-12-31']) expect(isCalendarDate(day)).toBe(true);
    for (const day of ['2026-02-29', '2026-13-01', '2026-00-01', '0000-01-01', '2026-1-1', '+002026-01-01', '1900-02-29'])
      expect([day, isCalendarDate(day)]).toEqual([day, false]);
  });

  test('is read in the ways that mean one day only', () => {
    for (const text of ['2026-03-04', '2026/3/4', '4.3.2026', '4 March 2026', '4th Mar 2026', 'March 4, 2026', 'Mar 4 2026', '04-Mar-2026'])
      expect([text, parseDate(text)]).toEqual([text, '2026-03-04']);
    for (const text of ['03/04/2026', '30.2.2026', '4 Foo 2026', 'tomorrow', '20260304', '4 Mxx 2026'])
      expect([text, parseDate(text)]).toEqual([text, undefined]);
  });
});

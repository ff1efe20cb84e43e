import { describe, expect, test } from '@jest/globals';
import { parseRule } from './recurrence-rule.ts';
import { expandSeries, findSeriesEnd, type Series } from './series.ts';

const at = (time: string): number => Date.parse(time) / 60_000;
const iso = (minute: number): string => new Date(minute * 60_000).toISOString().slice(0, 16);

/** Returns a series of half an hour. */
function series(rrule: string, start: string, timezone = 'UTC', more: Partial<Series> = {}): Series {
  const first = { start: at(start), end: at(start) + 30, all_day: false, timezone, rrule, excluded_dates: [], ...more };
  const end = findSeriesEnd(first);
  if ('error' in end) throw new Error(end.error);
  return { ...first, ...end };
}

/** Returns the days of a rule whose events begin at nine, from the first to the last date. */
const days = (rrule: string, first: string, last: string): string[] =>
  expandSeries(series(rrule, `${first}T09:00Z`), at(`${first}T00:00Z`), at(`${last}T23:59Z`)).map(({ start }) => iso(start).slice(5, 10));

describe('a recurrence rule', () => {
  test.each<[string, string, string, string[]]>([
    ['FREQ=DAILY;COUNT=3', '1997-09-02', '1997-12-31', ['09-02', '09-03', '09-04']],
    ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02', '1997-12-31', ['09-02', '09-12', '09-22', '10-02', '10-12']],
    ['FREQ=DAILY;UNTIL=19970905T000000Z', '1997-09-02', '1997-12-31', ['09-02', '09-03', '09-04']],
    ['FREQ=DAILY;UNTIL=19970904', '1997-09-02', '1997-12-31', ['09-02', '09-03', '09-04']],
    ['FREQ=WEEKLY;COUNT=4;WKST=SU;BYDAY=TU,TH', '1997-09-02', '1997-12-31', ['09-02', '09-04', '09-09', '09-11']],
    ['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', '1997-12-31', ['08-05', '08-10', '08-19', '08-24']],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', '1997-12-31', ['08-05', '08-17', '08-19', '08-31']],
    ['FREQ=MONTHLY;COUNT=4;BYDAY=1FR', '1997-09-05', '1998-12-31', ['09-05', '10-03', '11-07', '12-05']],
    ['FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU', '1997-09-07', '1998-12-31', ['09-07', '09-28', '11-02', '11-30']],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=-2MO', '1997-09-22', '1998-12-31', ['09-22', '10-20', '11-17']],
    ['FREQ=MONTHLY;BYMONTHDAY=-3', '1997-09-28', '1997-12-31', ['09-28', '10-29', '11-28', '12-29']],
    ['FREQ=MONTHLY;COUNT=4;BYMONTHDAY=1,-1', '1997-09-30', '1998-12-31', ['09-30', '10-01', '10-31', '11-01']],
    ['FREQ=MONTHLY;COUNT=3', '1997-10-31', '1998-12-31', ['10-31', '12-31', '01-31']],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '1998-02-13', '1998-12-31', ['02-13', '03-13', '11-13']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '1997-09-29', '1997-12-31', ['09-29', '10-30', '11-27', '12-30']],
    ['FREQ=YEARLY;COUNT=4;BYMONTH=6,7', '1997-06-10', '2000-12-31', ['06-10', '07-10', '06-10', '07-10']],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', '1999-12-31', ['05-19', '05-18', '05-17']],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '1997-03-13', '1997-12-31', ['03-13', '03-20', '03-27']],
    ['FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8', '1996-11-05', '2005-01-01', ['11-05', '11-07', '11-02']],
    ['FREQ=YEARLY', '1996-02-29', '2005-01-01', ['02-29', '02-29', '02-29']],
  ])('%s from %s to %s has the days of RFC 5545', (rrule, first, last, expected) => {
    expect(days(rrule, first, last)).toEqual(expected);
  });

  test.each([
    ['FREQ=SECONDLY', 'FREQ=DAILY'],
    ['FREQ=DAILY;BYHOUR=9', 'BYHOUR'],
    ['FREQ=DAILY;COUNT=0', 'COUNT'],
    ['FREQ=DAILY;COUNT=999999999999', 'COUNT'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20260101', 'both COUNT and UNTIL'],
    ['FREQ=DAILY;FREQ=DAILY', 'twice'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'number the days'],
    ['FREQ=WEEKLY;BYDAY=XX', 'XX'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY'],
    ['FREQ=DAILY;UNTIL=20260231', 'UNTIL'],
    ['FREQ=DAILY;BYSETPOS=1', 'BYSETPOS'],
    ['', 'only FREQ'],
    ['=;=', 'only FREQ'],
    ['__proto__=1', 'only FREQ'],
  ])('%s is rejected with a reason', (rrule, why) => {
    expect(parseRule(rrule)).toEqual({ error: expect.stringContaining(why) });
  });
});

test('a series keeps its wall clock time over a change of the clocks and skips a day without that time', () => {
  const early = series('FREQ=DAILY', '2026-03-06T07:30:00Z', 'America/New_York');
  expect(expandSeries(early, at('2026-03-06T00:00Z'), at('2026-03-10T00:00Z')).map(({ start }) => iso(start))).toEqual([
    '2026-03-06T07:30',
    '2026-03-07T07:30',
    '2026-03-09T06:30',
  ]);
});

test('excluded days count for COUNT and have no occurrence', () => {
  const some = series('FREQ=DAILY;COUNT=4', '2026-05-04T09:00:00Z', 'UTC', { excluded_dates: ['2026-05-05'] });
  expect(expandSeries(some, at('2026-05-01T00:00Z'), at('2026-06-01T00:00Z')).map(({ start }) => iso(start).slice(8, 10))).toEqual([
    '04',
    '06',
    '07',
  ]);
});

test('an occurrence that begins before a range and reaches into it belongs to the range', () => {
  const night = series('FREQ=DAILY', '2026-05-04T23:00:00Z', 'UTC', { end: at('2026-05-05T02:00:00Z') });
  expect(expandSeries(night, at('2026-05-10T01:00Z'), at('2026-05-10T01:30Z')).map(({ start }) => iso(start))).toEqual([
    '2026-05-09T23:00',
  ]);
});

test('an all-day series lasts whole days, also a day of 23 hours', () => {
  const day = { start: at('2026-03-07T05:00:00Z'), end: at('2026-03-08T05:00:00Z'), all_day: true };
  const times = expandSeries(
    series('FREQ=DAILY', '2026-03-07T05:00:00Z', 'America/New_York', day),
    at('2026-03-07T12:00Z'),
    at('2026-03-09T12:00Z'),
  );
  expect(times.map(({ start, end }) => (end - start) / 60)).toEqual([24, 23, 24]);
});

test('one day of a series that began fifty years ago is expanded without the days before it', () => {
  const old = series('FREQ=DAILY', '1976-05-04T09:00:00Z');
  expect(expandSeries(old, at('2026-05-04T00:00Z'), at('2026-05-05T00:00Z'))).toHaveLength(1);
});

test('a rule must name the day of its first event and must not end before it', () => {
  const first = { start: at('2026-05-04T09:00:00Z'), end: at('2026-05-04T10:00:00Z'), all_day: false, timezone: 'UTC', excluded_dates: [] };
  expect(findSeriesEnd({ ...first, rrule: 'FREQ=WEEKLY;BYDAY=TU' })).toEqual({
    error: expect.stringContaining('does not name the day of starts_at'),
  });
  expect(findSeriesEnd({ ...first, rrule: 'FREQ=DAILY;UNTIL=20260501' })).toEqual({ error: 'ends before starts_at' });
  expect(findSeriesEnd({ ...first, rrule: 'FREQ=DAILY;COUNT=3' })).toEqual({ repeats_until: at('2026-05-06T10:00:00Z') });
});

import { expect, test } from '@jest/globals';
import { expandSeries, type Series } from './series.ts';

const DAY = 1_440;
const start = Date.UTC(2026, 2, 1, 9) / 60_000;
const series: Series = {
  start,
  end: start + 60,
  all_day: false,
  timezone: 'Europe/Berlin',
  rrule: 'FREQ=DAILY',
  excluded_dates: ['2026-03-10'],
  repeats_until: null,
};

test('a range of any minutes has the occurrences that meet it, before and after they are cached', () => {
  const all = expandSeries(series, start, start + 60 * DAY);
  expect(all).toHaveLength(60);
  for (let from = start + 17; from < start + 50 * DAY; from += 1_999) {
    const to = from + 3 * DAY + 61;
    expect(expandSeries(series, from, to)).toEqual(all.filter((time) => time.end > from && time.start < to));
  }
});

test('visitors of a calendar with the most series cause little processor time', () => {
  const many = Array.from({ length: 500 }, (_, at): Series => ({ ...series, start: start + at, end: start + at + 1, excluded_dates: [] }));
  const before = process.cpuUsage();
  for (let visitor = 0; visitor < 30; visitor += 1) for (const one of many) expandSeries(one, start + visitor, start + visitor + 600 * DAY);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(3_000);
});

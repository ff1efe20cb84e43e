import { expect, test } from '@jest/globals';
import { minuteZone, weekdayOf } from '@space/time';
import { plainContext } from '@space/web';
import { clockText, spanHtml } from './format-time.ts';
import { monthOf } from './month.ts';

const at = (time: string): number => Date.parse(time) / 60_000;
const { locale } = plainContext('en');
const newYork = minuteZone('America/New_York');

test.each([
  ['2026-11-01T04:30:00Z', '00:30'],
  ['2026-11-01T05:30:00Z', '01:30 UTC−4'],
  ['2026-11-01T06:30:00Z', '01:30 UTC−5'],
  ['2026-11-01T07:00:00Z', '02:00'],
])('clockText adds the offset to a time that the clock shows twice: %s is %s in New York', (time, text) => {
  expect(clockText(locale, newYork, at(time))).toBe(text);
});

test('spanHtml names both days of a span over midnight', () => {
  expect(String(spanHtml(locale, minuteZone('Asia/Kolkata'), at('2026-05-04T18:00:00Z'), at('2026-05-04T19:00:00Z')))).toBe(
    'Monday 4 May 2026, 23:30–Tuesday 5 May 2026, 00:30',
  );
});

test('spanHtml writes dates and times as the locale does', () => {
  const span = spanHtml(plainContext('en-US').locale, newYork, at('2026-05-04T17:00:00Z'), at('2026-05-04T17:30:00Z'));
  expect(String(span)).toBe('Monday, May 4, 2026, <span class="whole">1:00\u00a0PM–1:30\u00a0PM</span>');
});

test.each([
  ['Monday', 0, 5],
  ['Sunday', 6, 5],
])('monthOf returns whole weeks from %s, and the months before and after over the new year', (_, weekday, count) => {
  const december = monthOf('2026-12');
  const weeks = december.weeksFrom(weekday);
  expect([december.previous, december.next, weeks.length]).toEqual(['2026-11', '2027-01', count]);
  for (const week of weeks) expect([week.length, weekdayOf(week[0]!)]).toEqual([7, weekday]);
  expect(weeks.flat().filter((day) => december.has(day))).toHaveLength(31);
});

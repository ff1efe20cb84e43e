import { expect, test } from '@jest/globals';
import { minuteZone } from '../slots/minute-zone.ts';
import { clockText, spanHtml } from './format-time.ts';
import { monthOf } from './month.ts';

const at = (time: string): number => Date.parse(time) / 60_000;
const newYork = minuteZone('America/New_York');

test.each([
  ['2026-11-01T04:30:00Z', '00:30'],
  ['2026-11-01T05:30:00Z', '01:30 UTC−4'],
  ['2026-11-01T06:30:00Z', '01:30 UTC−5'],
  ['2026-11-01T07:00:00Z', '02:00'],
])('clockText adds the offset to a time that the clock shows twice: %s is %s in New York', (time, text) => {
  expect(clockText(newYork, at(time))).toBe(text);
});

test('spanHtml names both days of a span over midnight', () => {
  expect(String(spanHtml(minuteZone('Asia/Kolkata'), at('2026-05-04T18:00:00Z'), at('2026-05-04T19:00:00Z')))).toBe(
    'Monday 4 May 2026, 23:30–Tuesday 5 May 2026, 00:30',
  );
});

test('monthOf returns whole weeks from Monday, and the months before and after over the new year', () => {
  const december = monthOf('2026-12');
  expect([december.label, december.previous, december.next, december.weeks.length]).toEqual(['December 2026', '2026-11', '2027-01', 5]);
  for (const week of december.weeks) expect(week).toHaveLength(7);
  expect(december.weeks.flat().filter((day) => december.has(day))).toHaveLength(31);
});

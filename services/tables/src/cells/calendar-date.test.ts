import { expect, test } from '@jest/globals';
import { dateOrderOf, dateOrderOfFormat, isCalendarDate, parseDate } from './calendar-date.ts';

test('isCalendarDate accepts existing days of the years 1 to 9999', () => {
  for (const day of ['2024-02-29', '0001-01-01', '9999-12-31']) expect(isCalendarDate(day)).toBe(true);
  for (const day of ['2026-02-29', '2026-13-01', '2026-00-01', '0000-01-01', '2026-1-1', '+002026-01-01', '1900-02-29'])
    expect([day, isCalendarDate(day)]).toEqual([day, false]);
});

test('parseDate accepts unambiguous notations of a day', () => {
  for (const text of ['2026-03-04', '2026/3/4', '4.3.2026', '4 March 2026', '4th Mar 2026', 'March 4, 2026', 'Mar 4 2026', '04-Mar-2026'])
    expect([text, parseDate(text)]).toEqual([text, '2026-03-04']);
  for (const text of ['03/04/2026', '30.2.2026', '4 Foo 2026', 'tomorrow', '20260304', '4 Mxx 2026'])
    expect([text, parseDate(text)]).toEqual([text, undefined]);
});

test.each([
  ['DD/MM/YYYY', 'day_first', '2026-04-03'],
  ['D MMMM YYYY', 'day_first', '2026-04-03'],
  ['MM/DD/YYYY', 'month_first', '2026-03-04'],
  ['MMM D, YYYY HH:mm', 'month_first', '2026-03-04'],
  ['YYYY-MM-DD', undefined, undefined],
  ['YYYY.DD.MM', undefined, undefined],
  ['MM/YYYY', undefined, undefined],
  ['', undefined, undefined],
])('dateOrderOfFormat %j is %s, and 03/04/2026 is %s', (format, order, day) => {
  expect(dateOrderOfFormat(format)).toBe(order);
  expect(parseDate('03/04/2026', dateOrderOfFormat(format))).toBe(day);
});

test.each([
  ['25/03/2026', 'day_first'],
  ['3-25-2026', 'month_first'],
  [' 03/04/2026 14:30', 'ambiguous'],
  ['04/04/2026', undefined],
  ['13/13/2026', undefined],
  ['3.4.2026', undefined],
  ['2026-03-04', undefined],
  ['03/04/20261', undefined],
])('dateOrderOf %j is %s', (text, order) => {
  expect(dateOrderOf(text)).toBe(order);
});

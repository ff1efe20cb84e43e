import { expect, test } from '@jest/globals';
import { choosePageLocale, defaultLook } from '@space/web';
import { columnOfType } from '../../test/fixtures/column.ts';
import { parseSearchedDates } from './searched-date.ts';

const localeOf = (tag: string) => choosePageLocale(tag, defaultLook, 'en');

function parsed(tag: string, search: string, format?: string): string[] {
  const column = columnOfType('datetime', { config: format === undefined ? {} : { format } });
  return parseSearchedDates(localeOf(tag), column, search).map((one) =>
    'first' in one
      ? [one.first, one.end, one.time]
          .filter(Boolean)
          .map((part) => String(part))
          .join(' ')
      : `every ${one.month} ${one.day ?? '*'}`,
  );
}

test.each([
  ['de', 'März 2026', '2026-03-01 2026-04-01'],
  ['de', 'marz 2026', '2026-03-01 2026-04-01'],
  ['de', '2. März 2026', '2026-03-02 2026-03-03'],
  ['de', '02.03.2026', '2026-03-02 2026-03-03'],
  ['de', '03.2026', '2026-03-01 2026-04-01'],
  ['de', '2026', '2026-01-01 2027-01-01'],
  ['de', '2026-03', '2026-03-01 2026-04-01'],
  ['de', '5.3.2026, 00:30', '2026-03-05 2026-03-06 00:30:00'],
  ['de', '02.03.', 'every 3 2'],
  ['de', 'March 2, 2026', '2026-03-02 2026-03-03'],
  ['fr', '1er févr. 2026', '2026-02-01 2026-02-02'],
  ['fr', 'juil. 2026', '2026-07-01 2026-08-01'],
  ['fr', 'mars', 'every 3 *'],
  ['es', '2 de marzo de 2026', '2026-03-02 2026-03-03'],
  ['en', '2 Mar 2026, 9:05 pm', '2026-03-02 2026-03-03 21:05:00'],
  ['en', '2 Mar 2026, 09:05 UTC', '2026-03-02 2026-03-03 09:05:00'],
  ['en-US', '3/2/2026', '2026-03-02 2026-03-03'],
  ['en-US', '3/2', 'every 3 2'],
  ['en-GB', '3/2', 'every 2 3'],
  ['en', 'Mar 2', 'every 3 2'],
])('on a page in %s the search %s is the days %s', (tag, search, days) => {
  expect(parsed(tag, search)).toEqual([days]);
});

test('the format of a column decides about the order of numbers and about years of two digits', () => {
  expect(parsed('en-US', '03/02/2026', 'DD/MM/YYYY')).toEqual(['2026-02-03 2026-02-04']);
  expect(parsed('de', '02.03.26', 'DD.MM.YY')).toEqual(['2026-03-02 2026-03-03', '1926-03-02 1926-03-03']);
  expect(parsed('de', 'März', 'D MMMM YYYY')).toEqual(['every 3 *']);
});

test.each([
  'März',
  'jui',
  '30. Februar 2026',
  '2 3 März',
  'März April',
  '32.01.2026',
  '0000',
  '13.2026',
  '1.5',
  '25:00',
  '2026 Beta',
  'ma',
])('on a German page with dates of numbers the search %s is no day', (search) => {
  expect(parsed('de', search)).toEqual([]);
});

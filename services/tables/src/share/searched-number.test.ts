import { expect, test } from '@jest/globals';
import { choosePageLocale, defaultLook } from '@space/web';
import { columnOfType } from '../../test/fixtures/column.ts';
import { hasUnit, parseSearchedNumber, withoutHiddenZeros } from './searched-number.ts';

const localeOf = (tag: string) => choosePageLocale(tag, defaultLook, 'en');

test.each([
  ['en', '1,771.10', '1771.10', ''],
  ['de', '1.771,10', '1771.10', ''],
  ['de', '€ 1.771,10', '1771.10', '€'],
  ['de', '1.771,10 €', '1771.10', '€'],
  ['fr', '1 771,10 €', '1771.10', '€'],
  ['de-CH', '1’771.10', '1771.10', ''],
  ['de-CH', "CHF 1'771.10", '1771.10', 'CHF'],
  ['en-IN', '₹12,34,567.50', '1234567.50', '₹'],
  ['de', '12 %', '12', '%'],
  ['en', '-€5', '-5', '€'],
  ['en', '€-5', '-5', '€'],
  ['en', '−007.50', '-7.50', ''],
  ['en', '.5', '0.5', ''],
  ['en', '1,5', '1.5', ''],
  ['en', '1.234,5', '1234.5', ''],
  ['de', '1,234.5', '1234.5', ''],
])('on a page in %s the search %s is the number %s with the unit "%s"', (tag, search, digits, unit) => {
  expect(parseSearchedNumber(localeOf(tag), search)).toMatchObject({ digits, unit });
});

test.each(['', 'a', '5 apples', '€5 €', '--5', '1.2.3.4', '1e5', '1,,5', '9'.repeat(40), '٣'])('the search %j is no number', (search) => {
  expect(parseSearchedNumber(localeOf('en'), search)).toBeUndefined();
});

test('a unit is that of the column: its sign or its code', () => {
  const dollars = columnOfType('currency', { config: { currency_code: 'USD' } });
  const share = columnOfType('percent');
  const amount = columnOfType('number');
  const locale = localeOf('de');
  expect(['', '$', 'usd', '€', '%'].map((unit) => hasUnit(locale, dollars, unit))).toEqual([true, true, true, false, false]);
  expect(['', '$', '%'].map((unit) => hasUnit(locale, share, unit))).toEqual([true, false, true]);
  expect(['', '$', '%'].map((unit) => hasUnit(locale, amount, unit))).toEqual([true, false, false]);
  expect(['$', 'US$'].map((unit) => hasUnit(localeOf('en'), dollars, unit))).toEqual([true, true]);
});

test('zeros that a column does not show are not searched', () => {
  expect([
    withoutHiddenZeros('5.00', 0),
    withoutHiddenZeros('5.10', 0),
    withoutHiddenZeros('5.100', 2),
    withoutHiddenZeros('50', 0),
  ]).toEqual(['5', '5.1', '5.10', '50']);
});

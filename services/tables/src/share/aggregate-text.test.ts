import { expect, test } from '@jest/globals';
import { plainContext } from '@space/web';
import { columnOfType } from '../../test/fixtures/column.ts';
import { aggregateText } from './aggregate-text.ts';
import { shownAs } from './shown-number.ts';

const { locale } = plainContext('en');
const EURO = { currency_code: 'EUR' };

test.each([
  ['sum', 'currency', EURO, 4_293_391.553, '€4,293,391.55'],
  ['average', 'currency', EURO, 590.366_666, '€590.37'],
  ['median', 'currency', EURO, 0.1, '€0.10'],
  ['min', 'currency', EURO, 0.125, '€0.125'],
  ['count', 'currency', EURO, 3, '3'],
  ['sum', 'currency', { currency_code: 'JPY' }, 1_234.5, 'JP¥1,235'],
  ['sum', 'currency', {}, 495, '495.00'],
  ['sum', 'currency', { precision: 3 }, 0.1, '0.100'],
  ['sum', 'number', {}, 0.1 + 0.2, '0.3'],
  ['average', 'percent', {}, 0.085, '8.5%'],
  ['sum', 'duration', {}, 5_460, '1:31'],
] as const)('the %s of a column of type %s with the settings %j shows %d as %s', (aggregate, type, config, value, text) => {
  const column = columnOfType(type, { config });
  expect(aggregateText(locale, aggregate, column, value)).toBe(text);
  expect(aggregateText(locale, aggregate, shownAs(columnOfType('rollup', { value_type: 'number' }), column), value)).toBe(text);
});

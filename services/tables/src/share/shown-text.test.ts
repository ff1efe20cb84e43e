import { expect, test } from '@jest/globals';
import { choosePageLocale, defaultLook } from '@space/web';
import { columnOfType } from '../../test/fixtures/column.ts';
import { hexColor } from './css-colors.ts';
import { shownText } from './shown-text.ts';

const EURO = { currency_code: 'EUR' };

test.each([
  ['number', {}, 2026, '2026', '2026'],
  ['number', {}, 1_234_567.125, '1,234,567.125', '1.234.567,125'],
  ['number', { precision: 2 }, 12_345, '12,345.00', '12.345,00'],
  ['number', {}, -0.1 - 0.2, '-0.3', '-0,3'],
  ['currency', EURO, 1_771.100_000_000_000_1, '€1,771.10', '1.771,10 €'],
  ['currency', { currency_code: 'JPY' }, 1_500, 'JP¥1,500', '1.500 ¥'],
  ['currency', { currency_code: 'JPY' }, 1_234.5, 'JP¥1,234.5', '1.234,5 ¥'],
  ['currency', EURO, 0.125, '€0.125', '0,125 €'],
  ['currency', { ...EURO, precision: 0 }, 1_500, '€1,500', '1.500 €'],
  ['currency', {}, 1_500, '1,500.00', '1.500,00'],
  ['percent', {}, 0.07, '7%', '7 %'],
  ['percent', { precision: 1 }, 0.515, '51.5%', '51,5 %'],
  ['duration', {}, 5_400, '1:30', '1:30'],
  ['checkbox', {}, true, 'Yes', 'Ja'],
  ['date', {}, '2026-03-02', '2 Mar 2026', '02.03.2026'],
  ['date', { format: 'D MMMM YYYY' }, '2026-03-02', '2 March 2026', '2 März 2026'],
  ['datetime', {}, '2026-03-02T09:05:00.000Z', '2 Mar 2026, 09:05 UTC', '02.03.2026, 09:05 UTC'],
  ['datetime', { timezone: 'Europe/Berlin' }, '2026-03-02T23:30:00.000Z', '3 Mar 2026, 00:30', '03.03.2026, 00:30'],
  ['lookup', {}, [12_345.5, 'two'], '12,345.5, two', '12.345,5, two'],
  ['text', {}, '12345', '12345', '12345'],
] as const)('a cell of type %s with the settings %j shows %j as %s, and in German as %s', (type, config, value, english, german) => {
  const text = (tag: string) =>
    shownText(choosePageLocale(tag, defaultLook, 'en'), columnOfType(type, { config }), value as never).replaceAll('\u00a0', ' ');
  expect([text('en'), text('de')]).toEqual([english, german]);
});

test('a month has the short name of its language, which no other month has', () => {
  const column = columnOfType('date', { config: { format: 'D MMM YYYY' } });
  const short = (tag: string, day: string) => shownText(choosePageLocale(tag, defaultLook, 'en'), column, day);
  expect([short('fr', '2026-06-02'), short('fr', '2026-07-02'), short('de', '2026-03-02'), short('en', '2026-07-02')]).toEqual([
    '2 juin 2026',
    '2 juil. 2026',
    '2 Mär 2026',
    '2 Jul 2026',
  ]);
});

test('a colour of CSS is a name or hexadecimal', () => {
  expect(['Teal', '#ABC', '#12ab34', 'rebeccapurple', 'red"/><b>', '#12345', 'inherit', ''].map(hexColor)).toEqual([
    '#008080',
    '#aabbcc',
    '#12ab34',
    '#663399',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

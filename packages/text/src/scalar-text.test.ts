import { expect, test } from '@jest/globals';
import { exactNumber, isNumberText, truthValue } from './scalar-text.ts';

test.each(['0', '-1', '1.50', '1e3', '9007199254740991'])('%s is a number', (text) => {
  expect(isNumberText(text)).toBe(true);
  expect(exactNumber(text)).toBe(Number(text));
});

test.each(['', ' 1', '01', '1.', '.5', '+1', '1,5', '1_000', 'NaN', '0x10'])('%j is no number', (text) => {
  expect(isNumberText(text)).toBe(false);
  expect(exactNumber(text)).toBeUndefined();
});

test.each(['1e999', '9007199254740993'])('%s is a number that is not exact', (text) => {
  expect(isNumberText(text)).toBe(true);
  expect(exactNumber(text)).toBeUndefined();
});

test('a truth value is true or false and nothing else', () => {
  expect(['true', 'false', 'True', ' true', 'yes', '1', ''].map(truthValue)).toEqual([true, false, ...Array(5).fill(undefined)]);
});

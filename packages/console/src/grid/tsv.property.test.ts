import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromTsv, toTsv } from './tsv.ts';

const cell = fc.oneof(
  fc.string(),
  fc.constantFrom('', '"', 'a"b', 'a\tb', 'a\nb', 'a\r\nb', '=1+1', "'=1", '-5', '+x', '@a', ' "a" ', '\t', '\r', "''-x"),
);
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));

test('any cells survive the way through tab-separated text', () => {
  fc.assert(
    fc.property(table, (rows) => {
      expect(fromTsv(toTsv(rows))).toEqual(rows);
    }),
  );
});

test('a text that is a formula for spreadsheets leaves with an apostrophe, a number does not', () => {
  expect(toTsv([['=SUM(A1)', '-5', '@x', '-5 apples', 'a']])).toBe("'=SUM(A1)\t-5\t'@x\t'-5 apples\ta");
});

test('text of other programs is read: line feeds, a last line break, stray quotes', () => {
  expect(fromTsv('a\tb\nc\td\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(fromTsv('5" pipe\t"open')).toEqual([['5" pipe', '"open']]);
  expect(fromTsv('"a"b\tc')).toEqual([['"a"b', 'c']]);
  expect(fromTsv('')).toEqual([['']]);
});

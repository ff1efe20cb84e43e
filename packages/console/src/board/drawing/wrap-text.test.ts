import { expect, test } from '@jest/globals';
import { wrapText } from './wrap-text.ts';

const measure = (text: string): number => [...text].length;

test('a text is divided at spaces, a long word inside, and its own lines stay', () => {
  expect(wrapText('one two three', 7, measure)).toEqual(['one two', 'three']);
  expect(wrapText('abcdefghij', 4, measure)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrapText('a\n\nb', 10, measure)).toEqual(['a', '', 'b']);
  expect(wrapText('go abcdefgh', 4, measure)).toEqual(['go', 'abcd', 'efgh']);
});

test('a width below that of a character has one character in each line', () => {
  expect(wrapText('😀b', 0, measure)).toEqual(['😀', 'b']);
});

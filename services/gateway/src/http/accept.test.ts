import { expect, test } from '@jest/globals';
import { preferredType } from './accept.ts';

const TYPES = ['application/json', 'text/csv'];

test.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['application/json; charset=utf-8', 'application/json'],
  ['APPLICATION/JSON', 'application/json'],
  ['text/csv', 'text/csv'],
  ['text/csv;charset=utf-8', 'text/csv'],
  ['text/csv, application/json', 'text/csv'],
  ['application/json;q=0.5, text/csv', 'text/csv'],
  ['text/csv;q=0.5, */*', 'application/json'],
  ['application/json;q=0, */*', 'text/csv'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
  ['json', 'application/json'],
  ['text/html', undefined],
  ['application/xml, text/*;q=0', undefined],
  ['application/json;q=0', undefined],
  ['*/*;q=0', undefined],
])('of JSON and CSV, Accept: %s prefers %s', (accept, type) => {
  expect(preferredType(accept, TYPES)).toBe(type);
});

test('a header of 16 KB is read in linear time', () => {
  const began = performance.now();
  for (const part of ['a/b,', '*/*;q=0,', ';q=', ' ', 'a/b;;;;;;;;;q']) preferredType(part.repeat(16_384 / part.length), TYPES);
  expect(performance.now() - began).toBeLessThan(500);
});

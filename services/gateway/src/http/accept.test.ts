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

// A header has at most 16 KB. More work than linear work would not end for a megabyte.
test.each([
  ['a/b,', undefined],
  ['*/*;q=0,', undefined],
  [';q=', 'application/json'],
  [' ', 'application/json'],
  ['a/b;;;;;;;;;q', undefined],
])('a header of a megabyte of %j is read', (part, expected) => {
  expect(preferredType(part.repeat(1_048_576 / part.length), TYPES)).toBe(expected);
});

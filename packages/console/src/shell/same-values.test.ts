import { expect, test } from '@jest/globals';
import { haveSameValues } from './same-values.ts';

test('values are the same in any order of members, and absent is null', () => {
  expect(haveSameValues({ filters: { a: 1, b: [{ c: 2, d: 3 }] } }, { name: 'x', filters: { b: [{ d: 3, c: 2 }], a: 1 } })).toBe(true);
  expect(haveSameValues({ note: null }, {})).toBe(true);
  expect(haveSameValues({}, { name: 'x' })).toBe(true);
});

test('another value, or another order of a list, is a difference', () => {
  expect(haveSameValues({ name: 'a' }, { name: 'b' })).toBe(false);
  expect(haveSameValues({ types: ['a', 'b'] }, { types: ['b', 'a'] })).toBe(false);
  expect(haveSameValues({ enabled: false }, {})).toBe(false);
});

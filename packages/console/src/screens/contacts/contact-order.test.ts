import { expect, test } from '@jest/globals';
import { isSortable, nextOrder, sortedBy } from './contact-order.ts';

test('a click on a column sorts by it, and the next click reverses the order', () => {
  expect(nextOrder('-created_at', 'name')).toBe('name');
  expect(nextOrder('name', 'name')).toBe('-name');
  expect(nextOrder('-name', 'name')).toBe('name');
  expect(nextOrder('name', 'updated_at')).toBe('-updated_at');
  expect(nextOrder('-updated_at', 'updated_at')).toBe('updated_at');
});

test('only the column of the order is sorted, and only columns of an order can be', () => {
  expect([sortedBy('-email', 'email'), sortedBy('email', 'email'), sortedBy('email', 'name')]).toEqual([
    'descending',
    'ascending',
    undefined,
  ]);
  expect([isSortable('created_at'), isSortable('company'), isSortable('toString')]).toEqual([true, false, false]);
});

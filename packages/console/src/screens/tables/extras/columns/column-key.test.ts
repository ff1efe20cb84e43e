import { expect, test } from '@jest/globals';
import { keyOf } from './column-key.ts';

test('makes a key of a label', () => {
  expect(['Unit price', 'Größe (m²)', '2nd name', '日本', '  '].map((label) => keyOf(label))).toEqual([
    'unit_price',
    'grosse_m2',
    'nd_name',
    'column',
    'column',
  ]);
});

test('gives a key that is taken a number, and has at most 60 characters', () => {
  expect(keyOf('Name', ['name', 'name_2'])).toBe('name_3');
  expect(keyOf('x'.repeat(200)).length).toBeLessThanOrEqual(60);
});

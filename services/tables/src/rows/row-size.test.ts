import { expect, test } from '@jest/globals';
import { MAX_ROW_CHARACTERS, MAX_UPDATED_CHARACTERS } from '@space/contracts/tables';
import { assertRowSizes } from './row-size.ts';

const row = (characters: number) => ({ at: 'data', data: { c1: 'x'.repeat(characters - 8), c2: 5 } });

test('rows up to the limits are accepted', () => {
  expect(() => assertRowSizes(Array(MAX_UPDATED_CHARACTERS / MAX_ROW_CHARACTERS).fill(row(MAX_ROW_CHARACTERS)))).not.toThrow();
});

test('a row that would be too large is rejected with its path', () => {
  expect(() => assertRowSizes([row(MAX_ROW_CHARACTERS + 1)])).toThrow('data: the row would have more than');
  expect(() => assertRowSizes([{ at: 'updates.3.data', data: { c1: ['x'.repeat(MAX_ROW_CHARACTERS)] } }])).toThrow(
    'updates.3.data: the row',
  );
});

test('rows that are too large together are rejected', () => {
  const count = MAX_UPDATED_CHARACTERS / MAX_ROW_CHARACTERS + 1;
  expect(() => assertRowSizes(Array(count).fill(row(MAX_ROW_CHARACTERS)))).toThrow('update fewer in one call');
});

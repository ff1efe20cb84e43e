import { expect, test } from '@jest/globals';
import { MAX_ROW_BYTES, MAX_WRITTEN_BYTES } from '@space/contracts/tables';
import { assertRowSizes } from './row-size.ts';

const row = (bytes: number) => ({ at: 'data', data: { c1: 'x'.repeat(bytes - 10), c2: 5 } });

test('rows up to the limits are accepted', () => {
  expect(() => assertRowSizes(Array(MAX_WRITTEN_BYTES / MAX_ROW_BYTES).fill(row(MAX_ROW_BYTES)))).not.toThrow();
});

test('a row that would be too large is rejected with its path', () => {
  expect(() => assertRowSizes([row(MAX_ROW_BYTES + 1)])).toThrow('data: the row would have more than');
  expect(() => assertRowSizes([{ at: 'updates.3.data', data: { c1: ['x'.repeat(MAX_ROW_BYTES)] } }])).toThrow('updates.3.data: the row');
});

test.each([
  ['three bytes', '€', 3],
  ['four bytes', '😀', 4],
  ['an escape of six', '\u0001', 6],
])('a character counts %s', (_, character, bytes) => {
  const most = Math.floor((MAX_ROW_BYTES - 2) / bytes);
  expect(() => assertRowSizes([{ at: 'data', data: { c1: character.repeat(most) } }])).not.toThrow();
  expect(() => assertRowSizes([{ at: 'data', data: { c1: character.repeat(most + 1) } }])).toThrow('data: the row');
});

test('rows that are too large together are rejected', () => {
  const count = MAX_WRITTEN_BYTES / MAX_ROW_BYTES + 1;
  expect(() => assertRowSizes(Array(count).fill(row(MAX_ROW_BYTES)))).toThrow('write fewer in one call');
});

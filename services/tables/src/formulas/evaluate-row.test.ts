import { expect, test } from '@jest/globals';
import { MAX_COMPUTED_BYTES } from '@space/contracts/tables';
import type { Column } from '../schema/schema.ts';
import { createCellsBuilder, isForLackOfRoom } from './evaluate-row.ts';

const column = (cid: string) => ({ id: cid, cid }) as Column;
const [a, b, c] = [column('c1'), column('c2'), column('c3')];
const row = { id: 'row_1', created_at: 0, updated_at: 0, data: {} };
const half = 'x'.repeat(MAX_COMPUTED_BYTES / 2 - 2);

test('computed cells up to the limit stay, and a further one is empty with an error', () => {
  const cells = createCellsBuilder(row, {}, null);
  expect(cells.set(a!, { value: half })).toEqual({ value: half });
  expect(cells.set(b!, { value: half })).toEqual({ value: half });
  expect(cells.set(c!, { value: 'x' })).toMatchObject({ error: { code: 'too_long' } });
  const { computed, errors } = cells.build();
  expect(Object.keys(computed)).toEqual(['c1', 'c2']);
  expect(isForLackOfRoom(errors?.c3)).toBe(true);
});

test('a cell that is set again gives its room back, also one that the row had before', () => {
  const cells = createCellsBuilder(row, { c1: half, c2: half }, null);
  expect(cells.set(c!, { value: half })).toMatchObject({ error: { code: 'too_long' } });
  cells.set(a!, { value: null });
  expect(cells.set(c!, { value: half })).toEqual({ value: half });
  cells.clear(b!);
  expect(cells.bytes()).toBe(half.length + 2);
});

test('a character counts its bytes', () => {
  const cells = createCellsBuilder(row, {}, null);
  cells.set(a!, { value: '€'.repeat(100_000) });
  expect(cells.bytes()).toBe(300_002);
  cells.set(a!, { value: ['\u0001'.repeat(10)] });
  expect(cells.bytes()).toBe(64);
});

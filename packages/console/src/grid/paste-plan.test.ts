import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_PASTED_CELLS, type PastePlan, planPaste } from './paste-plan.ts';

const columns = ['a', 'b', undefined, 'd'];
const at = (row: number, column: number) => ({ top: row, bottom: row, left: column, right: column });
const plan = (copied: readonly (readonly string[])[], range = at(0, 0), rows = 1_000) =>
  planPaste(copied, { range, rows, columns }) as PastePlan;

test('cells go to their columns; one that cannot be written and one right of the last are skipped', () => {
  const { updates, skipped, cells } = plan([['1', '2', '3', '4', '5']]);
  expect(updates).toEqual([[{ row: 0, cells: { a: '1', b: '2', d: '4' } }]]);
  expect([cells, skipped]).toEqual([3, 2]);
});

test('one copied cell fills the chosen cells, and a copy repeats while it fits', () => {
  expect(plan([['x']], { top: 0, bottom: 1, left: 0, right: 1 }).updates[0]).toEqual([
    { row: 0, cells: { a: 'x', b: 'x' } },
    { row: 1, cells: { a: 'x', b: 'x' } },
  ]);
  expect(plan([['x'], ['y']], { top: 0, bottom: 3, left: 0, right: 0 }).updates[0]!.map(({ cells }) => cells.a)).toEqual([
    'x',
    'y',
    'x',
    'y',
  ]);
  expect(plan([['x'], ['y']], { top: 0, bottom: 2, left: 0, right: 0 }).updates[0]).toHaveLength(2);
});

test('rows below the last are created', () => {
  const { updates, creates, created } = plan([['1'], ['2'], ['3']], at(8, 0), 10);
  expect(updates.flat().map(({ row }) => row)).toEqual([8, 9]);
  expect(creates.flat().map(({ cells }) => cells)).toEqual([{ a: '3' }]);
  expect(created).toBe(1);
});

test('a paste above the limit has no plan, but its number of cells', () => {
  expect(
    planPaste(
      Array.from({ length: MAX_PASTED_CELLS + 1 }, () => ['x']),
      { range: at(0, 0), rows: 10, columns },
    ),
  ).toBe(10_001);
});

test('calls have at most 100 rows, and no cell is lost or sent twice', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 0, max: 1_200 }),
      fc.integer({ min: 0, max: 1_000 }),
      (height, row, rows) => {
        const made = plan(
          Array.from({ length: height }, (_, index) => [String(index), 'x']),
          at(Math.min(row, rows), 0),
          rows,
        );
        const calls = [...made.updates, ...made.creates];
        expect(Math.max(...calls.map((call) => call.length))).toBeLessThanOrEqual(100);
        expect(calls.flat().map(({ cells }) => cells.a)).toEqual(Array.from({ length: height }, (_, index) => String(index)));
      },
    ),
  );
});

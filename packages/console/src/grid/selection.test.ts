import { expect, test } from '@jest/globals';
import { countCells, fitted, type Move, moved, rangeOf, single, stepped, wholeRows } from './selection.ts';

const size = { rows: 100, columns: 4, page: 10 };
const middle = single({ row: 50, column: 1 });

test.each<readonly [Move, number, number]>([
  ['up', 49, 1],
  ['down', 51, 1],
  ['left', 50, 0],
  ['right', 50, 2],
  ['page_up', 40, 1],
  ['page_down', 60, 1],
  ['row_start', 50, 0],
  ['row_end', 50, 3],
  ['column_start', 0, 1],
  ['column_end', 99, 1],
  ['first', 0, 0],
  ['last', 99, 3],
])('%s moves the active cell to row %d and column %d', (move, row, column) => {
  expect(moved(middle, move, size)).toEqual(single({ row, column }));
});

test('a move ends at the edge', () => {
  expect(moved(single({ row: 0, column: 0 }), 'up', size).active).toEqual({ row: 0, column: 0 });
  expect(moved(single({ row: 99, column: 3 }), 'page_down', size).active).toEqual({ row: 99, column: 3 });
  expect(moved(single({ row: 0, column: 0 }), 'down', { rows: 0, columns: 0, page: 1 }).active).toEqual({ row: 0, column: 0 });
});

test('an extending move keeps the anchor, and the rectangle is between both', () => {
  const selection = moved(moved(middle, 'up', size, true), 'right', size, true);
  expect(selection.anchor).toEqual({ row: 50, column: 1 });
  expect(rangeOf(selection)).toEqual({ top: 49, bottom: 50, left: 1, right: 2 });
  expect(countCells(rangeOf(selection))).toBe(4);
});

test('a step goes through the cells row by row, in both directions', () => {
  expect(stepped(single({ row: 3, column: 3 }), false, size).active).toEqual({ row: 4, column: 0 });
  expect(stepped(single({ row: 4, column: 0 }), true, size).active).toEqual({ row: 3, column: 3 });
  expect(stepped(single({ row: 99, column: 3 }), false, size).active).toEqual({ row: 99, column: 3 });
});

test('a selection is cut when rows go away, and grows to whole rows', () => {
  expect(fitted(middle, { ...size, rows: 10 }).active).toEqual({ row: 9, column: 1 });
  expect(rangeOf(wholeRows(middle, size))).toEqual({ top: 50, bottom: 50, left: 0, right: 3 });
});

import { expect, test } from '@jest/globals';
import { drawnColumns, GUTTER, leftShowing, placeColumns, widthOf } from './grid-column.ts';

const columns = (count: number) =>
  placeColumns(
    Array.from({ length: count }, (_, index) => ({
      key: `c${index}`,
      label: `C${index}`,
      width: 100,
      entry: 'line' as const,
      isNumber: false,
    })),
    2,
  );

test('columns stand after each other after the gutter', () => {
  expect(columns(3).map(({ start }) => start)).toEqual([GUTTER, GUTTER + 100, GUTTER + 200]);
  expect(widthOf(columns(3))).toBe(GUTTER + 300);
  expect(widthOf([])).toBe(GUTTER);
});

test('of many columns only the frozen ones and those on the screen are drawn', () => {
  const keys = drawnColumns(columns(40), 1_000, 500).map(({ key }) => key);
  expect(keys).toEqual(['c0', 'c1', 'c9', 'c10', 'c11', 'c12', 'c13', 'c14']);
  expect(drawnColumns(columns(20), 1_000, 500)).toHaveLength(20);
});

test('a hidden column comes to the nearer edge, right of the frozen ones', () => {
  const all = columns(40);
  expect(leftShowing(all[0]!, all, 700, 500)).toBe(700);
  expect(leftShowing(all[2]!, all, 700, 500)).toBe(0);
  expect(leftShowing(all[10]!, all, 0, 500)).toBe(all[10]!.start + 100 - 500);
  expect(leftShowing(all[3]!, all, 0, 600)).toBe(0);
});

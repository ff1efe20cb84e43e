import { expect, test } from '@jest/globals';
import { orderedWidgets, withMoved, withWidget } from './widget-order.ts';

const widget = (id: string, place: object = {}) => ({ id, type: 'metric', title: id, ...place }) as const;

test('widgets are read by row and column, and stay in order without places', () => {
  expect(orderedWidgets([widget('a', { y: 1 }), widget('b', { x: 6 }), widget('c')]).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

test('two widgets exchange their order and their places', () => {
  const moved = withMoved([widget('a', { x: 0, y: 0 }), widget('b', { x: 6, y: 0, w: 6 })], 0, 1);
  expect(moved).toEqual([widget('b', { x: 0, y: 0, w: 6 }), widget('a', { x: 6, y: 0 })]);
  expect(orderedWidgets(moved)).toEqual(moved);
  expect(withMoved([widget('a')], 0, 1)).toEqual([widget('a')]);
});

test('a changed widget stays in its place, and a new one comes last', () => {
  const known = [widget('a'), widget('b')];
  expect(withWidget(known, { ...widget('a'), title: 'A' }).map(({ title }) => title)).toEqual(['A', 'b']);
  expect(withWidget(known, widget('c'))).toEqual([...known, widget('c')]);
  expect(withWidget([widget('a', { y: 2, h: 3 })], widget('c')).at(-1)).toEqual(widget('c', { x: 0, y: 5 }));
});

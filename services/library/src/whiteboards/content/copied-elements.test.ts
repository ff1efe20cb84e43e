import { expect, test } from '@jest/globals';
import { createElements, emptyBoard } from '@space/board';
import { copiedElements } from './copied-elements.ts';

test('copies of elements are accepted as new ones and are like their sources', () => {
  const { elements } = createElements(emptyBoard(), [
    { type: 'frame', ref: 'f', text: 'Frame', x: 0, y: 0, width: 900, height: 900 },
    { type: 'sticky', ref: 'a', text: 'One', frame_ref: 'f', group_id: 'grp_1', rotation: 10 },
    {
      type: 'line',
      points: [
        [0, 0],
        [10, 10],
      ],
      end_cap: 'arrow',
      x: 2_000,
      y: 0,
    },
    {
      type: 'freehand',
      points: [
        [0, 0],
        [5, 5],
      ],
      x: 2_000,
      y: 100,
    },
    { type: 'image', asset_id: 'ast_1', x: 2_000, y: 200 },
    { type: 'embed', address: 'space:table/tbl_1', x: 2_000, y: 400 },
    { type: 'connector', from: { ref: 'a', side: 'right' }, to: { x: 1_500, y: 20 }, text: 'then' },
  ]);
  const copies = createElements(emptyBoard(), copiedElements(elements)).elements;
  const ids = new Map(elements.map(({ id }, at) => [id, copies[at]!.id]));
  const expected = JSON.parse(JSON.stringify(elements), (_key, value) => ids.get(value) ?? value) as typeof elements;
  const withoutDrawn = (all: typeof elements) => all.map(({ seed: _seed, index: _index, ...element }) => element);
  expect(withoutDrawn(copies)).toEqual(withoutDrawn(expected));
});

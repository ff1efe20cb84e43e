import { describe, expect, it } from '@jest/globals';
import type { BoardElement, NewElement } from '@space/contracts/whiteboard-elements';
import fc from 'fast-check';
import { boardOf, join, read } from '../../test/fixtures/boards.ts';
import { overlaps } from '../geometry/box.ts';
import { elementBox } from '../geometry/element-box.ts';
import { createElements } from './create-elements.ts';

const length = fc.integer({ min: 1, max: 600 });
const place = fc.integer({ min: -1_500, max: 1_500 });
const there: fc.Arbitrary<NewElement> = fc.oneof(
  fc.record({ type: fc.constantFrom('sticky' as const, 'ellipse' as const), x: place, y: place, width: length, height: length }),
  fc.record({ type: fc.constant('frame' as const), x: place, y: place, width: length, height: length }),
);
const fresh: fc.Arbitrary<NewElement> = fc.oneof(
  fc.record({
    type: fc.constantFrom('sticky' as const, 'diamond' as const),
    width: length,
    height: length,
    rotation: fc.constantFrom(0, 30, 90),
  }),
  fc.record({ type: fc.constant('text' as const), text: fc.string({ maxLength: 60 }) }),
  fc.constant<NewElement>({
    type: 'line',
    points: [
      [0, 0],
      [-80, 40],
      [30, -60],
    ],
  }),
);

/** Returns true if one of two elements is a frame around the other one. */
function isAround(a: BoardElement, b: BoardElement): boolean {
  return a.frame_id === b.id || b.frame_id === a.id;
}

describe('new elements without a place', () => {
  it('cover nothing, whether they are in a frame that is there, in a new one or in no frame', () => {
    fc.assert(
      fc.property(
        fc.array(there, { maxLength: 12 }),
        fc.array(fc.tuple(fresh, fc.nat()), { minLength: 1, maxLength: 10 }),
        (before, added) => {
          const { state, elements } = boardOf(...before);
          const frames = elements.filter(({ type }) => type === 'frame');
          const { update, elements: created } = createElements(state, [
            { type: 'frame', ref: 'new' },
            ...added.map(([element, choice]): NewElement => {
              if (choice % 3 === 0) return { ...element, frame_ref: 'new' };
              return choice % 3 === 1 && frames.length > 0 ? { ...element, frame_id: frames[choice % frames.length]!.id } : element;
            }),
          ]);
          const all = read(join(state, update));
          for (const one of created) {
            const covered = all.filter(
              (other) => other.id !== one.id && !isAround(one, other) && overlaps(elementBox(one), elementBox(other)),
            );
            // An element that is there may lie on the frame of a new one; the new one does not lie on that element.
            expect(covered.map(({ id }) => id)).toEqual([]);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

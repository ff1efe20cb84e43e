import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundsOfBox, portAt, type SideName } from '../geometry/box.ts';
import { elbowPoints } from './elbow-points.ts';

const side = fc.constantFrom<SideName>('top', 'right', 'bottom', 'left');
const size = fc.integer({ min: 20, max: 200 });
/** Boxes with room between them for a line. */
const boxes = fc
  .tuple(size, size, size, size, fc.integer({ min: -500, max: 500 }), fc.constantFrom(-1, 1))
  .map(([w1, h1, w2, h2, x, sign]) => [
    { x: 0, y: 0, width: w1, height: h1, rotation: 0 },
    { x, y: sign * 300, width: w2, height: h2, rotation: 0 },
  ]);

describe('elbowPoints', () => {
  it('gives level and upright parts between the ends that cross no element of an end', () => {
    fc.assert(
      fc.property(boxes, side, side, ([from, to], fromSide, toSide) => {
        const [start, end] = [portAt(from!, fromSide), portAt(to!, toSide)];
        const points = elbowPoints({ ...start, bounds: boundsOfBox(from!) }, { ...end, bounds: boundsOfBox(to!) });
        expect(points[0]).toEqual(start.point);
        expect(points.at(-1)).toEqual(end.point);
        points.slice(1).forEach(([x, y], index) => {
          const [beforeX, beforeY] = points[index]!;
          expect(Math.min(Math.abs(x - beforeX), Math.abs(y - beforeY))).toBeLessThan(0.01);
          for (const { left, top, right, bottom } of [boundsOfBox(from!), boundsOfBox(to!)]) {
            const isInside =
              Math.min(x, beforeX) < right - 1 &&
              Math.max(x, beforeX) > left + 1 &&
              Math.min(y, beforeY) < bottom - 1 &&
              Math.max(y, beforeY) > top + 1;
            expect(isInside).toBe(false);
          }
        });
      }),
    );
  });
});

import type { Point } from './bounds.ts';

/** Returns a point moved by a distance in a direction. */
export const moved = ([x, y]: Point, [dx, dy]: Point, distance: number): Point => [x + dx * distance, y + dy * distance];

/** Returns the distance between two points. */
export const distanceOf = ([x1, y1]: Point, [x2, y2]: Point): number => Math.hypot(x2 - x1, y2 - y1);

/** Returns the direction from one point to another with length 1; to the right for equal points. */
export function directionOf(from: Point, to: Point): Point {
  const length = distanceOf(from, to);
  return length === 0 ? [1, 0] : [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}

/** Returns the opposite direction. */
export const opposite = ([x, y]: Point): Point => [-x, -y];

/** Returns the axis that is next to a direction, as a direction. */
export const axisOf = ([x, y]: Point): Point => (Math.abs(x) >= Math.abs(y) ? [Math.sign(x) || 1, 0] : [0, Math.sign(y)]);

/** Returns the point in the middle of the length of a polyline. */
export function middleOf(points: readonly Point[]): Point {
  const lengths = points.slice(1).map((point, index) => distanceOf(points[index]!, point));
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [index, length] of lengths.entries()) {
    if (rest <= length && length > 0) return moved(points[index]!, directionOf(points[index]!, points[index + 1]!), rest);
    rest -= length;
  }
  return points.at(-1)!;
}

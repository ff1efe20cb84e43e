import type { Point } from '../geometry/bounds.ts';
import { directionOf } from '../geometry/vectors.ts';
import type { Outline } from '../shapes/outline.ts';

/** A tip of a line with the direction in which the line arrives there. */
export interface Tip {
  readonly point: Point;
  readonly direction: Point;
}

/** The way of a line: what is drawn, its tips, the place of its label, and points for its bounds. */
export interface Course {
  readonly outline: Outline;
  readonly start: Tip;
  readonly end: Tip;
  readonly middle: Point;
  readonly points: readonly Point[];
}

/** Returns the tips of a polyline of at least one point. */
export function tipsOf(points: readonly Point[]): { start: Tip; end: Tip } {
  const [first, second = points[0]!] = points as [Point, ...Point[]];
  const last = points.at(-1)!;
  return {
    start: { point: first, direction: directionOf(second, first) },
    end: { point: last, direction: directionOf(points.at(-2) ?? last, last) },
  };
}

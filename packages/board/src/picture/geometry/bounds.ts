/** A point in pixels. */
export type Point = readonly [x: number, y: number];

/** The smallest upright rectangle around something. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the bounds of points; null without points. */
export function boundsOfPoints(points: readonly Point[]): Bounds | null {
  if (points.length === 0) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}

/** Returns the bounds of all; null for an empty list. */
export function joinBounds(all: readonly Bounds[]): Bounds | null {
  return boundsOfPoints(
    all.flatMap(({ left, top, right, bottom }): Point[] => [
      [left, top],
      [right, bottom],
    ]),
  );
}

/** Returns bounds that are larger by a margin on each side. */
export function growBounds({ left, top, right, bottom }: Bounds, margin: number): Bounds {
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
}

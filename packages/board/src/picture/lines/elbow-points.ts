import { type Bounds, growBounds, type Point } from '../geometry/bounds.ts';
import { axisOf, distanceOf, moved, opposite } from '../geometry/vectors.ts';

/** An end of an elbow: its point, the direction away from its element, and the bounds of the element. */
export interface ElbowEnd {
  readonly point: Point;
  readonly direction: Point;
  readonly bounds: Bounds | null;
}

const STUB = 20;
const BEND_COST = 25;
const CROSSING_COST = 5_000;
const REVERSAL_COST = 10_000;

/**
 * Returns the points of a line of level and upright parts between two ends. It leaves each element in the direction of its end.
 * Of the ways with at most four bends the shortest that crosses no element of an end is taken.
 */
export function elbowPoints(from: ElbowEnd, to: ElbowEnd): Point[] {
  const start = moved(from.point, axisOf(from.direction), STUB);
  const end = moved(to.point, axisOf(to.direction), STUB);
  const obstacles = [from.bounds, to.bounds].filter((bounds) => bounds !== null);
  const ways = waysBetween(start, end, obstacles).map((middle) => withoutIdlePoints([from.point, start, ...middle, end, to.point]));
  const costs = ways.map((way) => costOf(way, from, to, obstacles));
  return ways[costs.indexOf(Math.min(...costs))]!;
}

function waysBetween(start: Point, end: Point, obstacles: readonly Bounds[]): Point[][] {
  const around = obstacles.map((bounds) => growBounds(bounds, STUB));
  const columns = [(start[0] + end[0]) / 2, ...around.flatMap(({ left, right }) => [left, right])];
  const rows = [(start[1] + end[1]) / 2, ...around.flatMap(({ top, bottom }) => [top, bottom])];
  return [
    [[end[0], start[1]]],
    [[start[0], end[1]]],
    ...columns.map((x): Point[] => [
      [x, start[1]],
      [x, end[1]],
    ]),
    ...rows.map((y): Point[] => [
      [start[0], y],
      [end[0], y],
    ]),
    ...columns.flatMap((x) =>
      rows.map((y): Point[] => [
        [x, start[1]],
        [x, y],
        [end[0], y],
      ]),
    ),
    ...columns.flatMap((x) =>
      rows.map((y): Point[] => [
        [start[0], y],
        [x, y],
        [x, end[1]],
      ]),
    ),
  ];
}

function costOf(way: readonly Point[], from: ElbowEnd, to: ElbowEnd, obstacles: readonly Bounds[]): number {
  let cost = way.length * BEND_COST;
  for (let index = 1; index < way.length; index += 1) {
    const [before, after] = [way[index - 1]!, way[index]!];
    cost += distanceOf(before, after);
    cost += obstacles.filter((bounds) => crosses(before, after, bounds)).length * CROSSING_COST;
    const next = way[index + 1];
    if (next && isReversal(before, after, next)) cost += REVERSAL_COST;
  }
  const isGoneBack = (point: Point | undefined, next: Point | undefined, direction: Point) =>
    point !== undefined && next !== undefined && scalar(next[0] - point[0], next[1] - point[1], axisOf(direction)) < 0;
  if (isGoneBack(way[0], way[1], from.direction)) cost += REVERSAL_COST;
  if (isGoneBack(way.at(-1), way.at(-2), to.direction)) cost += REVERSAL_COST;
  return cost;
}

const scalar = (x: number, y: number, [dx, dy]: Point): number => x * dx + y * dy;

function isReversal(a: Point, b: Point, c: Point): boolean {
  return scalar(b[0] - a[0], b[1] - a[1], opposite([c[0] - b[0], c[1] - b[1]])) > 0;
}

/** Returns true if a level or upright line runs through the inside of bounds. */
function crosses([x1, y1]: Point, [x2, y2]: Point, { left, top, right, bottom }: Bounds): boolean {
  return Math.min(x1, x2) < right - 1 && Math.max(x1, x2) > left + 1 && Math.min(y1, y2) < bottom - 1 && Math.max(y1, y2) > top + 1;
}

/** Returns the points without those that are equal to the one before or in the middle of a straight part. */
function withoutIdlePoints(points: readonly Point[]): Point[] {
  const used: Point[] = [];
  for (const point of points) {
    const last = used.at(-1);
    if (last && distanceOf(last, point) < 0.01) continue;
    const previous = used.at(-2);
    if (last && previous && isStraight(previous, last, point)) used.pop();
    used.push(point);
  }
  return used.length > 1 ? used : [points[0]!, points.at(-1)!];
}

function isStraight(a: Point, b: Point, c: Point): boolean {
  const isLevel = Math.abs(a[1] - b[1]) < 0.01 && Math.abs(b[1] - c[1]) < 0.01;
  const isUpright = Math.abs(a[0] - b[0]) < 0.01 && Math.abs(b[0] - c[0]) < 0.01;
  return (isLevel || isUpright) && !isReversal(a, b, c);
}

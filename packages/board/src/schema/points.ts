import { MAX_COORDINATE, MAX_ELEMENT_POINTS } from '@space/contracts/whiteboard-elements';

/** A point relative to x and y of its element. */
export type Point = readonly [x: number, y: number];

/** The least and the greatest number of points. */
export interface PointCount {
  readonly least: number;
  readonly most: number;
}

/** The numbers of points that a line may have. */
export const linePointCount: PointCount = { least: 2, most: MAX_ELEMENT_POINTS.line };

/** The numbers of points that a freehand drawing may have. */
export const freehandPointCount: PointCount = { least: 1, most: MAX_ELEMENT_POINTS.freehand };

/** Returns true for a list of points. It is a loop of its own, since a schema takes a second for the points of a full whiteboard. */
export function isPoints(value: unknown, { least, most }: PointCount): value is Point[] {
  if (!Array.isArray(value) || value.length < least || value.length > most) return false;
  for (const point of value) {
    if (!Array.isArray(point) || point.length !== 2 || !isCoordinate(point[0]) || !isCoordinate(point[1])) return false;
  }
  return true;
}

function isCoordinate(value: unknown): boolean {
  return typeof value === 'number' && value >= -MAX_COORDINATE && value <= MAX_COORDINATE;
}

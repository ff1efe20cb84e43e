import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { type Bounds, boundsOfPoints, type Point } from './bounds.ts';

/** A rectangle that is rotated about its centre, in degrees clockwise. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

/** The names of the sides of a box. */
export type SideName = 'top' | 'right' | 'bottom' | 'left';

/** A place on the border of a box with the direction that leads away from it. */
export interface Port {
  readonly point: Point;
  readonly direction: Point;
}

/** Returns the box of an element. The one of lines and drawings is that of their points. */
export function boxOf(element: BoardElement): Box {
  const { x, y, width, height, rotation } = element;
  if (element.type !== 'line' && element.type !== 'freehand') return { x, y, width, height, rotation };
  const bounds = boundsOfPoints(element.points) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  return { x: x + bounds.left, y: y + bounds.top, width: bounds.right - bounds.left, height: bounds.bottom - bounds.top, rotation };
}

/** Returns the centre of a box. */
export function centerOf({ x, y, width, height }: Box): Point {
  return [x + width / 2, y + height / 2];
}

/** Returns a point rotated about a centre, in degrees clockwise. */
function rotatePoint([x, y]: Point, [centerX, centerY]: Point, degrees: number): Point {
  if (degrees % 360 === 0) return [x, y];
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [centerX + (x - centerX) * cos - (y - centerY) * sin, centerY + (x - centerX) * sin + (y - centerY) * cos];
}

/** Returns the upright bounds of a rotated box. */
export function boundsOfBox(box: Box): Bounds {
  const { x, y, width, height } = box;
  return rotatedBounds({ left: x, top: y, right: x + width, bottom: y + height }, centerOf(box), box.rotation);
}

/** Returns the upright bounds of bounds that are rotated about a centre. */
export function rotatedBounds({ left, top, right, bottom }: Bounds, center: Point, degrees: number): Bounds {
  const corners: Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return boundsOfPoints(corners.map((corner) => rotatePoint(corner, center, degrees)))!;
}

/** Returns the middle of a side of a rotated box, and the direction away from it. */
export function portAt(box: Box, side: SideName): Port {
  const center = centerOf(box);
  const [x, y] = outward[side];
  const middle: Point = [center[0] + (x * box.width) / 2, center[1] + (y * box.height) / 2];
  return { point: rotatePoint(middle, center, box.rotation), direction: rotatePoint([x, y], [0, 0], box.rotation) };
}

/** Returns the side of a box that is next to a point. */
export function sideToward(box: Box, target: Point): SideName {
  const center = centerOf(box);
  const [x, y] = rotatePoint(target, center, -box.rotation);
  const across = (x - center[0]) / Math.max(box.width, 1);
  const down = (y - center[1]) / Math.max(box.height, 1);
  if (Math.abs(across) >= Math.abs(down)) return across >= 0 ? 'right' : 'left';
  return down >= 0 ? 'bottom' : 'top';
}

const outward: Readonly<Record<SideName, Point>> = { top: [0, -1], right: [1, 0], bottom: [0, 1], left: [-1, 0] };

import type { Point } from '../geometry/bounds.ts';
import type { Box } from '../geometry/box.ts';
import { decimal } from '../svg/decimal.ts';

/** A line to draw, before its look is applied. */
export type Outline =
  | { readonly kind: 'polygon' | 'polyline'; readonly points: readonly Point[] }
  | { readonly kind: 'ellipse'; readonly box: Box }
  | { readonly kind: 'curve'; readonly points: readonly [Point, Point, Point, Point] };

/** Returns the path data of an outline with exact lines. */
export function exactPath(outline: Outline): string {
  if (outline.kind === 'ellipse') {
    const { x, y, width, height } = outline.box;
    const [rx, ry] = [width / 2, height / 2];
    const arc = `A${decimal(rx)} ${decimal(ry)} 0 1 1`;
    return `M${pair([x, y + ry])}${arc} ${pair([x + width, y + ry])}${arc} ${pair([x, y + ry])}Z`;
  }
  if (outline.kind === 'curve') {
    const [start, first, second, end] = outline.points;
    return `M${pair(start)}C${pair(first)} ${pair(second)} ${pair(end)}`;
  }
  const path = outline.points.map((point, index) => `${index === 0 ? 'M' : 'L'}${pair(point)}`).join('');
  return outline.kind === 'polygon' ? `${path}Z` : path;
}

/** Returns the outline of a rectangle. */
export function rectangleOutline({ x, y, width, height }: Box): Outline {
  return {
    kind: 'polygon',
    points: [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
  };
}

/** Returns the outline of a diamond that touches the middles of the sides of a box. */
export function diamondOutline({ x, y, width, height }: Box): Outline {
  return {
    kind: 'polygon',
    points: [
      [x + width / 2, y],
      [x + width, y + height / 2],
      [x + width / 2, y + height],
      [x, y + height / 2],
    ],
  };
}

const pair = ([x, y]: Point): string => `${decimal(x)} ${decimal(y)}`;

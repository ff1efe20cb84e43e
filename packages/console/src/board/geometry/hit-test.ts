import { type Box, boxAroundPoints, elementBox, grow, overlaps, plainBox } from '@space/board/live';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import type { BoardElements } from '../model/board-elements.ts';
import { courseOf } from './courses.ts';
import type { Place } from './view.ts';

/** Returns the uppermost element at a place, or undefined. Lines count within a tolerance, and a frame only at its edge and its title. */
export function elementAt(elements: BoardElements, place: Place, tolerance: number): BoardElement | undefined {
  return elements.list.findLast((element) => isAt(elements, element, place, tolerance));
}

/** Returns the uppermost element other than a connector or a line that has a place inside, for the end of a connector. */
export function elementAround(elements: BoardElements, place: Place, except?: string): BoardElement | undefined {
  return elements.list.findLast(
    (element) =>
      element.id !== except &&
      !['connector', 'line', 'freehand', 'frame'].includes(element.type) &&
      isInside(plainBox(element), upright(element, place)),
  );
}

/** Returns the uppermost frame that has a place inside, other than some frames. */
export function frameAround(elements: BoardElements, place: Place, except: ReadonlySet<string>): BoardElement | undefined {
  return elements.list.findLast(
    (element) => element.type === 'frame' && !except.has(element.id) && isInside(plainBox(element), upright(element, place)),
  );
}

/** Returns the elements of which a marquee has every part; those that are locked are left out. */
export const elementsIn = ({ list }: BoardElements, marquee: Box): BoardElement[] =>
  list.filter((element) => !element.is_locked && contains(marquee, elementBox(element)));

/** Returns the elements that a window may show. */
export const elementsSeen = ({ list }: BoardElements, seen: Box): BoardElement[] =>
  list.filter((element) => overlaps(grow(elementBox(element), outerMargin(element)), seen));

/** Returns the box between two places. */
export const boxBetween = (a: Place, b: Place): Box =>
  boxAroundPoints([
    [a.x, a.y],
    [b.x, b.y],
  ]);

/** Pixels by which the drawing of an element may leave its box: titles of frames, curves of connectors, lines of a hand. */
const outerMargin = ({ type, style }: BoardElement): number => (type === 'connector' ? 260 : style.font_size * 2 + style.stroke_width + 16);

function isAt(elements: BoardElements, element: BoardElement, place: Place, tolerance: number): boolean {
  const reach = tolerance + element.style.stroke_width / 2;
  if (element.type === 'connector') return isNearPath(courseOf(element, elements)?.points ?? [], place, reach);
  const point = upright(element, place);
  if (element.type === 'line' || element.type === 'freehand')
    return isNearPath(
      element.points.map(([x, y]) => [element.x + x, element.y + y] as const),
      point,
      reach,
    );
  const box = plainBox(element);
  if (!isInside(grow(box, tolerance), point)) return element.type === 'frame' && isInside(titleBox(element), point);
  return element.type !== 'frame' || !isInside(grow(box, -tolerance), point);
}

const titleBox = ({ x, y, width, style }: BoardElement): Box => ({ x, y: y - style.font_size * 1.6, width, height: style.font_size * 1.6 });

const isInside = ({ x, y, width, height }: Box, place: Place): boolean =>
  place.x >= x && place.x <= x + width && place.y >= y && place.y <= y + height;

const contains = (outer: Box, inner: Box): boolean =>
  isInside(outer, inner) && isInside(outer, { x: inner.x + inner.width, y: inner.y + inner.height });

/** Returns a place as an element sees it that is rotated back. */
function upright(element: BoardElement, { x, y }: Place): Place {
  if (element.rotation % 360 === 0) return { x, y };
  const box = plainBox(element);
  const [centreX, centreY] = [box.x + box.width / 2, box.y + box.height / 2];
  const angle = (-element.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    x: centreX + (x - centreX) * cos - (y - centreY) * sin,
    y: centreY + (x - centreX) * sin + (y - centreY) * cos,
  };
}

function isNearPath(points: readonly (readonly [number, number])[], { x, y }: Place, reach: number): boolean {
  if (points.length === 1) return Math.hypot(points[0]![0] - x, points[0]![1] - y) <= reach;
  return points.slice(1).some((end, at) => distanceToSegment(points[at]!, end, x, y) <= reach);
}

function distanceToSegment([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number], x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(ax + part * dx - x, ay + part * dy - y);
}

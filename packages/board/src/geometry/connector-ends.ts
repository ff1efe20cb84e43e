import type { ConnectorEnd } from '@space/contracts/whiteboard-elements';
import { type Box, centre } from './box.ts';

/** A place on the whiteboard. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A side of a box. */
export type BoxSide = 'top' | 'right' | 'bottom' | 'left';

/** The place at which a connector ends, and the side of the element there; null at a free point. */
export interface EndPlace extends Place {
  readonly side: BoxSide | null;
}

/** Returns the box of an element, or undefined if the whiteboard does not have it. */
export type BoxOf = (id: string) => Box | undefined;

/** Returns the places of both ends of a connector: the middles of sides, or free points. Undefined if an element is missing. */
export function connectorEnds(from: ConnectorEnd, to: ConnectorEnd, boxOf: BoxOf): readonly [EndPlace, EndPlace] | undefined {
  const [a, b] = [targetOf(from, boxOf), targetOf(to, boxOf)];
  return a && b && [endAt(from, a, centre(b)), endAt(to, b, centre(a))];
}

function targetOf(end: ConnectorEnd, boxOf: BoxOf): Box | undefined {
  return 'element_id' in end ? boxOf(end.element_id) : { x: end.x, y: end.y, width: 0, height: 0 };
}

function endAt(end: ConnectorEnd, box: Box, other: Place): EndPlace {
  if (!('element_id' in end)) return { x: end.x, y: end.y, side: null };
  const side = end.side === 'auto' ? sideTowards(box, other) : end.side;
  return { ...middleOf(box, side), side };
}

/** Returns the side of a box through which the line from its centre to a place goes. */
export function sideTowards(box: Box, place: Place): BoxSide {
  const { x, y } = centre(box);
  const [dx, dy] = [place.x - x, place.y - y];
  if (Math.abs(dx) * box.height > Math.abs(dy) * box.width) return dx > 0 ? 'right' : 'left';
  return dy > 0 ? 'bottom' : 'top';
}

/** Returns the middle of a side of a box. */
export function middleOf({ x, y, width, height }: Box, side: BoxSide): Place {
  if (side === 'left' || side === 'right') return { x: side === 'left' ? x : x + width, y: y + height / 2 };
  return { x: x + width / 2, y: side === 'top' ? y : y + height };
}

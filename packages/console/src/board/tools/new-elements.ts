import { defaultSizes } from '@space/board/live';
import type { ConnectorEnd } from '@space/contracts/whiteboard-elements';
import { boxBetween } from '../geometry/hit-test.ts';
import type { Place } from '../geometry/view.ts';
import type { NewElement } from '../model/board-writer.ts';
import { round } from './change-places.ts';

/** The types of elements that have a box that a person pulls open. */
export type BoxedType = 'sticky' | 'rectangle' | 'ellipse' | 'diamond' | 'text' | 'frame';

/** Pixels of a way that is a press and no pull. */
const MIN_PULL = 6;

/** Returns the new element of a pull from one place to another. A press makes one of the usual size, with the place in its middle. */
export function boxedElement(type: BoxedType, start: Place, end: Place, zoom: number): NewElement {
  const isPress = Math.hypot(end.x - start.x, end.y - start.y) * zoom < MIN_PULL;
  const usual = defaultSizes[type];
  if (type === 'text') {
    // A text grows with its lines; a pull gives it a width.
    const width = isPress ? usual.width : Math.max(20, Math.abs(end.x - start.x));
    return {
      type,
      fields: { x: round(Math.min(start.x, end.x)), y: round(Math.min(start.y, end.y)), width: round(width), height: usual.height },
    };
  }
  const corner = type === 'frame' ? 0 : 0.5;
  const box = isPress ? { x: start.x - usual.width * corner, y: start.y - usual.height * corner, ...usual } : boxBetween(start, end);
  return {
    type,
    ...(type === 'frame' && { text: 'Frame' }),
    fields: { x: round(box.x), y: round(box.y), width: round(Math.max(1, box.width)), height: round(Math.max(1, box.height)) },
  };
}

/** Returns a new line through places; undefined for one without a length. */
export function lineElement(places: readonly Place[]): NewElement | undefined {
  const [first] = places;
  if (!first || places.length < 2 || places.every(({ x, y }) => x === first.x && y === first.y)) return undefined;
  return { type: 'line', fields: { x: round(first.x), y: round(first.y), points: relative(places, first) } };
}

/** Returns a new freehand drawing through places. */
export function freehandElement(places: readonly Place[], mostPoints: number): NewElement | undefined {
  const [first] = places;
  if (!first) return undefined;
  return { type: 'freehand', fields: { x: round(first.x), y: round(first.y), points: relative(thinned(places, mostPoints), first) } };
}

/** Returns a new connector between two ends. */
export const connectorElement = (from: ConnectorEnd, to: ConnectorEnd): NewElement => ({ type: 'connector', fields: { from, to } });

/** Returns the end of a connector at a place: the element there, or the place itself. */
export const connectorEnd = (place: Place, element_id: string | undefined): ConnectorEnd =>
  element_id === undefined ? { x: round(place.x), y: round(place.y) } : { element_id, side: 'auto' };

const relative = (places: readonly Place[], first: Place): number[][] => places.map(({ x, y }) => [round(x - first.x), round(y - first.y)]);

/** Returns places without some in between, if there are too many. */
function thinned(places: readonly Place[], most: number): readonly Place[] {
  const step = Math.ceil(places.length / most);
  return step === 1 ? places : places.filter((_, at) => at % step === 0);
}

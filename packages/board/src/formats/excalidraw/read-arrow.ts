import { Cap, MAX_ELEMENT_POINTS } from '@space/contracts/whiteboard-elements';
import { isRecord, numberOr, textOr, type UnknownRecord } from '../file/read-json.ts';
import type { CustomData } from './custom-data.ts';
import type { ReadingContext } from './read-element.ts';
import { readPoints, type ScenePoint } from './read-points.ts';

/** Caps of Excalidraw that have another name here. */
const heads: Readonly<Record<string, string>> = {
  circle: 'dot',
  circle_outline: 'dot',
  triangle_outline: 'triangle',
  diamond: 'triangle',
  diamond_outline: 'triangle',
};

/** Returns an arrow as a connector, and a line, or an arrow with bends that joins nothing, as a line. */
export function readArrow(element: UnknownRecord, given: UnknownRecord, custom: CustomData | null, context: ReadingContext): UnknownRecord {
  const points = readPoints(element, MAX_ELEMENT_POINTS.line, context);
  const caps = { start_cap: capOf(element.startArrowhead), end_cap: capOf(element.endArrowhead) };
  const isBound = isRecord(element.startBinding) || isRecord(element.endBinding);
  const isLine =
    element.type === 'line' || custom?.type === 'line' || (!isBound && points.length > 2 && element.elbowed !== true && !isCurve(element));
  if (isLine) return { ...given, type: 'line', points, ...caps, text: custom?.text ?? given.text };
  const { x: _x, y: _y, rotation: _rotation, ...rest } = given;
  return {
    ...rest,
    type: 'connector',
    from: endOf(element, 'startBinding', points[0], custom?.from_side, context),
    to: endOf(element, 'endBinding', points.at(-1), custom?.to_side, context),
    route: routeOf(element),
    ...caps,
  };
}

function routeOf(element: UnknownRecord): string {
  if (element.elbowed === true) return 'elbow';
  return isCurve(element) ? 'curved' : 'straight';
}

const isCurve = (element: UnknownRecord): boolean => isRecord(element.roundness);

function capOf(head: unknown): string {
  if (head === null || head === undefined) return 'none';
  const given = textOr(head, '');
  const name = heads[given] ?? given;
  return Cap.safeParse(name).success ? name : 'arrow';
}

function endOf(
  element: UnknownRecord,
  name: 'startBinding' | 'endBinding',
  point: ScenePoint | undefined,
  side: string | undefined,
  { refs, warn }: ReadingContext,
): UnknownRecord {
  const binding = element[name];
  const ref = isRecord(binding) && typeof binding.elementId === 'string' ? refs.get(binding.elementId) : undefined;
  if (ref !== undefined) return { ref, side: side ?? sideOf((binding as UnknownRecord).fixedPoint) };
  if (isRecord(binding)) warn('connectors lost an end whose element is missing');
  return { x: sum(numberOr(element.x, 0), point?.[0] ?? 0), y: sum(numberOr(element.y, 0), point?.[1] ?? 0) };
}

/** Returns a sum without the small errors of binary fractions. */
const sum = (a: number, b: number): number => Math.round((a + b) * 1e6) / 1e6 + 0;

/** Returns the side that a point in shares of a box is in the middle of. */
function sideOf(fixedPoint: unknown): string {
  if (!Array.isArray(fixedPoint)) return 'auto';
  const [x, y] = fixedPoint as [unknown, unknown];
  const isMiddle = (share: unknown) => typeof share === 'number' && Math.abs(share - 0.5) < 0.02;
  if (typeof x !== 'number' || typeof y !== 'number') return 'auto';
  if (isMiddle(x) && (y <= 0.02 || y >= 0.98)) return y < 0.5 ? 'top' : 'bottom';
  return isMiddle(y) && (x <= 0.02 || x >= 0.98) ? (x < 0.5 ? 'left' : 'right') : 'auto';
}

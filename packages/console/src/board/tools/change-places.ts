import { elementBox, plainBox } from '@space/board/live';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { factorsOf, type Scaling, scalePlace } from '../geometry/resize-box.ts';
import type { FieldValues } from '../model/board-writer.ts';

/** New values of fields by the ids of their elements. */
export type Patches = ReadonlyMap<string, FieldValues>;

/** Returns what moves elements. Of a connector only its free ends move, and locked elements stay. */
export function movePatches(elements: readonly BoardElement[], dx: number, dy: number): Patches {
  const patches = new Map<string, FieldValues>();
  for (const element of elements) {
    if (element.is_locked) continue;
    if (element.type !== 'connector') patches.set(element.id, { x: round(element.x + dx), y: round(element.y + dy) });
    else {
      const fields = endFields(element, (x, y) => ({ x: x + dx, y: y + dy }));
      if (fields) patches.set(element.id, fields);
    }
  }
  return patches;
}

/** Returns what makes elements larger or smaller, each in its place in the box around all. Text without a fixed form gets another size of font. */
export function resizePatches(elements: readonly BoardElement[], scaling: Scaling): Patches {
  const patches = new Map<string, FieldValues>();
  for (const element of elements) if (!element.is_locked) addResized(patches, element, elements.length === 1, scaling);
  return patches;
}

function addResized(patches: Map<string, FieldValues>, element: BoardElement, isAlone: boolean, scaling: Scaling): void {
  const [factorX, factorY] = factorsOf(scaling);
  if (element.type === 'connector') {
    const fields = endFields(element, (x, y) => scalePlace(scaling, { x, y }));
    if (fields) patches.set(element.id, fields);
    return;
  }
  const place = scalePlace(scaling, element);
  if (element.type === 'line' || element.type === 'freehand') {
    const points = element.points.map(([x, y]) => [round(x * factorX), round(y * factorY)]);
    patches.set(element.id, { x: round(place.x), y: round(place.y), points });
    return;
  }
  const box = isAlone || element.rotation === 0 ? plainBox(element) : elementBox(element);
  const size = { width: round(Math.max(1, box.width * factorX)), height: round(Math.max(1, box.height * factorY)) };
  const hasNewFont = element.type === 'text' && factorX !== 1 && factorY !== 1;
  patches.set(element.id, {
    x: round(place.x),
    y: round(place.y),
    ...size,
    ...(hasNewFont && { 'style.font_size': Math.min(400, Math.max(4, round(element.style.font_size * factorY))) }),
  });
}

/** Returns what rotates elements about their own centres. */
export const rotatePatches = (elements: readonly BoardElement[], degrees: number): Patches =>
  new Map(
    elements
      .filter((element) => !element.is_locked && element.type !== 'connector' && element.type !== 'frame')
      .map((element) => [element.id, { rotation: normalized(element.rotation + degrees) }]),
  );

/** Returns degrees from -180 to 180. */
const normalized = (degrees: number): number => round(((((degrees + 180) % 360) + 360) % 360) - 180);

function endFields(
  { from, to }: Extract<BoardElement, { type: 'connector' }>,
  moved: (x: number, y: number) => { readonly x: number; readonly y: number },
): FieldValues | undefined {
  const fields = Object.fromEntries(
    Object.entries({ from, to }).flatMap(([name, end]) => {
      if ('element_id' in end) return [];
      const { x, y } = moved(end.x, end.y);
      return [[name, { x: round(x), y: round(y) }]];
    }),
  );
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** Returns a number with two decimals at most, so that what is stored is short. */
export const round = (value: number): number => Math.round(value * 100) / 100;

/** Returns elements with new values of their fields, before these are stored. */
export function withPatches(elements: readonly BoardElement[], patches: Patches): BoardElement[] {
  return elements.map((element) => {
    const fields = patches.get(element.id);
    if (!fields) return element;
    const patched: Record<string, unknown> = { ...element, style: { ...element.style } };
    for (const [key, value] of Object.entries(fields)) {
      if (key.startsWith('style.')) (patched.style as Record<string, unknown>)[key.slice(6)] = value;
      else patched[key] = value;
    }
    return patched as unknown as BoardElement;
  });
}

import type { Box } from '@space/board/live';
import { elementBox } from '@space/board/live';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { boxBetween, elementsIn } from '../geometry/hit-test.ts';
import { type Handle, resizeBox } from '../geometry/resize-box.ts';
import { type Guide, snapBox } from '../geometry/snap.ts';
import type { Place } from '../geometry/view.ts';
import type { BoardElements } from '../model/board-elements.ts';
import { movePatches, type Patches, resizePatches, rotatePatches } from './change-places.ts';
import { boxOfElements, withGroups } from './selection.ts';

/** Keys that are held during a pull. */
export interface HeldKeys {
  readonly shift: boolean;
  readonly alt: boolean;
}

/** A pull of a pointer that changes selected elements, which were so when it began. */
export type Pull =
  | { readonly kind: 'move'; readonly start: Place; readonly elements: readonly BoardElement[]; readonly others: readonly Box[] }
  | { readonly kind: 'resize'; readonly handle: Handle; readonly box: Box; readonly elements: readonly BoardElement[] }
  | { readonly kind: 'rotate'; readonly start: Place; readonly box: Box; readonly elements: readonly BoardElement[] };

/** The changes of a pull, and the lines at which it snapped. */
export interface Pulled {
  readonly patches: Patches;
  readonly guides: readonly Guide[];
}

/** Pixels of the window within which a moved element snaps to others. */
const SNAP_PIXELS = 6;

/** Degrees to which a rotation with Shift is rounded. */
const ROTATION_STEP = 15;

/** Returns the changes of a pull whose pointer is at a place. */
export function pullTo(pull: Pull, place: Place, zoom: number, held: HeldKeys): Pulled {
  if (pull.kind === 'move') return moveTo(pull, place, zoom, held);
  if (pull.kind === 'resize') {
    const single = pull.elements.length === 1 ? pull.elements[0] : undefined;
    const hasRatio = held.shift !== (single?.type === 'image' || pull.elements.length > 1);
    const to = resizeBox(pull.box, pull.handle, place, { least: 4, hasRatio });
    return { patches: resizePatches(pull.elements, { from: pull.box, to }), guides: [] };
  }
  const degrees = angle(pull.box, place) - angle(pull.box, pull.start);
  return { patches: rotatePatches(pull.elements, held.shift ? Math.round(degrees / ROTATION_STEP) * ROTATION_STEP : degrees), guides: [] };
}

function moveTo({ start, elements, others }: Extract<Pull, { kind: 'move' }>, place: Place, zoom: number, held: HeldKeys): Pulled {
  let [dx, dy] = [place.x - start.x, place.y - start.y];
  if (held.shift) [dx, dy] = Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy];
  const box = boxOfElements(elements);
  const snap = held.alt || !box ? undefined : snapBox({ ...box, x: box.x + dx, y: box.y + dy }, others, SNAP_PIXELS / zoom);
  return { patches: movePatches(elements, dx + (snap?.dx ?? 0), dy + (snap?.dy ?? 0)), guides: snap?.guides ?? [] };
}

const angle = ({ x, y, width, height }: Box, place: Place): number =>
  (Math.atan2(place.y - (y + height / 2), place.x - (x + width / 2)) * 180) / Math.PI;

/** Returns the selection of a marquee from one place to another, with those that were selected before. */
export const marqueeSelection = (elements: BoardElements, start: Place, end: Place, before: ReadonlySet<string>): ReadonlySet<string> =>
  withGroups(elements, [...before, ...elementsIn(elements, boxBetween(start, end)).map(({ id }) => id)]);

/** Boxes at which a moved element can snap: of others in the window, not too many. */
const MAX_SNAPPED = 200;

/** Returns the boxes at which moved elements can snap. */
export const snapTargets = (seen: readonly BoardElement[], moved: ReadonlySet<string>): Box[] =>
  seen
    .filter(({ id, type }) => !moved.has(id) && type !== 'connector' && type !== 'freehand')
    .slice(0, MAX_SNAPPED)
    .map(elementBox);

import type { Box } from '@space/board/live';
import type { Place } from './view.ts';

/** A handle of a selection: the sides that it moves. */
export type Handle = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w';

/** The handles in the order around a box. */
export const handles: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

/** The way in which a box becomes another one: the factors of its sizes, and its new upper left corner. */
export interface Scaling {
  readonly from: Box;
  readonly to: Box;
}

/** Returns the place of a handle at a box. */
export const handlePlace = ({ x, y, width, height }: Box, handle: Handle): Place => ({
  x: handle.includes('w') ? x : handle.includes('e') ? x + width : x + width / 2,
  y: handle.includes('n') ? y : handle.includes('s') ? y + height : y + height / 2,
});

/** Returns a box whose handle is pulled to a place. Each side stays at least as long as `least`; with `hasRatio` a corner does not change the proportions. */
export function resizeBox(box: Box, handle: Handle, to: Place, { least = 1, hasRatio = false } = {}): Box {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  let width = handle.includes('w') ? right - to.x : handle.includes('e') ? to.x - box.x : box.width;
  let height = handle.includes('n') ? bottom - to.y : handle.includes('s') ? to.y - box.y : box.height;
  if (hasRatio && handle.length === 2 && box.width > 0 && box.height > 0) {
    const factor = Math.max(width / box.width, height / box.height, least / box.width, least / box.height);
    [width, height] = [box.width * factor, box.height * factor];
  }
  width = Math.max(least, width);
  height = Math.max(least, height);
  return {
    x: handle.includes('w') ? right - width : box.x,
    y: handle.includes('n') ? bottom - height : box.y,
    width,
    height,
  };
}

/** Returns a place of the first box of a scaling in the second one. */
export const scalePlace = ({ from, to }: Scaling, { x, y }: Place): Place => ({
  x: to.x + (x - from.x) * factor(from.width, to.width),
  y: to.y + (y - from.y) * factor(from.height, to.height),
});

/** Returns the factors of width and height of a scaling. */
export const factorsOf = ({ from, to }: Scaling): readonly [x: number, y: number] => [
  factor(from.width, to.width),
  factor(from.height, to.height),
];

const factor = (from: number, to: number): number => (from === 0 ? 1 : to / from);

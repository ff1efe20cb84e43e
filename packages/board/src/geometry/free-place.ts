import { MAX_COORDINATE } from '@space/contracts/whiteboard-elements';
import { type Box, boxAround, overlaps } from './box.ts';
import type { Place } from './connector-ends.ts';
import type { Size } from './pack-rows.ts';

/** Returns a place for a box where it covers nothing: to the right of all others or below them, so that the whole is a little wider than high. */
export function placeNextTo(others: readonly Box[], size: Size, gap: number): Place {
  const all = boxAround(others);
  if (all === null) return { x: 0, y: 0 };
  const right = { x: all.x + all.width + gap, y: all.y };
  const below = { x: all.x, y: all.y + all.height + gap };
  const left = { x: all.x - gap - size.width, y: all.y };
  const above = { x: all.x, y: all.y - gap - size.height };
  const order = all.width > 1.6 * all.height ? [below, right, left, above] : [right, below, left, above];
  return order.find((place) => isOnBoard(place, size)) ?? right;
}

function isOnBoard({ x, y }: Place, { width, height }: Size): boolean {
  return x >= -MAX_COORDINATE && y >= -MAX_COORDINATE && x + width <= MAX_COORDINATE && y + height <= MAX_COORDINATE;
}

/** Rows that are looked at for a free place in a frame. */
const MOST_ROWS = 200;

/** Returns the first free place for a box in a frame, row by row; below all that is there if no place in the frame is free. */
export function placeInside(frame: Box, others: readonly Box[], size: Size, gap: number): Place {
  const inner = { x: frame.x + gap, right: frame.x + frame.width - gap, bottom: frame.y + frame.height - gap };
  const near = others.filter((box) => overlaps(box, { ...frame, height: 2 * MAX_COORDINATE }, gap));
  const rows = [frame.y + gap, ...near.map(({ y, height }) => y + height + gap)].filter((y) => y >= frame.y + gap).sort((a, b) => a - b);
  const lowest = rows.at(-1)!;
  for (const y of new Set(rows.slice(0, MOST_ROWS))) {
    if (y + size.height > inner.bottom) break;
    const x = freeInRow({ x: inner.x, y, ...size }, near, gap);
    if (x + size.width <= inner.right) return { x, y };
  }
  return { x: inner.x, y: lowest };
}

/** Returns the first x from the one of a box at which it has a gap to all others in its row. */
function freeInRow(box: Box, others: readonly Box[], gap: number): number {
  let { x } = box;
  for (const other of others.filter((one) => overlaps({ ...box, width: Number.MAX_SAFE_INTEGER }, one, gap)).sort((a, b) => a.x - b.x)) {
    if (overlaps({ ...box, x }, other, gap)) x = other.x + other.width + gap;
  }
  return x;
}

/*
 * A browser cuts an element that is higher than about 17 million pixels, and a table can be higher. So the element that gives the scroll bar
 * its length, the spacer, is limited. `vtop` is the true position: the pixels of rows above the screen. A small scroll moves `vtop` by the
 * same pixels. A drag of the bar moves it by the scale. After the scroll the bar is set to the place that belongs to `vtop`.
 */

/** Pixels of the highest spacer. */
export const MAX_SPACER = 16_000_000;

/** Screens at both ends of the bar where it moves by the same pixels as the rows. */
const EDGE_SCREENS = 4;

/** The pixels of all rows, and of the part that is on the screen. */
export interface ScrollArea {
  readonly content: number;
  readonly screen: number;
}

/** A place in the rows, and the place of the bar that shows it. */
export interface ScrollPlace {
  readonly vtop: number;
  readonly bar: number;
}

/** Returns the height of the spacer in pixels. */
export const spacerHeight = (content: number): number => Math.min(content, MAX_SPACER);

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), Math.max(max, 0));

/** Returns the largest `vtop`. */
export const lastTop = ({ content, screen }: ScrollArea): number => Math.max(content - screen, 0);

const lastBar = ({ content, screen }: ScrollArea): number => Math.max(spacerHeight(content) - screen, 0);

/** Maps a value between the ends linearly; within `edge` of an end it keeps its distance to that end. */
function stretched(value: number, from: number, to: number, edge: number): number {
  if (value <= edge) return value;
  if (value >= from - edge) return to - (from - value);
  return edge + ((value - edge) * (to - 2 * edge)) / (from - 2 * edge);
}

const edgeOf = (area: ScrollArea): number => Math.min(EDGE_SCREENS * area.screen, lastBar(area) / 4);

/** Returns the place of the bar that belongs to a `vtop`. */
export const barAt = (vtop: number, area: ScrollArea): number =>
  Math.round(stretched(clamp(vtop, lastTop(area)), lastTop(area), lastBar(area), edgeOf(area)));

/** Returns the `vtop` that belongs to a place of the bar. */
export const topAt = (bar: number, area: ScrollArea): number =>
  Math.round(stretched(clamp(bar, lastBar(area)), lastBar(area), lastTop(area), edgeOf(area)));

/** Returns the place after the browser scrolled the bar to `bar`. */
export function scrolledTo(before: ScrollPlace, bar: number, area: ScrollArea): ScrollPlace {
  const moved = bar - before.bar;
  const isWheel = Math.abs(moved) < 2 * area.screen;
  const vtop = spacerHeight(area.content) === area.content || !isWheel ? topAt(bar, area) : clamp(before.vtop + moved, lastTop(area));
  return { vtop, bar };
}

/** Returns the `vtop` at which a row is on the screen, the nearest to a given one. */
export function topShowing(row: number, rowHeight: number, vtop: number, area: ScrollArea): number {
  const top = row * rowHeight;
  if (top < vtop) return clamp(top, lastTop(area));
  if (top + rowHeight > vtop + area.screen) return clamp(top + rowHeight - area.screen, lastTop(area));
  return vtop;
}

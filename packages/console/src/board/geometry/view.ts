import { type Box, grow } from '@space/board/live';

/** A place on a whiteboard, or in its window, in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The size of the window of a whiteboard in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of a whiteboard that its window shows: the place at the upper left corner, and the factor of sizes. */
export interface View extends Place {
  readonly zoom: number;
}

/** The least and the greatest factor of sizes. */
const ZOOM = { least: 0.05, most: 8 } as const;

/** Pixels between the edge of the window and what is fitted into it. */
const FIT_MARGIN = 40;

/** Returns the place on the whiteboard that a place in the window shows. */
export const toBoard = ({ x, y, zoom }: View, place: Place): Place => ({ x: x + place.x / zoom, y: y + place.y / zoom });

/** Returns the place in the window that shows a place on the whiteboard. */
export const toWindow = ({ x, y, zoom }: View, place: Place): Place => ({ x: (place.x - x) * zoom, y: (place.y - y) * zoom });

/** Returns a view that is moved by pixels of the window. */
export const panBy = ({ x, y, zoom }: View, dx: number, dy: number): View => ({ x: x + dx / zoom, y: y + dy / zoom, zoom });

/** Returns a view with another factor, in which a place of the window shows the same place of the whiteboard. */
export function zoomTo(view: View, place: Place, factor: number): View {
  const zoom = Math.min(ZOOM.most, Math.max(ZOOM.least, factor));
  const fixed = toBoard(view, place);
  return { x: fixed.x - place.x / zoom, y: fixed.y - place.y / zoom, zoom };
}

/** Returns the view that shows a box in the middle of the window, not larger than it is. */
export function fitView(box: Box, { width, height }: Size): View {
  const room = { width: Math.max(1, width - FIT_MARGIN * 2), height: Math.max(1, height - FIT_MARGIN * 2) };
  const wanted = Math.min(1, room.width / Math.max(1, box.width), room.height / Math.max(1, box.height));
  const zoom = Math.max(ZOOM.least, wanted);
  return { x: box.x + box.width / 2 - width / 2 / zoom, y: box.y + box.height / 2 - height / 2 / zoom, zoom };
}

/** Returns the box of the whiteboard that the window shows, with a margin in pixels of the window. */
export const seenBox = ({ x, y, zoom }: View, { width, height }: Size, margin = 0): Box =>
  grow({ x, y, width: width / zoom, height: height / zoom }, margin / zoom);

/** Returns a view that shows a box: the same view if it does already. */
export function showBox(view: View, box: Box, size: Size): View {
  const seen = seenBox(view, size);
  const isSeen =
    box.x >= seen.x && box.y >= seen.y && box.x + box.width <= seen.x + seen.width && box.y + box.height <= seen.y + seen.height;
  if (isSeen) return view;
  if (box.width > seen.width || box.height > seen.height) return fitView(box, size);
  return { ...view, x: box.x + box.width / 2 - seen.width / 2, y: box.y + box.height / 2 - seen.height / 2 };
}

import type { Box } from './box.ts';

/** A width and a height in pixels. */
export type Size = Pick<Box, 'width' | 'height'>;

/** Boxes in rows: the place of each, and the size of all. */
export interface PackedRows extends Size {
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

/** Puts boxes of some sizes into rows from left to right. Without `rowWidth` the whole is a little wider than high. */
export function packRows(sizes: readonly Size[], gap: number, rowWidth = usualWidth(sizes, gap)): PackedRows {
  const places: { x: number; y: number }[] = [];
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const size of sizes) {
    if (x > 0 && x + size.width > rowWidth) {
      y += rowHeight + gap;
      x = 0;
      rowHeight = 0;
    }
    places.push({ x, y });
    width = Math.max(width, x + size.width);
    rowHeight = Math.max(rowHeight, size.height);
    x += size.width + gap;
  }
  return { places, width, height: y + rowHeight };
}

function usualWidth(sizes: readonly Size[], gap: number): number {
  const area = sizes.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  return Math.max(0, ...sizes.map(({ width }) => width), Math.sqrt(area) * 1.3);
}

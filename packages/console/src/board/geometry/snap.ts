import type { Box } from '@space/board/live';

/** A line at which the edges or centres of two elements agree. */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

/** The way by which a moved box is corrected, and the lines that it is at then. */
export interface Snap {
  readonly dx: number;
  readonly dy: number;
  readonly guides: readonly Guide[];
}

const edges = {
  x: ({ x, width }: Box): readonly number[] => [x, x + width / 2, x + width],
  y: ({ y, height }: Box): readonly number[] => [y, y + height / 2, y + height],
};

/** Returns the correction that takes the edges or the centre of a box to those of the next boxes, within a tolerance. */
export function snapBox(box: Box, others: readonly Box[], tolerance: number): Snap {
  const x = nearest('x', box, others, tolerance);
  const y = nearest('y', box, others, tolerance);
  return { dx: x?.by ?? 0, dy: y?.by ?? 0, guides: [x?.guide, y?.guide].filter((guide) => guide !== undefined) };
}

function nearest(axis: 'x' | 'y', box: Box, others: readonly Box[], tolerance: number) {
  let best: { readonly by: number; readonly guide: Guide } | undefined;
  for (const at of others.flatMap(edges[axis]))
    for (const own of edges[axis](box)) {
      const by = at - own;
      if (Math.abs(by) <= tolerance && Math.abs(by) < Math.abs(best?.by ?? Number.POSITIVE_INFINITY)) best = { by, guide: { axis, at } };
    }
  return best;
}

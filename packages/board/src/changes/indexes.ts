import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { positionAbove, positionBelow, positionsBetween } from '@space/text';

/** Draws places in the order from bottom to top for new and moved elements. */
export interface Indexes {
  /** Returns a place above all elements and all places that were drawn before. */
  readonly front: () => string;
  /** Returns a place below all elements and all places that were drawn before. */
  readonly back: () => string;
  /** Returns places for new frames: above the frames at the bottom and below all other elements, so that frames cover nothing. */
  readonly frames: (count: number) => string[];
}

/** A place of this length is too long to draw others next to it; new frames then go below all elements. */
const LONG_INDEX = 200;

/** Creates the places of a whiteboard with elements from bottom to top. */
export function createIndexes(sorted: readonly BoardElement[]): Indexes {
  let lowest = sorted[0]?.index ?? null;
  let highest = sorted.at(-1)?.index ?? null;
  const indexes: Indexes = {
    front() {
      highest = positionAbove(highest);
      lowest ??= highest;
      return highest;
    },
    back() {
      lowest = positionBelow(lowest);
      highest ??= lowest;
      return lowest;
    },
    frames(count) {
      const upper = sorted.find(({ type }) => type !== 'frame')?.index;
      if (upper === undefined) return Array.from({ length: count }, indexes.front);
      const lower = sorted.findLast(({ index }) => index < upper)?.index ?? null;
      const places = positionsBetween(lower, upper, count);
      if (places.every(({ length }) => length <= LONG_INDEX)) return places;
      return Array.from({ length: count }, indexes.back).reverse();
    },
  };
  return indexes;
}

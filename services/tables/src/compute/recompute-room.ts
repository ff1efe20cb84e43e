import { MAX_RECOMPUTED_BYTES } from '@space/contracts/tables';

/** The room of one call, or of one batch of a job, for rows that it recomputes: their stored cells and their new ones. */
export interface RecomputeRoom {
  /** Returns true when no room is left. */
  isFull(): boolean;
  /** Returns the bytes that are left. */
  bytes(): number;
  /** Returns the number of first rows that fit together, by the bytes of each; at least one. */
  countFitting(sizes: readonly number[]): number;
  take(bytes: number): void;
}

/** Returns a room of `MAX_RECOMPUTED_BYTES`. */
export function createRecomputeRoom(): RecomputeRoom {
  let left = MAX_RECOMPUTED_BYTES;
  return {
    isFull: () => left <= 0,
    bytes: () => left,
    countFitting(sizes) {
      let sum = 0;
      const end = sizes.findIndex((size) => {
        sum += size;
        return sum > left;
      });
      return end < 0 ? sizes.length : Math.max(1, end);
    },
    take(bytes) {
      left -= bytes;
    },
  };
}

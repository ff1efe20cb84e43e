import type { Database } from '@space/database';
import { takeDeliveryIds } from './delivery-ids.queries.ts';

/** The ids of deliveries whose first attempt begins before they are stored. */
export interface DeliveryIds {
  /** Returns this many ids, each greater than all that it returned before. */
  take(count: number): Promise<number[]>;
}

/** Ids of one block: those of the deliveries of a second or two under load. */
const BLOCK = 1_000;
/** Ids that wait longer are discarded, so that ids of several processes hardly differ in age. */
const MAX_AGE_MS = 60_000;

/** Creates the ids of one process. It takes them in blocks, the next one before the last is used up. */
export function createDeliveryIds(database: Database): DeliveryIds {
  let free: number[] = [];
  let takenAt = Number.NEGATIVE_INFINITY;
  let refilling: Promise<void> | undefined;

  function refill(count: number): Promise<void> {
    refilling ??= takeDeliveryIds(database, count)
      .then((ids) => {
        free.push(...ids);
        takenAt = performance.now();
      })
      .finally(() => {
        refilling = undefined;
      });
    return refilling;
  }

  return {
    async take(count) {
      if (performance.now() - takenAt > MAX_AGE_MS) free = [];
      while (free.length < count) await refill(Math.max(BLOCK, count - free.length));
      const ids = free.splice(0, count);
      // A failure shows at the next refill that someone waits for.
      if (free.length < BLOCK / 2) refill(BLOCK).catch(() => {});
      return ids;
    },
  };
}

import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { createTurns, type SpaceWork } from '@space/worker';

/** Rows that are read at a time; rows that another process has locked are skipped. */
const BATCH_SIZE = 20;

/** Rows of one Space that are processed before those of the next Space. */
const TURN = 4;

/** The pause before a row that failed is tried again, in milliseconds; other rows are processed meanwhile. */
const RETRY_DELAY_MS = 5_000;

/**
 * Processes due rows of one kind, one after the other, and returns true when it processed at least one. Spaces take turns,
 * so that the schedule of one does not delay the others. `list` returns the rows that are due longest, except those of some
 * Spaces; `act` processes one and returns false when the row is not due any more.
 */
export type DueProcessor = <T extends SpaceWork & { readonly id: string }>(
  kind: string,
  list: (now: string, limit: number, except: readonly string[]) => Promise<readonly T[]>,
  act: (row: T) => Promise<boolean>,
) => () => Promise<boolean>;

/** Returns a creator of processors. A row that fails is skipped for `RETRY_DELAY_MS`, so that it does not block the others. */
export function createDueProcessor({ clock, log }: Pick<Ports, 'clock' | 'log'>): DueProcessor {
  const postponed = new Map<string, number>();
  return function processorOf(kind, list, act) {
    const isNotPostponed = ({ id }: { readonly id: string }) => !postponed.has(id);
    const turns = createTurns({
      // Postponed rows are read too, and do not count.
      list: async (limit, except) => (await list(isoTime(clock.now()), limit + postponed.size, except)).filter(isNotPostponed),
      batch: BATCH_SIZE,
      turn: TURN,
    });
    return async function processDue() {
      const now = clock.now();
      for (const [id, until] of postponed) if (until <= now) postponed.delete(id);
      let hasActed = false;
      for (const row of await turns.next())
        try {
          if (await act(row)) hasActed = true;
        } catch (error) {
          log.warn({ err: error, kind, id: row.id }, 'scheduled job failed; retrying in 5 s');
          postponed.set(row.id, clock.now() + RETRY_DELAY_MS);
        }
      return hasActed;
    };
  };
}

import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';

/** Rows that are read at a time; rows that another process has locked are skipped. */
const BATCH_SIZE = 20;

/** The pause before a row that failed is tried again, in milliseconds; other rows are processed meanwhile. */
const RETRY_DELAY_MS = 5_000;

/**
 * Processes a batch of due rows of one kind, one after the other, and returns true when it processed at least one. `list`
 * returns the first due rows; `act` processes one and returns false when the row is not due any more.
 */
export type DueProcessor = <T extends { readonly id: string }>(
  kind: string,
  list: (now: string, limit: number) => Promise<readonly T[]>,
  act: (row: T) => Promise<boolean>,
) => Promise<boolean>;

/** Returns a processor of due rows. A row that fails is skipped for `RETRY_DELAY_MS`, so that it does not block the others. */
export function createDueProcessor({ clock, log }: Pick<Ports, 'clock' | 'log'>): DueProcessor {
  const postponed = new Map<string, number>();
  return async function processDue(kind, list, act) {
    const now = clock.now();
    for (const [id, until] of postponed) if (until <= now) postponed.delete(id);
    const due = await list(isoTime(now), BATCH_SIZE + postponed.size);
    let hasActed = false;
    for (const row of due.filter(({ id }) => !postponed.has(id)))
      try {
        if (await act(row)) hasActed = true;
      } catch (error) {
        log.warn({ err: error, kind, id: row.id }, 'scheduled job failed; retrying in 5 s');
        postponed.set(row.id, clock.now() + RETRY_DELAY_MS);
      }
    return hasActed;
  };
}

import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';

/** Things looked at at a time; those that others are busy with are passed over. */
const BATCH_SIZE = 20;

/** What could not be done is tried again this much later, in milliseconds; others go before it until then. */
const RETRY_DELAY_MS = 5_000;

/** Does what is due of one kind: `read` answers the first of it, and `act` does one, or answers false when it is not due any more. */
export type DueProcessor = <T extends { readonly id: string }>(
  read: (now: string, limit: number) => Promise<readonly T[]>,
  act: (due: T) => Promise<boolean>,
) => Promise<boolean>;

/** Goes through what is due one after the other. One that fails waits for a while, and nobody waits behind it. */
export function createDueProcessor({ clock, log }: Pick<Ports, 'clock' | 'log'>): DueProcessor {
  const postponed = new Map<string, number>();
  return async (read, act) => {
    const now = clock.now();
    for (const [id, until] of postponed) if (until <= now) postponed.delete(id);
    const due = await read(isoTime(now), BATCH_SIZE + postponed.size);
    let done = false;
    for (const one of due.filter(({ id }) => !postponed.has(id)))
      try {
        if (await act(one)) done = true;
      } catch (error) {
        log.warn({ err: error, id: one.id }, 'what was planned could not be done; trying again');
        postponed.set(one.id, clock.now() + RETRY_DELAY_MS);
      }
    return done;
  };
}

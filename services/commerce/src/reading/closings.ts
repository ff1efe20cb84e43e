import type { Database } from '@space/database';
import { DAY_MS, HOUR_MS } from '@space/time';
import { advanceClosings, findClosedUntil, listOpenGroups, lockGroup } from './closings.queries.ts';

/**
 * Adds the movements of past days to the closings of all accounts, so that a balance is the closing and the few movements after it.
 * Returns the number of groups of accounts that it advanced.
 *
 * A closing counts the movements that were entered before its time. That time is the start of the latest UTC day that began at least
 * an hour ago: by then the transactions that enter movements have ended, so none appears later with an earlier time. The accounts
 * of a connection in one currency are closed together and have the same time. Several processes can call it concurrently: each
 * group is locked and its time is read after the lock. Closings are a cache; without them the next call computes them again.
 */
export async function closeDays(database: Database, now: number): Promise<number> {
  const until = Math.floor((now - HOUR_MS) / DAY_MS) * DAY_MS;
  let advanced = 0;
  for (const group of await listOpenGroups(database, until))
    advanced += await database.transaction(async function closeGroup(tx) {
      await lockGroup(tx, group);
      const since = await findClosedUntil(tx, group);
      if (since !== null && since >= until) return 0;
      await advanceClosings(tx, group, since, until);
      return 1;
    });
  return advanced;
}

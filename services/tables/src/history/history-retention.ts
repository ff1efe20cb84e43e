import type { Clock, Database } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { runPeriodically } from '@space/worker';
import { createColumnRetention } from './column-retention.ts';
import { mergeRowCounts } from './merge-row-counts.queries.ts';
import { deleteExpiredHistory, HISTORY_START } from './row-history-retention.queries.ts';

const RETENTION_INTERVAL_MS = 60_000;
const MERGE_INTERVAL_MS = 10_000;

/** Dependencies of the history retention. */
export type RetentionPorts = Pick<Ports, 'database' | 'clock' | 'log'>;

/**
 * Deletes expired row versions and cells of deleted columns that no snapshot can restore, and merges row counts. Each
 * run does a bounded amount. Several processes may run it at the same time.
 */
export function historyRetentionTask({ database, clock, log }: RetentionPorts): Task {
  let endings: (() => void)[] = [];
  const working = new Set<Promise<void>>();
  const sweep = createHistoryRetention(database, clock);
  const failed = (error: unknown) => log.warn({ err: error }, 'the history could not be cleared; trying again');
  const watched = (act: () => Promise<void>) => () => {
    const work = act().finally(() => working.delete(work));
    working.add(work);
    return work;
  };
  return {
    name: 'history-janitor',
    async start() {
      endings = [
        runPeriodically(RETENTION_INTERVAL_MS, watched(sweep), failed),
        runPeriodically(
          MERGE_INTERVAL_MS,
          watched(() => mergeRowCounts(database)),
          failed,
        ),
      ];
    },
    async stop() {
      for (const end of endings) end();
      await Promise.allSettled(working);
    },
  };
}

/** Returns one run of the retention: expired versions, then cells of deleted columns. It stores its position for the next run. */
export function createHistoryRetention(database: Database, clock: Clock): () => Promise<void> {
  const purge = createColumnRetention(database);
  let place = HISTORY_START;
  return async () => {
    place = await deleteExpiredHistory(database, clock.now(), place);
    await purge();
  };
}

import type { Clock, Database } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { runPeriodically } from '@space/worker';
import { createColumnRetention } from './column-retention.ts';
import { mergeRowCounts } from './merge-row-counts.queries.ts';
import { deleteExpiredHistory, HISTORY_START } from './row-history-retention.queries.ts';

const RETENTION_INTERVAL_MS = 60_000;
const MERGE_INTERVAL_MS = 10_000;

/** What the janitor works with. */
export type RetentionPorts = Pick<Ports, 'database' | 'clock' | 'log'>;

/**
 * Clears away behind the rows: versions that nobody can ask for any more, cells of deleted columns that no snapshot can
 * bring back, and the many small lines of the tally. Each round does a bounded part; several processes may do it at once.
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

/** One round of clearing: old versions, then cells of deleted columns. It remembers how far it came. */
export function createHistoryRetention(database: Database, clock: Clock): () => Promise<void> {
  const purge = createColumnRetention(database);
  let place = HISTORY_START;
  return async () => {
    place = await deleteExpiredHistory(database, clock.now(), place);
    await purge();
  };
}

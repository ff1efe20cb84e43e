import type { Clock, Database } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import { periodicTask } from '@space/worker';
import { createColumnRetention } from './column-retention.ts';
import { mergeRowCounts } from './merge-row-counts.queries.ts';
import { deleteExpiredHistory, HISTORY_START } from './row-history-retention.queries.ts';

const RETENTION_INTERVAL_MS = MINUTE_MS;
const MERGE_INTERVAL_MS = 10 * SECOND_MS;

/** Dependencies of the history retention. */
export type RetentionPorts = Pick<Ports, 'database' | 'clock' | 'log'>;

/**
 * Deletes expired row versions and cells of deleted columns that no snapshot can restore, and merges row counts. Each
 * run does a bounded amount. Several processes may run it at the same time.
 */
export const historyRetentionTask = ({ database, clock, log }: RetentionPorts): Task =>
  periodicTask({
    name: 'history-retention',
    jobs: [
      { everyMs: RETENTION_INTERVAL_MS, act: createHistoryRetention(database, clock) },
      { everyMs: MERGE_INTERVAL_MS, act: () => mergeRowCounts(database) },
    ],
    onError: (error) => log.warn({ err: error }, 'retention of the row history failed; the next run retries it'),
  });

/** Returns one run of the retention: expired versions, then cells of deleted columns. It stores its position for the next run. */
export function createHistoryRetention(database: Database, clock: Clock): () => Promise<void> {
  const clearColumns = createColumnRetention(database);
  let position = HISTORY_START;
  return async function deleteExpired() {
    position = await deleteExpiredHistory(database, clock.now(), position);
    await clearColumns();
  };
}

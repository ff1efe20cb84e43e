import { AUTOMATION_RUN_DAYS } from '@space/contracts/events';
import { isoTime } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { DAY_MS } from '@space/time';
import { retentionTask } from '@space/worker';
import { deleteExpiredRuns } from './run-retention.queries.ts';

const RETENTION_INTERVAL_MS = 60_000;
/** Rows that one statement deletes. */
const CHUNK = 5_000;

/** Returns the task that deletes finished runs after their retention. */
export const createRunRetention = ({ database, clock, log }: Ports): Task =>
  retentionTask({
    name: 'run-retention',
    rules: [
      {
        what: 'automation runs',
        deleteChunk: (limit) => deleteExpiredRuns(database, isoTime(clock.now() - AUTOMATION_RUN_DAYS * DAY_MS), limit),
      },
    ],
    everyMs: RETENTION_INTERVAL_MS,
    chunk: CHUNK,
    onError: (error, what) => log.warn({ err: error, what }, 'deletion of expired rows failed; retrying in 60 s'),
  });

import { ACTIVITY_DAYS } from '@space/contracts/platform';
import { type Clock, type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import { DAY_MS, MINUTE_MS } from '@space/time';
import { retentionTask, type Task } from '@space/worker';
import { deleteExpiredLines } from './activity.queries.ts';

const CHUNK = 5_000;

/** Deletes lines of the activity log that are older than 30 days, every minute. */
export const activityRetention = (database: Database, clock: Clock, log: Log): Task =>
  retentionTask({
    name: 'activity-retention',
    rules: [
      {
        what: 'activity',
        deleteChunk: (limit) => deleteExpiredLines(database, isoTime(clock.now() - ACTIVITY_DAYS * DAY_MS), limit),
      },
    ],
    everyMs: MINUTE_MS,
    chunk: CHUNK,
    onError: (error) => log.warn({ err: error }, 'could not delete expired lines of the activity log; retrying in a minute'),
  });

import { ACTIVITY_DAYS } from '@space/contracts/platform';
import { type Clock, type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import { DAY_MS, MINUTE_MS } from '@space/time';
import { type RetentionRule, retentionTask, type Task } from '@space/worker';
import { deleteExpiredLines } from './activity.queries.ts';
import { deleteExpiredFigures } from './activity-figures.queries.ts';

const CHUNK = 5_000;

/** Deletes lines of the activity log, and figures of hours, that are older than 30 days, every minute. */
export const activityRetention = (database: Database, clock: Clock, log: Log): Task =>
  retentionTask({
    name: 'activity-retention',
    rules: activityRules(database, clock),
    everyMs: MINUTE_MS,
    chunk: CHUNK,
    onError: (error, what) => log.warn({ err: error, what }, 'could not delete expired rows of the activity log; retrying in a minute'),
  });

/** The retention rules of the activity log. */
export function activityRules(database: Database, clock: Clock): RetentionRule[] {
  const expiry = () => isoTime(clock.now() - ACTIVITY_DAYS * DAY_MS);
  return [
    { what: 'activity', deleteChunk: (limit) => deleteExpiredLines(database, expiry(), limit) },
    { what: 'figures', deleteChunk: (limit) => deleteExpiredFigures(database, expiry(), limit) },
  ];
}

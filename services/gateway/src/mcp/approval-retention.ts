import { type Clock, type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { type RetentionRule, retentionTask, type Task } from '@space/worker';
import { deleteExpiredApprovals } from './approval.queries.ts';

const CHUNK = 1_000;

/** Returns the rule by which calls that wait for their approval expire. */
export const approvalRetentionRules = (database: Database, clock: Clock): readonly RetentionRule[] => [
  { what: 'approvals', deleteChunk: (limit) => deleteExpiredApprovals(database, isoTime(clock.now()), limit) },
];

/** Deletes expired approvals, every minute. */
export const approvalRetention = (database: Database, clock: Clock, log: Log): Task =>
  retentionTask({
    name: 'approval-retention',
    rules: approvalRetentionRules(database, clock),
    everyMs: MINUTE_MS,
    chunk: CHUNK,
    onError: (error) => log.warn({ err: error }, 'could not delete expired approvals; retrying in a minute'),
  });

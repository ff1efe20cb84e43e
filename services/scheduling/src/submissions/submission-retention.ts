import { EXPIRED_SUBMISSION_DAYS } from '@space/contracts/scheduling';
import type { Ports } from '@space/runtime';
import { DAY_MS, MINUTE_MS } from '@space/time';
import { type RetentionRule, retentionTask, type Task } from '@space/worker';
import { deleteExpiredSubmissions, deleteUnclaimedFiles, expireSubmissions } from './submission-retention.queries.ts';

const RETENTION_INTERVAL_MS = MINUTE_MS;
const CHUNK_ROWS = 500;

/**
 * Returns the rules for submissions and files, in the order they run: a submission expires with its confirmation link and
 * is deleted EXPIRED_SUBMISSION_DAYS later; a file that no submission names in time is deleted.
 */
export const submissionRetentionRules = ({ database, clock }: Pick<Ports, 'database' | 'clock'>): readonly RetentionRule[] => [
  { what: 'unconfirmed submissions', deleteChunk: (limit) => expireSubmissions(database, clock.now(), limit) },
  {
    what: 'expired submissions',
    deleteChunk: (limit) => deleteExpiredSubmissions(database, clock.now() - EXPIRED_SUBMISSION_DAYS * DAY_MS, clock.now(), limit),
  },
  { what: 'unclaimed files', deleteChunk: (limit) => deleteUnclaimedFiles(database, clock.now(), limit) },
];

/** Returns the task that applies these rules. Locked rows are skipped, so any number of processes may run it. */
export const submissionRetention = (ports: Pick<Ports, 'database' | 'clock' | 'log'>): Task =>
  retentionTask({
    name: 'form submission retention',
    rules: submissionRetentionRules(ports),
    everyMs: RETENTION_INTERVAL_MS,
    chunk: CHUNK_ROWS,
    onError: (error, what) => ports.log.warn({ err: error, what }, 'deletion of expired rows failed; retrying in 1 minute'),
  });

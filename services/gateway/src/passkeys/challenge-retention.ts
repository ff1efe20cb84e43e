import { type Clock, type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { retentionTask, type Task } from '@space/worker';
import { deleteExpiredChallenges } from './challenges.queries.ts';

const CHUNK = 1_000;

/** Deletes answered challenges of passkeys that have expired, every minute. */
export const challengeRetention = (database: Database, clock: Clock, log: Log): Task =>
  retentionTask({
    name: 'challenge-retention',
    rules: [{ what: 'challenges', deleteChunk: (limit) => deleteExpiredChallenges(database, isoTime(clock.now()), limit) }],
    everyMs: MINUTE_MS,
    chunk: CHUNK,
    onError: (error) => log.warn({ err: error }, 'could not delete expired challenges of passkeys; retrying in a minute'),
  });

import type { Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { retentionTask, type Task } from '@space/worker';
import { deleteExpiredLinks } from './guest-links.queries.ts';

const RETENTION_INTERVAL_MS = MINUTE_MS;
const CHUNK_ROWS = 500;

/** Returns the task that deletes expired guest links. Any number of processes may run it. */
export const guestLinkRetention = ({ database, clock, log }: Pick<Ports, 'database' | 'clock' | 'log'>): Task =>
  retentionTask({
    name: 'guest link retention',
    rules: [{ what: 'guest links', deleteChunk: (limit) => deleteExpiredLinks(database, clock.now(), limit) }],
    everyMs: RETENTION_INTERVAL_MS,
    chunk: CHUNK_ROWS,
    onError: (error, what) => log.warn({ err: error, what }, 'deletion of expired rows failed; retrying in 1 minute'),
  });

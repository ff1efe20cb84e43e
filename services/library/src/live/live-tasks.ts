import { isoTime } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { retentionTask } from '@space/worker';
import { deleteExpiredTickets } from './live.queries.ts';
import type { LivePorts } from './live-ports.ts';

/** Rows of one statement. */
const CHUNK = 500;

/** Returns the tasks of live editing: the threads of its kinds, and the deletion of tickets that were used. */
export const liveTasks = ({ database, clock, log }: Ports, kinds: readonly LivePorts[]): readonly Task[] => [
  ...kinds.map(({ thread }) => thread),
  retentionTask({
    name: 'retention of tickets for live editing',
    // The clock of a gateway may be slow.
    rules: [{ what: 'used tickets', deleteChunk: (limit) => deleteExpiredTickets(database, isoTime(clock.now() - MINUTE_MS), limit) }],
    everyMs: MINUTE_MS,
    chunk: CHUNK,
    onError: (error, what) => log.warn({ err: error, what }, 'deletion of expired rows failed; retrying in 60 s'),
  }),
];

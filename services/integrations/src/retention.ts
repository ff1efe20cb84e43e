import type { Ports, Task } from '@space/runtime';
import { HOUR_MS } from '@space/time';
import { retentionTask } from '@space/worker';
import { deleteOldConnections } from './connections/connections.queries.ts';
import { deleteOldNotes } from './requests/sent-requests.queries.ts';

/** Rows that one statement deletes. */
const CHUNK = 500;

/** Returns the task that deletes notes of requests after SENT_REQUEST_DAYS, and connections DISCONNECTED_INTEGRATION_DAYS after their end. */
export const createRetention = ({ database, log }: Ports): Task =>
  retentionTask({
    name: 'retention',
    rules: [
      { what: 'notes of sent requests', deleteChunk: (limit) => deleteOldNotes(database, limit) },
      { what: 'disconnected connections', deleteChunk: (limit) => deleteOldConnections(database, limit) },
    ],
    everyMs: HOUR_MS,
    chunk: CHUNK,
    onError: (error, what) => log.warn({ err: error, what }, 'deletion of expired rows failed; retrying in an hour'),
  });

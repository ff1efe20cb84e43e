import type { Ports, Task } from '@space/runtime';
import { HOUR_MS } from '@space/time';
import { retentionTask } from '@space/worker';
import { deleteOldNotes } from './sent-requests.queries.ts';

/** Rows that one statement deletes. */
const CHUNK = 500;

/** Returns the task that deletes notes of requests after SENT_REQUEST_DAYS. */
export const createNoteRetention = ({ database, log }: Ports): Task =>
  retentionTask({
    name: 'note-retention',
    rules: [{ what: 'notes of sent requests', deleteChunk: (limit) => deleteOldNotes(database, limit) }],
    everyMs: HOUR_MS,
    chunk: CHUNK,
    onError: (error, what) => log.warn({ err: error, what }, 'deletion of expired rows failed; retrying in an hour'),
  });

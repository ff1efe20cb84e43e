import type { Ports, Task } from '@space/runtime';
import { type RetentionRule, retentionTask } from '@space/worker';
import { deleteExpiredChanges } from '../bulk/bulk-changes.queries.ts';
import { forgetDeletedTags } from '../tags/deleted-tags.queries.ts';
import { undoableSince } from '../undo/undoable-since.ts';

const RETENTION_INTERVAL_MS = 60_000;
/** Rows that one statement deletes. */
const CHUNK = 20;

/** Returns the rules by which the values that undo changes are deleted. */
export const undoRetentionRules = ({ database, clock }: Pick<Ports, 'database' | 'clock'>): readonly RetentionRule[] => [
  { what: 'changes of many contacts', deleteChunk: (limit) => deleteExpiredChanges(database, undoableSince(clock.now()), limit) },
  { what: 'deleted tags', deleteChunk: (limit) => forgetDeletedTags(database, undoableSince(clock.now()), limit) },
];

/** Returns the task that deletes the values that undo changes after their retention. */
export const createUndoRetention = (ports: Ports): Task =>
  retentionTask({
    name: 'undo-retention',
    rules: undoRetentionRules(ports),
    everyMs: RETENTION_INTERVAL_MS,
    chunk: CHUNK,
    onError: (error, what) => ports.log.warn({ err: error, what }, 'deletion of expired rows failed; retrying in 60 s'),
  });

import { DOCUMENT_CHANGE_DAYS, DOCUMENT_TRASH_DAYS, DOCUMENT_VERSION_DAYS, QUIET_VERSION_MINUTES } from '@space/contracts/documents';
import { isoTime } from '@space/database';
import type { Task } from '@space/runtime';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@space/time';
import { createPostponed, type Postponed, pollingTask, type RetentionRule, retentionTask } from '@space/worker';
import { trashRetentionRule } from '../../things/trash-retention-rule.ts';
import type { DocumentPorts } from '../content/document-ports.ts';
import { announceGathered } from './announce-gathered.ts';
import { deleteOldCheckpoints, deleteOldUpdates, findDueGatherings, findStale, findUnsaved } from './due-documents.queries.ts';
import { rebuildText } from './rebuild-text.ts';
import { saveVersion } from './save-version.ts';

/** Documents of one turn of a task, and rows of one statement. */
const CHUNK = 20;
const ROWS = 500;

/** Does the work on texts that is due: stale texts, and events of gathered changes. Returns false if there was none. */
async function doTextWork(from: DocumentPorts, { texts, events }: FailedWork): Promise<boolean> {
  const { database, clock } = from.ports;
  const stale = await findStale(database, texts.waiting(), CHUNK);
  let done = 0;
  for (const document of stale) done += await orPostpone(from, document, texts, () => rebuildText(from, document));
  const due = await findDueGatherings(database, isoTime(clock.now()), events.waiting(), CHUNK);
  for (const gathering of due) done += await orPostpone(from, gathering, events, () => announceGathered(from, gathering));
  return done >= CHUNK;
}

/** Documents whose work failed, by kind of work. */
type FailedWork = Readonly<Record<'texts' | 'events' | 'versions', Postponed>>;

/** The pauses after failures of the work on one document, in milliseconds. */
const PAUSES = [5 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS] as const;

/** Stores whole states of documents, and versions of those that are quiet. Returns false if none was due. */
export async function saveVersions(from: DocumentPorts, failed: Postponed = createPostponed(PAUSES)): Promise<boolean> {
  const { database, clock } = from.ports;
  const unsaved = await findUnsaved(database, isoTime(clock.now() - QUIET_VERSION_MINUTES * MINUTE_MS), failed.waiting(), CHUNK);
  let done = 0;
  for (const document of unsaved) done += await orPostpone(from, document, failed, () => saveVersion(from, document));
  return done === CHUNK;
}

/** Runs the work on one document. A failure postpones it, so that it does not stop that on others. Returns 1 for a success, and 0. */
async function orPostpone(
  { ports }: DocumentPorts,
  { id }: { readonly id: string },
  failed: Postponed,
  act: () => Promise<void>,
): Promise<0 | 1> {
  try {
    await act();
    failed.done(id);
    return 1;
  } catch (error) {
    const pause_ms = failed.postpone(id);
    ports.log.warn({ err: error, document: id, pause_ms }, 'the work on a document failed; retrying after a pause');
    return 0;
  }
}

/** Returns the rules by which old changes, versions and documents in the trash are deleted. */
export function documentRetentionRules({ ports: { database, clock } }: DocumentPorts): readonly RetentionRule[] {
  const before = (days: number) => isoTime(clock.now() - days * DAY_MS);
  return [
    { what: 'changes of documents', deleteChunk: (limit) => deleteOldUpdates(database, before(DOCUMENT_CHANGE_DAYS), limit) },
    { what: 'versions of documents', deleteChunk: (limit) => deleteOldCheckpoints(database, before(DOCUMENT_VERSION_DAYS), limit) },
    trashRetentionRule({ database, clock }, 'document', DOCUMENT_TRASH_DAYS),
  ];
}

/** Returns the tasks of documents. */
export function documentTasks(from: DocumentPorts): readonly Task[] {
  const { log } = from.ports;
  const failed: FailedWork = { texts: createPostponed(PAUSES), events: createPostponed(PAUSES), versions: createPostponed(PAUSES) };
  return [
    from.texts.pool,
    pollingTask({
      name: 'texts of documents',
      intervalMs: SECOND_MS,
      poll: () => doTextWork(from, failed),
      onError: (error) => log.warn({ err: error }, 'looking for stale texts of documents failed; retrying in 1 s'),
    }),
    pollingTask({
      name: 'versions of documents',
      intervalMs: 10 * SECOND_MS,
      poll: () => saveVersions(from, failed.versions),
      onError: (error) => log.warn({ err: error }, 'looking for documents without a version failed; retrying in 10 s'),
    }),
    retentionTask({
      name: 'retention of documents',
      rules: documentRetentionRules(from),
      everyMs: MINUTE_MS,
      chunk: ROWS,
      onError: (error, what) => log.warn({ err: error, what }, 'deletion of expired rows failed; retrying in 60 s'),
    }),
  ];
}

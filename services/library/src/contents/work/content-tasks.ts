import { isoTime } from '@space/database';
import type { Task } from '@space/runtime';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@space/time';
import { createPostponed, type Postponed, pollingTask, type RetentionRule, retentionTask } from '@space/worker';
import type { ContentTypes } from '../kinds/content-kind.ts';
import type { ContentPorts } from '../kinds/content-ports.ts';
import { findDueGatherings } from '../storage/gatherings.queries.ts';
import { announceGathered } from './announce-gathered.ts';
import { deleteOldCheckpoints, deleteOldUpdates, findStale, findUnsaved } from './due-contents.queries.ts';
import { rebuildDerived } from './rebuild-derived.ts';
import { saveState } from './save-state.ts';

/** Things of one turn of a task, and rows of one statement. */
const CHUNK = 20;
const ROWS = 500;

/** The pauses after failures of the work on one thing, in milliseconds. */
const PAUSES = [5 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS] as const;

/** Things whose work failed, by kind of work. */
type FailedWork = Readonly<Record<'derived' | 'events' | 'versions', Postponed>>;

/** Does the work on contents that is due: stale derived contents, and events of gathered changes. Returns false if there was none. */
async function followChanges<T extends ContentTypes>(from: ContentPorts<T>, { derived, events }: FailedWork): Promise<boolean> {
  const { database, clock } = from.ports;
  const { tables } = from.kind;
  const stale = await findStale(database, tables, derived.waiting(), CHUNK);
  let done = 0;
  for (const thing of stale) done += await orPostpone(from, thing, derived, () => rebuildDerived(from, thing));
  const due = await findDueGatherings(database, tables, isoTime(clock.now()), events.waiting(), CHUNK);
  for (const gathering of due) done += await orPostpone(from, gathering, events, () => announceGathered(from, gathering));
  return done >= CHUNK;
}

/** Stores whole states of contents, and versions of those that are quiet. Returns false if none was due. */
export async function saveStates<T extends ContentTypes>(
  from: Pick<ContentPorts<T>, 'ports' | 'kind'>,
  failed: Postponed = createPostponed(PAUSES),
): Promise<boolean> {
  const { database, clock } = from.ports;
  const { tables, limits } = from.kind;
  const before = (minutes: number) => isoTime(clock.now() - minutes * MINUTE_MS);
  const times = { quiet_since: before(limits.quiet_minutes), checkpoint_before: before(limits.checkpoint_minutes) };
  const unsaved = await findUnsaved(database, tables, times, failed.waiting(), CHUNK);
  let done = 0;
  for (const thing of unsaved) done += await orPostpone(from, thing, failed, () => saveState(from, thing));
  return done === CHUNK;
}

/** Runs the work on one thing. A failure postpones it, so that it does not stop that on others. Returns 1 for a success, and 0. */
async function orPostpone<T extends ContentTypes>(
  { ports: { log }, kind }: Pick<ContentPorts<T>, 'ports' | 'kind'>,
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
    const { noun } = kind.tables;
    log.warn({ err: error, [noun]: id, pause_ms }, `the work on a ${noun} failed; retrying after a pause`);
    return 0;
  }
}

/** Returns the rules by which old changes and versions are deleted. */
export function contentRetentionRules<T extends ContentTypes>({
  ports: { database, clock },
  kind: { tables, limits },
}: Pick<ContentPorts<T>, 'ports' | 'kind'>): readonly RetentionRule[] {
  const before = (days: number) => isoTime(clock.now() - days * DAY_MS);
  return [
    {
      what: `changes of ${tables.nouns}`,
      deleteChunk: (limit) => deleteOldUpdates(database, tables, before(limits.change_days), limit),
    },
    {
      what: `versions of ${tables.nouns}`,
      deleteChunk: (limit) => deleteOldCheckpoints(database, tables, before(limits.checkpoint_days), limit),
    },
  ];
}

/** Returns the tasks of one kind of contents; `others` are its own rules of retention. */
export function contentTasks<T extends ContentTypes>(from: ContentPorts<T>, others: readonly RetentionRule[]): readonly Task[] {
  const { log } = from.ports;
  const { nouns } = from.kind.tables;
  const failed: FailedWork = { derived: createPostponed(PAUSES), events: createPostponed(PAUSES), versions: createPostponed(PAUSES) };
  return [
    pollingTask({
      name: `changes of ${nouns}`,
      intervalMs: SECOND_MS,
      poll: () => followChanges(from, failed),
      onError: (error) => log.warn({ err: error }, `looking for changed ${nouns} failed; retrying in 1 s`),
    }),
    pollingTask({
      name: `versions of ${nouns}`,
      intervalMs: 10 * SECOND_MS,
      poll: () => saveStates(from, failed.versions),
      onError: (error) => log.warn({ err: error }, `looking for ${nouns} without a version failed; retrying in 10 s`),
    }),
    retentionTask({
      name: `retention of ${nouns}`,
      rules: [...contentRetentionRules(from), ...others],
      everyMs: MINUTE_MS,
      chunk: ROWS,
      onError: (error, what) => log.warn({ err: error, what }, 'deletion of expired rows failed; retrying in 60 s'),
    }),
  ];
}

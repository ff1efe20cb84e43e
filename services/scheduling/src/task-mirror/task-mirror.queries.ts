import { DEFAULT_CALENDAR } from '@space/contracts/scheduling';
import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { eventIdOf, type MirroredTask } from './mirrored-task.ts';

const TaskKey = z.object({ space_id: z.string(), task_id: z.string() });
const SeenTask = z.object({ task_id: z.string(), version: z.number() });

/** Stores newer states of tasks with their events, and returns the tasks that changed. An older state changes nothing. */
export async function storeStates(tx: CommonQueryMethods, states: readonly MirroredTask[], now: string) {
  const changed = await tx.any(sql.prepared('scheduling-mirror-tasks', TaskKey)`
    insert into scheduling.mirrored_task as m (space_id, task_id, version, is_shown, identifier, seen_at)
    select n.*, ${now}::timestamptz from ${unnestRows(
      states.map(({ space_id, task_id, version, shown, identifier }) => ({
        space_id,
        task_id,
        version,
        is_shown: shown !== null,
        identifier,
      })),
      { space_id: 'text', task_id: 'text', version: 'int4', is_shown: 'bool', identifier: 'text' },
      'n',
    )}
    on conflict (space_id, task_id) do update set version = excluded.version, is_shown = excluded.is_shown, identifier = excluded.identifier,
      seen_at = excluded.seen_at
    where m.version < excluded.version
    returning m.space_id, m.task_id`);
  const keys = new Set(changed.map(({ space_id, task_id }) => `${space_id} ${task_id}`));
  const newer = states.filter(({ space_id, task_id }) => keys.has(`${space_id} ${task_id}`));
  await storeEvents(tx, newer, now);
  await deleteEvents(
    tx,
    newer.filter(({ shown }) => shown === null),
  );
  return changed;
}

async function storeEvents(tx: CommonQueryMethods, states: readonly MirroredTask[], now: string): Promise<void> {
  const rows = states.flatMap(({ space_id, task_id, shown }) => (shown ? [{ space_id, id: eventIdOf(task_id), task_id, ...shown }] : []));
  if (rows.length === 0) return;
  await tx.query(sql.typeAlias('void')`
    insert into scheduling.calendar_event as e (
      space_id, id, calendar, title, category, starts_at, ends_at, all_day, timezone, is_busy, status, task_id, created_at, updated_at)
    select n.space_id, n.id, ${DEFAULT_CALENDAR}, n.title, 'task', n.starts_at, n.ends_at, n.all_day, n.timezone, false, 'confirmed', n.task_id,
      ${now}::timestamptz, ${now}::timestamptz
    from ${unnestRows(
      rows,
      {
        space_id: 'text',
        id: 'text',
        task_id: 'text',
        title: 'text',
        starts_at: 'timestamptz',
        ends_at: 'timestamptz',
        all_day: 'bool',
        timezone: 'text',
      },
      'n',
    )}
    on conflict (space_id, id) do update set title = excluded.title, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      all_day = excluded.all_day, timezone = excluded.timezone, version = e.version + 1, updated_at = excluded.updated_at
    where (e.title, e.starts_at, e.ends_at, e.all_day, e.timezone)
      is distinct from (excluded.title, excluded.starts_at, excluded.ends_at, excluded.all_day, excluded.timezone)`);
}

async function deleteEvents(tx: CommonQueryMethods, states: readonly MirroredTask[]): Promise<void> {
  if (states.length === 0) return;
  await tx.query(sql.typeAlias('void')`
    delete from scheduling.calendar_event as e using ${unnestRows(
      states.map(({ space_id, task_id }) => ({ space_id, id: eventIdOf(task_id) })),
      { space_id: 'text', id: 'text' },
      'n',
    )} where e.space_id = n.space_id and e.id = n.id`);
}

/** Returns the tasks of a Space that the calendar shows, after an id and up to another one, or without an end. */
export const findShown = (database: CommonQueryMethods, space: string, after: string, until: string | null) =>
  database.any(sql.type(SeenTask)`
    select task_id, version from scheduling.mirrored_task
    where space_id = ${space} and is_shown and task_id > ${after} ${until === null ? sql.fragment`` : sql.fragment`and task_id <= ${until}`}
    order by task_id`);

/** Returns the Spaces whose calendar shows tasks. It is about all Spaces. */
export const findSpacesWithTasks = (database: CommonQueryMethods) =>
  database.anyFirst(sql.type(z.object({ space_id: z.string() }))`select distinct space_id from scheduling.mirrored_task where is_shown`);

/** Takes tasks out of the calendar that are not shown any more, unless a newer state of them has come. Returns their number. */
export async function hideTasks(
  tx: CommonQueryMethods,
  space: string,
  tasks: readonly { readonly task_id: string; readonly version: number }[],
) {
  const hidden = await tx.any(sql.type(TaskKey)`
    update scheduling.mirrored_task as m set is_shown = false from ${unnestRows(
      tasks.map(({ task_id, version }) => ({ task_id, version })),
      { task_id: 'text', version: 'int4' },
      'n',
    )} where m.space_id = ${space} and m.task_id = n.task_id and m.version = n.version and m.is_shown returning m.space_id, m.task_id`);
  await deleteEvents(
    tx,
    hidden.map((key) => ({ ...key, version: 0, identifier: null, shown: null })),
  );
  return hidden.length;
}

/** Forgets tasks that have not been shown since a time; returns their number. */
export const forgetHidden = async (database: CommonQueryMethods, before: string, limit: number) =>
  (
    await database.query(sql.typeAlias('void')`
      delete from scheduling.mirrored_task where ctid = any(array(
        select ctid from scheduling.mirrored_task where not is_shown and seen_at < ${before}::timestamptz limit ${limit}))`)
  ).rowCount;

/** Returns the name of the task of an event for an error: its identifier, or its id without one. */
export const findTaskName = async (tx: CommonQueryMethods, space: string, task_id: string): Promise<string> =>
  (await tx.maybeOneFirst(sql.type(z.object({ identifier: z.string().nullable() }))`
    select identifier from scheduling.mirrored_task where space_id = ${space} and task_id = ${task_id}`)) ?? task_id;

/** Returns the number of events that the consumer group could not handle. */
export const countDeadLetters = (database: CommonQueryMethods) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from scheduling.dead_letter`);

import { Problem } from '@space/contracts/core';
import { MAX_TASKS } from '@space/contracts/work';
import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const ListRow = z.object({ project_id: z.string(), last_number: z.number() });
const PlaceRow = z.object({ place: z.string() });
const CountRow = z.object({ before: z.number() });

/** Rows that count the tasks of a Space: creations over different connections seldom wait for each other. */
const COUNT_SHARDS = 16;
/** The row for tasks that are deleted for good, for which no creation waits. */
const DELETED_SHARD = -1;

/** A list, by the id of its project or '' for none, with the count of numbers that it gives. */
export interface NumberDraw {
  readonly project_id: string;
  readonly count: number;
}

/**
 * Draws numbers of lists and returns the first of each, by the id of the project. The rows of the lists are locked until the transaction
 * ends, so that numbers have no gap and no double.
 */
export async function drawNumbers(tx: CommonQueryMethods, space: string, draws: readonly NumberDraw[]): Promise<Map<string, number>> {
  const sorted = draws.toSorted((one, other) => (one.project_id < other.project_id ? -1 : 1));
  const rows = await tx.any(sql.prepared('work-draw-numbers', ListRow)`
    insert into work.task_list as l (space_id, project_id, last_number)
    select ${space}, n.project_id, n.count from ${unnestRows(
      sorted.map((draw) => ({ ...draw })),
      { project_id: 'text', count: 'int4' },
      'n',
    )}
    on conflict (space_id, project_id) do update set last_number = l.last_number + excluded.last_number
    returning l.project_id, l.last_number`);
  const last = new Map(rows.map((row) => [row.project_id, row.last_number]));
  return new Map(draws.map(({ project_id, count }) => [project_id, last.get(project_id)! - count + 1]));
}

/** Locks lists by the ids of their projects until the transaction ends, in order. */
export const lockLists = async (tx: CommonQueryMethods, space: string, projects: readonly string[]): Promise<void> => {
  if (projects.length > 0)
    await drawNumbers(
      tx,
      space,
      [...new Set(projects)].map((project_id) => ({ project_id, count: 0 })),
    );
};

/** Locks the list of a project, or the one of tasks without a project, until the transaction ends. */
export const lockList = (tx: CommonQueryMethods, space: string, project_id: string | null) =>
  drawNumbers(tx, space, [{ project_id: project_id ?? '', count: 0 }]);

/** A place at the end of any list: ten hexadecimal digits, which compare as texts do. It needs no lock: a later one is greater. */
export const nextPlace = sql.fragment`lpad(to_hex(nextval('work.task_place')), 10, '0')`;

/** Draws places at the end of any list, in order. */
export const drawPlaces = (tx: CommonQueryMethods, count: number): Promise<readonly string[]> =>
  tx.anyFirst(sql.prepared('work-draw-places', PlaceRow)`select ${nextPlace} as place from generate_series(1, ${count}::int)`);

/** The number of tasks of a Space, with those in the trash. */
export const taskCount = (space: string) =>
  sql.fragment`(select coalesce(sum(o.tasks), 0)::int8 from work.task_count as o where o.space_id = ${space})`;

/** Adds tasks to the count of a Space. `from` follows the values: `from …` for a count that depends on a row. */
export const addToCount = (space: string, count: number, from = sql.fragment``) => sql.fragment`
  insert into work.task_count as c (space_id, shard, tasks) select ${space}, pg_backend_pid() % ${COUNT_SHARDS}::int, ${count}::int ${from}
  on conflict (space_id, shard) do update set tasks = c.tasks + excluded.tasks`;

/** Counts new tasks. Throws `limit_reached` when the Space would have more than `MAX_TASKS`. */
export async function countNewTasks(tx: CommonQueryMethods, space: string, count: number): Promise<void> {
  const { before } = await tx.one(
    sql.prepared('work-count-tasks', CountRow)`${addToCount(space, count)} returning ${taskCount(space)} as before`,
  );
  if (before + count > MAX_TASKS)
    throw new Problem('limit_reached', `A Space can have ${MAX_TASKS} tasks with those in the trash; delete some of them for good first.`);
}

/** Counts tasks that are deleted for good. */
export const countDeletedTasks = (tx: CommonQueryMethods, space: string, count: number) =>
  tx.query(sql.typeAlias('void')`
    insert into work.task_count as c (space_id, shard, tasks) values (${space}, ${DELETED_SHARD}, ${-count})
    on conflict (space_id, shard) do update set tasks = c.tasks + excluded.tasks`);

import { Problem } from '@space/contracts/core';
import { MAX_TASKS } from '@space/contracts/work';
import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const ListRow = z.object({ project_id: z.string(), last_number: z.number(), last_place: z.number(), others: z.number() });

/** The places and numbers that a list gives to new tasks. */
export interface DrawnPlaces {
  /** The first of the numbers. */
  readonly number: number;
  /** The first of the places at the end. */
  readonly place: number;
}

/** A list, by the id of its project or '' for none, with the number of tasks that get a place in it. */
export interface ListDraw {
  readonly project_id: string;
  readonly numbers: number;
  readonly places: number;
}

/**
 * Draws numbers and places at the end of lists, by the id of the project. The rows of the lists are locked until the transaction ends, so
 * that numbers have no gap and no double. Throws `limit_reached` when the Space would have more than `MAX_TASKS`.
 */
export async function drawPlaces(tx: CommonQueryMethods, space: string, draws: readonly ListDraw[]): Promise<Map<string, DrawnPlaces>> {
  const sorted = draws.toSorted((one, other) => (one.project_id < other.project_id ? -1 : 1));
  const rows = await tx.any(sql.prepared('work-draw-places', ListRow)`
    insert into work.task_list as l (space_id, project_id, last_number, last_place, task_count)
    select ${space}, n.project_id, n.numbers, n.places, n.numbers from ${unnestRows(
      sorted.map((draw) => ({ ...draw })),
      { project_id: 'text', numbers: 'int4', places: 'int4' },
      'n',
    )}
    on conflict (space_id, project_id) do update set last_number = l.last_number + excluded.last_number,
      last_place = l.last_place + excluded.last_place, task_count = l.task_count + excluded.task_count
    returning l.project_id, l.last_number, l.last_place,
      (select coalesce(sum(o.task_count), 0)::int8 from work.task_list as o where o.space_id = ${space}) as others`);
  const added = draws.reduce((sum, { numbers }) => sum + numbers, 0);
  if (added > 0 && Math.max(...rows.map(({ others }) => others)) + added > MAX_TASKS)
    throw new Problem('limit_reached', `A Space can have ${MAX_TASKS} tasks with those in the trash; delete some of them for good first.`);
  const byId = new Map(rows.map((row) => [row.project_id, row]));
  return new Map(
    draws.map(({ project_id, numbers, places }) => {
      const { last_number, last_place } = byId.get(project_id)!;
      return [project_id, { number: last_number - numbers + 1, place: last_place - places + 1 }];
    }),
  );
}

/** Counts tasks that have left a list, or have come into it with a number that they had. */
export const countTasks = (tx: CommonQueryMethods, space: string, project_id: string | null, change: number) =>
  tx.query(sql.typeAlias('void')`
    update work.task_list set task_count = task_count + ${change} where space_id = ${space} and project_id = ${project_id ?? ''}`);

/** Locks the list of a project until the transaction ends. */
export const lockList = (tx: CommonQueryMethods, space: string, project_id: string | null) =>
  drawPlaces(tx, space, [{ project_id: project_id ?? '', numbers: 0, places: 0 }]);

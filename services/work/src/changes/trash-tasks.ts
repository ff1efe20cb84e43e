import { type Actor, Problem } from '@space/contracts/core';
import { MAX_TASKS_PER_CHANGE } from '@space/contracts/work';
import type { CommonQueryMethods } from 'slonik';
import { deleteAlarms } from '../alarms/alarms.queries.ts';
import { type UnblockedTask, unblockedBy } from '../blockers/unblocked.ts';
import { insertHistory } from '../changes/history.queries.ts';
import type { TaskRow } from '../rows/task-row.ts';
import { findTaskRows, lockTaskRows } from '../rows/task-rows.queries.ts';
import { findTrees, setTrashed } from './trash.queries.ts';

/** The effect of a deletion. */
export interface TrashedTasks {
  /** The tasks as they are in the trash. */
  readonly trashed: readonly TaskRow[];
  readonly unblocked: readonly UnblockedTask[];
}

/** Moves tasks with all tasks below them to the trash. `deletion` is the id by which they are restored together. */
export async function trashTasks(
  tx: CommonQueryMethods & { readonly now: string },
  actor: Actor,
  space: string,
  ids: readonly string[],
  deletion: string,
): Promise<TrashedTasks> {
  const all = await findTrees(tx, space, ids, false, MAX_TASKS_PER_CHANGE + 1);
  assertChangeSize(all.length);
  const before = await lockTaskRows(tx, space, all);
  await setTrashed(tx, space, all, deletion, tx.now);
  await deleteAlarms(tx, space, all);
  const changes = { trashed_at: { from: null, to: tx.now } };
  const living = [...before.values()].filter(({ trashed_at }) => trashed_at === null);
  await insertHistory(
    tx,
    space,
    actor,
    living.map(({ id }) => ({ task_id: id, changes })),
    tx.now,
  );
  const rows = await findTaskRows(tx, space, all);
  return { trashed: [...rows.values()], unblocked: await unblockedBy(tx, space, living) };
}

/** Throws `limit_reached` for a deletion or restoration of more tasks than one call may change. */
export function assertChangeSize(count: number): void {
  if (count > MAX_TASKS_PER_CHANGE)
    throw new Problem('limit_reached', `One call can delete or restore ${MAX_TASKS_PER_CHANGE} tasks with their subtasks; do it in parts.`);
}

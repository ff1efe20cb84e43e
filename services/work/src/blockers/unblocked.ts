import { isOpenCategory } from '@space/contracts/work';
import type { CommonQueryMethods } from 'slonik';
import type { TaskRow } from '../rows/task-row.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';
import { findUnblocked } from './links.queries.ts';

/** A task that no open task blocks any more, with the id of the last one that did. */
export interface UnblockedTask {
  readonly task: TaskRow;
  readonly by: string;
}

/**
 * Returns the open tasks that no open task blocks now and that one of the `closed` tasks blocked. Those are given as they were before; one
 * that was not open then blocked nothing.
 */
export async function unblockedBy(tx: CommonQueryMethods, space: string, closed: Iterable<TaskRow>): Promise<UnblockedTask[]> {
  const blockers = [...closed].filter(isOpenTask).map(({ id }) => id);
  if (blockers.length === 0) return [];
  const found = await findUnblocked(tx, space, blockers);
  const rows = await findTaskRows(
    tx,
    space,
    found.map(({ task_id }) => task_id),
  );
  return found.map(({ task_id, by }) => ({ task: rows.get(task_id)!, by }));
}

/** Returns true for a task that blocks others while they are linked so. */
export const isOpenTask = ({ status_category, trashed_at }: Pick<TaskRow, 'status_category' | 'trashed_at'>): boolean =>
  trashed_at === null && isOpenCategory(status_category);

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

/** Returns the open tasks that these tasks blocked and that no open task blocks now. */
export async function unblockedBy(tx: CommonQueryMethods, space: string, blockers: readonly string[]): Promise<UnblockedTask[]> {
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

/** Returns the ids of the tasks that a change has closed: they block nothing any more. A task in the trash blocked nothing before. */
export const closedBy = (changes: readonly { readonly before: TaskRow; readonly after: TaskRow }[]): string[] =>
  changes
    .filter(
      ({ before, after }) => after.trashed_at === null && isOpenCategory(before.status_category) && !isOpenCategory(after.status_category),
    )
    .map(({ after }) => after.id);

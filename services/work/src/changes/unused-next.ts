import type { Caller } from '@space/contracts/core';
import { taskDeleted, type taskUnblocked } from '@space/contracts/work';
import type { Transaction } from '@space/event-log';
import type { People } from '../people/people.ts';
import { answersOf } from '../rows/answer-task.ts';
import type { TaskRow } from '../rows/task-row.ts';
import { lockTaskRows } from '../rows/task-rows.queries.ts';
import { announceUnblocked } from './announce.ts';
import { taskEventData } from './event-data.ts';
import { trashTasks } from './trash-tasks.ts';

type DeletingTransaction = Transaction<typeof taskDeleted | typeof taskUnblocked>;

/**
 * Locks the next task of a recurring one that a change opens again, and returns it. Returns null if the change does something else, or if
 * the next task is not as its completion made it.
 */
export async function lockUnusedNextTask(
  tx: DeletingTransaction,
  { next_task_id: id, status_category }: TaskRow,
  after: Pick<TaskRow, 'space_id' | 'status_category'>,
): Promise<TaskRow | null> {
  if (id === null || status_category !== 'done' || after.status_category === 'done') return null;
  const row = (await lockTaskRows(tx, after.space_id, [id])).get(id);
  if (row?.version !== 1 || row.trashed_at !== null) return null;
  const [task] = await answersOf(tx, after.space_id, [id]);
  return task!.comment_count + task!.subtasks.total + task!.links.length === 0 ? row : null;
}

/** Moves unused next tasks to the trash and announces it. The trees of the Space must be locked. */
export async function deleteUnused(
  tx: DeletingTransaction,
  { space_id, actor }: Pick<Caller, 'space_id' | 'actor'>,
  tasks: readonly TaskRow[],
  people: People,
): Promise<void> {
  for (const { id } of tasks) {
    const { trashed, unblocked } = await trashTasks(tx, actor, space_id, [id], id);
    for (const task of trashed) tx.emit(taskDeleted, { ...taskEventData(task, people), permanent: false });
    announceUnblocked(tx, unblocked, people);
  }
}

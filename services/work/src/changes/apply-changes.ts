import type { Actor } from '@space/contracts/core';
import { isOpenCategory } from '@space/contracts/work';
import { isOpenTask, type UnblockedTask, unblockedBy } from '../blockers/unblocked.ts';
import type { People } from '../people/people.ts';
import { assertOpenSubtasks } from '../places/parents.queries.ts';
import { nameOf, type TaskRow } from '../rows/task-row.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';
import type { CreatingTransaction } from './insert-rows.ts';
import { makeNextTask } from './next-task.ts';
import { changeOf, storeChanges, type TaskChange } from './store-changes.ts';

/** The effect of changes of tasks. */
export interface AppliedChanges {
  readonly changes: readonly TaskChange[];
  /** The next tasks of recurring ones that were done, by the id of the done task. */
  readonly next: ReadonlyMap<string, TaskRow>;
  readonly unblocked: readonly UnblockedTask[];
}

/**
 * Writes changes of locked tasks: values, history, alarms, the next tasks of recurring ones. It announces the next
 * tasks only, which get none of the `removed` statuses.
 */
export async function applyChanges(
  tx: CreatingTransaction,
  actor: Actor,
  rows: readonly { readonly before: TaskRow; readonly after: TaskRow }[],
  people: People,
  removed: ReadonlySet<string> = new Set(),
): Promise<AppliedChanges> {
  const next = new Map<string, TaskRow>();
  const changes: TaskChange[] = [];
  for (const { before, after } of rows) {
    const made = await makeNextTask(tx, actor, before, after, people, removed);
    if (made) next.set(after.id, made);
    const change = changeOf(before, made ? { ...after, next_task_id: made.id } : after, tx.now);
    if (change) changes.push(change);
  }
  await assertRoomForOpened(tx, changes);
  await storeChanges(tx, actor, changes);
  const closed = changes.flatMap(({ before, after }) => (isOpenTask(after) ? [] : before));
  const unblocked = closed.length === 0 ? [] : await unblockedBy(tx, closed[0]!.space_id, closed);
  return { changes, next, unblocked };
}

/** Throws `limit_reached` when a task would have too many open subtasks, because done ones open again. */
async function assertRoomForOpened(tx: CreatingTransaction, changes: readonly TaskChange[]): Promise<void> {
  const opened = changes.filter(
    ({ before, after: { parent_id, trashed_at, status_category } }) =>
      parent_id !== null && trashed_at === null && !isOpenCategory(before.status_category) && isOpenCategory(status_category),
  );
  for (const [id, of] of Map.groupBy(opened, ({ after }) => after.parent_id!)) {
    const space = of[0]!.after.space_id;
    const parent = (await findTaskRows(tx, space, [id])).get(id);
    if (parent) await assertOpenSubtasks(tx, space, { id, name: nameOf(parent) }, of.length);
  }
}

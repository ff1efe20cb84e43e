import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '@space/contracts/core';
import { isOpenCategory, type TaskValues } from '@space/contracts/work';
import type { CommonQueryMethods } from 'slonik';
import { replaceAlarms } from '../alarms/alarms.ts';
import { dueAt } from '../rows/due-time.ts';
import { type TaskRow, valuesOf } from '../rows/task-row.ts';
import { replaceAssignees, replaceLabels, updateTaskRows } from '../rows/task-rows.queries.ts';
import { insertHistory } from './history.queries.ts';

/** A task before and after a change. */
export interface TaskChange {
  readonly before: TaskRow;
  readonly after: TaskRow;
  /** The values that differ. */
  readonly changed: readonly (keyof TaskValues)[];
}

/** The transaction of a change. */
type ChangingTransaction = CommonQueryMethods & { readonly now: string };

/** Returns the change from one row to another; null if nothing differs. What follows from the values is computed: due time, completion, lease. */
export function changeOf(before: TaskRow, given: TaskRow, now: string): TaskChange | null {
  const [was, is] = [valuesOf(before), valuesOf(given)];
  const changed = (Object.keys(was) as (keyof TaskValues)[]).filter((name) => !isDeepStrictEqual(was[name], is[name]));
  const isRegrouped = before.status_category !== given.status_category;
  const isSame = changed.length === 0 && !isRegrouped && before.position === given.position && before.next_task_id === given.next_task_id;
  if (isSame && before.claim_ends_at === given.claim_ends_at) return null;
  const has = (name: keyof TaskValues) => changed.includes(name);
  const isDone = given.status_category === 'done';
  const after: TaskRow = {
    ...given,
    // Every change of a task but a claim ends its lease.
    claim_ends_at: given.claim_ends_at === before.claim_ends_at ? null : given.claim_ends_at,
    due_at: dueAt(given),
    assignee_count: given.assignees.length,
    completed_at: isDone ? (before.completed_at ?? now) : null,
    series_start: has('recurrence') ? (given.recurrence === null ? null : given.due_date) : given.series_start,
    occurrence: has('recurrence') ? 1 : given.occurrence,
    version: before.version + 1,
    updated_at: now,
  };
  return { before, after, changed };
}

/** Writes changes of tasks with their history, assignees, labels and alarms. */
export async function storeChanges(tx: ChangingTransaction, actor: Actor, changes: readonly TaskChange[]): Promise<void> {
  if (changes.length === 0) return;
  const space = changes[0]!.after.space_id;
  const of = (...names: (keyof TaskValues)[]) =>
    changes.filter(({ changed }) => names.some((name) => changed.includes(name))).map(({ after }) => after);
  await updateTaskRows(
    tx,
    changes.map(({ after }) => after),
  );
  await replaceAssignees(tx, space, of('assignees'), false);
  await replaceLabels(tx, space, of('labels'), false);
  const timed = changes.filter(
    ({ before, after, changed }) =>
      !isSameTime(before.due_at, after.due_at) ||
      changed.includes('reminders') ||
      isOpenCategory(before.status_category) !== isOpenCategory(after.status_category),
  );
  await replaceAlarms(
    tx,
    timed.map(({ before, after }) => ({ task: after, isNewDue: !isSameTime(before.due_at, after.due_at) })),
    Date.parse(tx.now),
  );
  await insertHistory(
    tx,
    space,
    actor,
    changes.map(historyOf).filter((history) => Object.keys(history.changes).length > 0),
    tx.now,
  );
}

/** Returns what the history of a task says of a change. */
export function historyOf({ before, after, changed }: TaskChange) {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const values = Object.fromEntries(changed.map((name) => [name, { from: was[name], to: is[name] }]));
  // The status is the same with another category of it.
  const isRegrouped = before.status_category !== after.status_category && !changed.includes('status_id');
  const category = { status_category: { from: before.status_category, to: after.status_category } };
  return { task_id: after.id, changes: { ...values, ...(isRegrouped && category) } };
}

/** Returns true for one time, which Postgres and the wire write differently, and for no time twice. */
const isSameTime = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);

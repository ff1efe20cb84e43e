import type { EventType } from '@space/contracts/core';
import { type TaskValues, taskAssigned, taskCreated, taskStatusChanged, taskUnblocked, taskUpdated } from '@space/contracts/work';
import type { Transaction } from '@space/event-log';
import type { People } from '../people/people.ts';
import { identifierOf, type TaskRow, valuesOf } from '../rows/task-row.ts';
import { taskEventData } from './event-data.ts';
import type { TaskChange } from './store-changes.ts';

/** A transaction or a statement that emits events. */
type Emitter<E extends EventType> = Pick<Transaction<E>, 'emit'>;

/** Announces a new task, and its assignees as added if it has some. */
export function announceCreation(tx: Emitter<typeof taskCreated | typeof taskAssigned>, task: TaskRow, people: People): void {
  const data = taskEventData(task, people);
  tx.emit(taskCreated, data);
  if (task.assignees.length > 0) tx.emit(taskAssigned, { ...data, added: data.assignee_ids, removed: [] });
}

/** Returns true for another status, or another category. The same status of another list is no other one. */
function isOtherStatus({ before, after, changed }: TaskChange): boolean {
  if (before.status_category !== after.status_category) return true;
  return changed.includes('status_id') && (before.project_id === after.project_id || before.status !== after.status);
}

/** Announces a new status of a task, or another category of its status. */
export function announceStatus(tx: Emitter<typeof taskStatusChanged>, change: TaskChange, people: People): void {
  if (!isOtherStatus(change)) return;
  const { before, after } = change;
  tx.emit(taskStatusChanged, {
    ...taskEventData(after, people),
    from: before.status,
    to: after.status,
    from_category: before.status_category,
    next_task_id: before.next_task_id === after.next_task_id ? null : after.next_task_id,
  });
}

/** Announces other assignees of a task, unless it has its old ones. */
export function announceAssignees(tx: Emitter<typeof taskAssigned>, { before, after }: TaskChange, people: People): void {
  const [was, is] = [before, after].map(({ assignees }) => assignees.map(({ id }) => id)) as [string[], string[]];
  const added = is.filter((id) => !was.includes(id));
  const removed = was.filter((id) => !is.includes(id));
  if (added.length + removed.length > 0) tx.emit(taskAssigned, { ...taskEventData(after, people), added, removed });
}

/** Announces the changed values of a task that have no event of their own, its place and its identifier, if there are some. */
export function announceValues(tx: Transaction<typeof taskUpdated>, change: TaskChange, people: People): void {
  const { before, after, changed } = change;
  const names = changed.filter((name) => name !== 'assignees' && !(name === 'status_id' && isOtherStatus(change)));
  const was = { ...previousOf(before, names), ...placeOf(before, after) };
  if (Object.keys(was).length > 0) announceUpdate(tx, after, people, Object.keys(was), was);
}

/** Returns the former place and identifier of a task, as far as they differ. */
const placeOf = (before: TaskRow, after: TaskRow): Record<string, unknown> => ({
  ...(before.position !== after.position && { position: before.position }),
  ...(identifierOf(before) !== identifierOf(after) && { identifier: identifierOf(before) }),
});

/** Announces changed fields of a task with their former values. */
export function announceUpdate(
  tx: Transaction<typeof taskUpdated>,
  task: TaskRow,
  people: People,
  changed: readonly string[],
  previous: Readonly<Record<string, unknown>>,
): void {
  tx.emit(taskUpdated, { ...taskEventData(task, people), changed: [...changed], previous: previous as never });
}

const previousOf = (before: TaskRow, names: readonly (keyof TaskValues)[]): Record<string, unknown> => {
  const was = valuesOf(before);
  return Object.fromEntries(names.map((name) => [name, was[name]]));
};

/** Announces tasks that no open task blocks any more. */
export function announceUnblocked(
  tx: Transaction<typeof taskUnblocked>,
  tasks: readonly { readonly task: TaskRow; readonly by: string }[],
  people: People,
): void {
  for (const { task, by } of tasks) tx.emit(taskUnblocked, { ...taskEventData(task, people), unblocked_by: by });
}

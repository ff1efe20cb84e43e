import type { EventType } from '@space/contracts/core';
import { type TaskValues, taskAssigned, taskStatusChanged, taskUnblocked, taskUpdated } from '@space/contracts/work';
import type { Transaction } from '@space/event-log';
import type { People } from '../people/people.ts';
import { type TaskRow, valuesOf } from '../rows/task-row.ts';
import { taskEventData } from './event-data.ts';
import type { TaskChange } from './store-changes.ts';

/** A transaction or a statement that emits events. */
type Emitter<E extends EventType> = Pick<Transaction<E>, 'emit'>;

/** Announces a new status of a task, or another category of its status. */
export function announceStatus(tx: Emitter<typeof taskStatusChanged>, { before, after, changed }: TaskChange, people: People): void {
  if (!changed.includes('status_id') && before.status_category === after.status_category) return;
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

/** Values whose changes have events of their own. */
const announcedAlone: ReadonlySet<keyof TaskValues> = new Set(['status_id', 'assignees']);

/** Announces the other changed values of a task, if there are some. */
export function announceValues(tx: Transaction<typeof taskUpdated>, { before, after, changed }: TaskChange, people: People): void {
  const names = changed.filter((name) => !announcedAlone.has(name));
  if (before.position !== after.position) announceUpdate(tx, after, people, [...names, 'position'], previousOf(before, names));
  else if (names.length > 0) announceUpdate(tx, after, people, names, previousOf(before, names));
}

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

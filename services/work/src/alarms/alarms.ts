import { isOpenCategory } from '@space/contracts/work';
import { isoTime } from '@space/database';
import { MINUTE_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import type { TaskColumns } from '../tasks/task-row.ts';
import { type Alarm, deleteAlarms, insertAlarms } from './alarms.queries.ts';

/** Returns the alarms of a task after a time; a task that is done, in the trash or without a due date has none. */
export function alarmsOf(task: TaskColumns, now: number): Alarm[] {
  if (task.due_at === null || task.trashed_at !== null || !isOpenCategory(task.status_category)) return [];
  const due = Date.parse(task.due_at);
  const overdue: Alarm = { task_id: task.id, kind: 'overdue', minutes_before: 0, fire_at: isoTime(due) };
  const reminders = task.reminders.map(
    (minutes_before): Alarm => ({ task_id: task.id, kind: 'reminder', minutes_before, fire_at: isoTime(due - minutes_before * MINUTE_MS) }),
  );
  return [overdue, ...reminders].filter(({ fire_at }) => Date.parse(fire_at) > now);
}

/** Replaces the alarms of tasks by those that follow from their values. An alarm whose time has passed is not made again. */
export async function replaceAlarms(tx: CommonQueryMethods, tasks: readonly TaskColumns[], now: number, isNew: boolean): Promise<void> {
  if (tasks.length === 0) return;
  const space = tasks[0]!.space_id;
  if (!isNew)
    await deleteAlarms(
      tx,
      space,
      tasks.map(({ id }) => id),
    );
  const alarms = tasks.flatMap((task) => alarmsOf(task, now));
  if (alarms.length > 0) await insertAlarms(tx, space, alarms);
}

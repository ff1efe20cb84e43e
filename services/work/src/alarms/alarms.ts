import { isOpenCategory } from '@space/contracts/work';
import { isoTime } from '@space/database';
import { MINUTE_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import type { TaskColumns } from '../rows/task-row.ts';
import { type Alarm, deleteAlarms, deleteFutureAlarms, insertAlarms } from './alarms.queries.ts';

/** A task whose alarms follow from its values. */
export interface AlarmedTask {
  readonly task: TaskColumns;
  /** True for a new task and for another due time: what has passed of it already is announced immediately. */
  readonly isNewDue: boolean;
}

/**
 * Returns the alarms of a task at a time; a task that is done, in the trash or without a due date has none. Those whose time has passed are made
 * for a new due time only, and reminders only before it.
 */
export function alarmsOf({ task, isNewDue }: AlarmedTask, now: number): Alarm[] {
  if (task.due_at === null || task.trashed_at !== null || !isOpenCategory(task.status_category)) return [];
  const due = Date.parse(task.due_at);
  const alarm = (kind: Alarm['kind'], minutes_before: number): Alarm => ({
    task_id: task.id,
    kind,
    minutes_before,
    fire_at: isoTime(due - minutes_before * MINUTE_MS),
  });
  const reminders = due > now ? task.reminders.map((minutes_before) => alarm('reminder', minutes_before)) : [];
  return [alarm('overdue', 0), ...reminders].filter(({ fire_at }) => isNewDue || Date.parse(fire_at) > now);
}

/** Returns true for a task none of whose former alarms counts any more: it has another due time or is not open. */
const hasNoAlarmBefore = ({ task, isNewDue }: AlarmedTask): boolean =>
  isNewDue || task.trashed_at !== null || !isOpenCategory(task.status_category);

/**
 * Replaces the alarms of tasks by those that follow from their values. An alarm of the same due time whose time has come stays: it is still
 * to be announced.
 */
export async function replaceAlarms(tx: CommonQueryMethods, tasks: readonly AlarmedTask[], now: number): Promise<void> {
  if (tasks.length === 0) return;
  const space = tasks[0]!.task.space_id;
  const ids = (of: readonly AlarmedTask[]) => of.map(({ task }) => task.id);
  const [whole, future] = [tasks.filter(hasNoAlarmBefore), tasks.filter((one) => !hasNoAlarmBefore(one))];
  if (whole.length > 0) await deleteAlarms(tx, space, ids(whole));
  if (future.length > 0) await deleteFutureAlarms(tx, space, ids(future), isoTime(now));
  await insertAlarmsOf(tx, tasks, now);
}

/** Inserts the alarms of tasks that have none. */
export async function insertAlarmsOf(tx: CommonQueryMethods, tasks: readonly AlarmedTask[], now: number): Promise<void> {
  const alarms = tasks.flatMap((task) => alarmsOf(task, now));
  if (alarms.length > 0) await insertAlarms(tx, tasks[0]!.task.space_id, alarms);
}

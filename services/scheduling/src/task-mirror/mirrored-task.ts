import type { Event } from '@space/contracts/core';
import { type CalendarTask, isOpenCategory, type TaskEventData } from '@space/contracts/work';
import { isoTime } from '@space/database';
import { dayNumber, MINUTE_MS, minuteZone } from '@space/time';

/** A task as its row in the calendar follows it. */
export interface MirroredTask {
  readonly space_id: string;
  readonly task_id: string;
  readonly version: number;
  readonly identifier: string | null;
  /** The event of the calendar; null for a task that it does not show. */
  readonly shown: ShownTask | null;
}

/** The event of a task: a whole day, or the moment at which the task is due. */
interface ShownTask {
  readonly title: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly all_day: boolean;
  readonly timezone: string;
}

/** Returns the id of the event of a task: that of the task with another prefix, so that it never has two. */
export const eventIdOf = (task_id: string): string => task_id.replace(/^tsk_/, 'cal_');

/** Returns the state of a task by an event about it; null for an event about something else. */
export function taskOfEvent({ type, space_id, data }: Event): MirroredTask | null {
  if (!type.startsWith('task_') || typeof data.task_id !== 'string') return null;
  const { task_id, task_version, identifier, task, status_category, due_date, due_time, timezone, due_at } = data as never as TaskEventData;
  const isShown = type !== 'task_deleted' && isOpenCategory(status_category) && due_date !== null && due_at !== null;
  return {
    space_id,
    task_id,
    version: task_version,
    identifier,
    shown: isShown ? shownAt({ task, due_date, due_time, timezone, due_at }) : null,
  };
}

/** Returns the state of an open task with a due date. */
export const stateOfTask = (space_id: string, task: CalendarTask): MirroredTask => ({
  space_id,
  task_id: task.task_id,
  version: task.task_version,
  identifier: task.identifier,
  shown: shownAt(task),
});

function shownAt({
  task,
  due_date,
  due_time,
  timezone,
  due_at,
}: Pick<CalendarTask, 'task' | 'due_date' | 'due_time' | 'timezone' | 'due_at'>): ShownTask {
  const common = { title: task, timezone: timezone ?? 'UTC' };
  if (due_time !== null) return { ...common, starts_at: due_at, ends_at: due_at, all_day: false };
  const starts_at = isoTime(minuteZone(common.timezone).startOfDay(dayNumber(due_date)) * MINUTE_MS);
  return { ...common, starts_at, ends_at: due_at, all_day: true };
}

/** Returns the newest state of each task, so that a batch changes each row once. */
export function newestStates(states: readonly MirroredTask[]): MirroredTask[] {
  const newest = new Map<string, MirroredTask>();
  for (const state of states) {
    const key = `${state.space_id} ${state.task_id}`;
    const known = newest.get(key);
    if (!known || known.version < state.version) newest.set(key, state);
  }
  return [...newest.values()];
}

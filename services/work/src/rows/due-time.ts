import { isoTime } from '@space/database';
import { dayNumber, MINUTE_MS, midnightOf, minuteOf, minuteZone } from '@space/time';
import type { TaskColumns } from './task-row.ts';

/** The parts of a due time. */
type DueParts = Pick<TaskColumns, 'due_date' | 'due_time' | 'timezone'>;

/** Returns true for a due date without a zone. */
export const lacksZone = ({ due_date, timezone }: Pick<DueParts, 'due_date' | 'timezone'>): boolean =>
  due_date !== null && timezone === null;

/** Returns the time from which a task is overdue: its due time, or the end of its due date in its zone. Null without a due date. */
export function dueAt({ due_date, due_time, timezone }: DueParts): string | null {
  if (due_date === null) return null;
  const zone = minuteZone(timezone ?? 'UTC');
  const day = dayNumber(due_date);
  const minute = due_time === null ? zone.startOfDay(day + 1) : zone.instantOf(midnightOf(day) + minuteOf(due_time));
  return isoTime(minute * MINUTE_MS);
}

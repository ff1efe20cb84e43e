import { HOUR_MS } from '@space/time';
import type { Day } from '../../../dates/days.ts';
import { dayAt, instantAt } from './days.ts';

/** Returns the current day in a zone. */
export const todayIn = (timezone: string): Day => dayAt(Date.now(), timezone);

/** Returns the time for a new event on a day: the next full hour today, and nine o'clock on other days. */
export function usualStart(day: Day, timezone: string): number {
  const next = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  return day === todayIn(timezone) && dayAt(next, timezone) === day ? next : instantAt(day, '09:00', timezone);
}

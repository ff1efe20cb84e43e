import { DAY_MS } from '@space/time';

/** A day of the calendar, `YYYY-MM-DD`. */
export type Day = string;

/** Returns the number of days from 1970-01-01 to a day. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** Returns the day of a number of days since 1970-01-01. */
export const dayOfNumber = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** Returns the day so many days later. */
export const addDays = (day: Day, count: number): Day => dayOfNumber(dayNumber(day) + count);

/** Returns the same day so many months later; a month that is too short has its last day. */
export function addMonths(day: Day, count: number): Day {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Returns the number of days from one day to another. */
export const daysBetween = (from: Day, to: Day): number => dayNumber(to) - dayNumber(from);

/** Returns the day of the week: 0 for Monday, 6 for Sunday. */
export const weekdayOf = (day: Day): number => (((dayNumber(day) + 3) % 7) + 7) % 7;

/** Returns so many days from a day on. */
export const daysFrom = (first: Day, count: number): readonly Day[] => Array.from({ length: count }, (_, at) => addDays(first, at));

/** Returns the seven days of the week of a day, from Monday on. */
export const weekOf = (day: Day): readonly Day[] => daysFrom(addDays(day, -weekdayOf(day)), 7);

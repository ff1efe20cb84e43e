import { DAY_MS, MINUTE_MS, zoneOf } from '@space/time';
import { addDays, addMonths, type Day, dayNumber, dayOfNumber, daysBetween, weekdayOf, weekOf } from '../../../dates/days.ts';

/** Returns true for a day that the calendar has, from 1900 to 2199. */
export const isDay = (text: string): boolean =>
  /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(dayNumber(text)) && dayOfNumber(dayNumber(text)) === text;

/** Returns the whole weeks that the month of a day touches: four to six. */
export function monthOf(day: Day): readonly (readonly Day[])[] {
  const first = `${day.slice(0, 8)}01`;
  const last = addDays(addMonths(first, 1), -1);
  const start = weekOf(first)[0]!;
  return Array.from({ length: (daysBetween(start, last) - weekdayOf(last) + 7) / 7 }, (_, week) => weekOf(addDays(start, week * 7)));
}

/** Returns the day at an instant, in milliseconds, by the clock of a zone. */
export const dayAt = (instant: number, timezone: string): Day => dayOfNumber(Math.floor(zoneOf(timezone).wallAt(instant) / DAY_MS));

/** Returns the first instant of a day in a zone, in milliseconds. */
export const startOfDay = (day: Day, timezone: string): number => zoneOf(timezone).instantOf(dayNumber(day) * DAY_MS);

/** Returns the length of a day in a zone, in minutes: 1,380 and 1,500 on days when the clocks change by an hour. */
export const minutesOfDay = (day: Day, timezone: string): number =>
  (startOfDay(addDays(day, 1), timezone) - startOfDay(day, timezone)) / MINUTE_MS;

/** Returns the time of day at an instant by the clock of a zone, `HH:MM`. */
export const clockAt = (instant: number, timezone: string): string =>
  new Date(zoneOf(timezone).wallAt(instant)).toISOString().slice(11, 16);

/** Returns the instant of a day and a time of day, `HH:MM`, by the clock of a zone. A time that the clocks skip is later by the gap. */
export const instantAt = (day: Day, clock: string, timezone: string): number =>
  zoneOf(timezone).instantOf(Date.parse(`${day}T${clock}:00Z`));

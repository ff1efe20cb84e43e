import { addDays, addMonths, type Day, daysFrom, daysBetween as lengthBetween, weekOf } from '../../../dates/days.ts';

/** The spans that a calendar shows. */
export const modes = ['month', 'week', 'agenda'] as const;

/** The span that a calendar shows. */
export type Mode = (typeof modes)[number];

const DAYS_OF_WEEK = 7;

const at = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Returns true for a text that is a day. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at(text)) && dayOf(at(text)) === text;

/** Returns the day at a moment in a time zone. */
export function dayAt(moment: Date, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);
  return parts.slice(0, 10);
}

/** Returns the first day of the week of a day: its Monday. */
export const mondayOf = (day: Day): Day => weekOf(day)[0]!;

/** Returns the first and the last day that a calendar shows around a day: whole weeks of the month, the week, or the month. */
export function spanOf(mode: Mode, day: Day): readonly [first: Day, last: Day] {
  if (mode === 'week') return [mondayOf(day), addDays(mondayOf(day), DAYS_OF_WEEK - 1)];
  const first = `${day.slice(0, 8)}01`;
  const last = addDays(addMonths(first, 1), -1);
  return mode === 'agenda' ? [first, last] : [mondayOf(first), addDays(mondayOf(last), DAYS_OF_WEEK - 1)];
}

/** Returns the days from the first to the last one. */
export function daysBetween(first: Day, last: Day): readonly Day[] {
  return daysFrom(first, Math.max(0, lengthBetween(first, last) + 1));
}

/** Returns days in rows of seven. */
export const weeksOf = (days: readonly Day[]): readonly (readonly Day[])[] =>
  Array.from({ length: Math.ceil(days.length / DAYS_OF_WEEK) }, (_, week) => days.slice(week * DAYS_OF_WEEK, (week + 1) * DAYS_OF_WEEK));

/** Returns the day of the span before or after. */
export const moved = (mode: Mode, day: Day, by: -1 | 1): Day => (mode === 'week' ? addDays(day, by * DAYS_OF_WEEK) : addMonths(day, by));

/** Returns the day of a cell: a date is one, a time has one in the zone of its column. */
export function cellDay(value: unknown, timeZone: string): Day | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (isDay(value)) return value;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : dayAt(moment, timeZone);
}

/** Returns a day for people, such as "Tuesday, 31 March 2026". */
export const dayText = (day: Day): string =>
  `${weekdayOf(day)}, ${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at(day)))}`;

/** Returns the name of the weekday of a day. */
export const weekdayOf = (day: Day): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(new Date(at(day)));

/** Returns the name of the span around a day, such as "March 2026" or "30 March – 5 April 2026". */
export function spanText(mode: Mode, day: Day): string {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
  if (mode !== 'week') return format({ month: 'long', year: 'numeric' }).format(new Date(at(day)));
  const [first, last] = spanOf('week', day);
  return format({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(new Date(at(first)), new Date(at(last)));
}

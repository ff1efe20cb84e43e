import { addDays, addMonths, type Day, weekdayOf as dayIndex, weekOf } from '../../dates/days.ts';

/** Returns the day on which an instant falls in a zone; undefined is that of the browser. */
export function dayOf(at: string, timeZone: string | undefined): Day {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(new Date(at));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Returns the time of day of an instant in a zone, such as 09:05. */
export const timeOf = (at: string, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(at));

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** A day of the week as the contract names it. */
export type Weekday = (typeof weekdays)[number];

/** Returns the weekday of a day. */
export const weekdayOf = (day: Day): Weekday => weekdays[dayIndex(day)]!;

/** Returns the days of the weeks that a month touches, from Monday. */
export function monthOf(day: Day): readonly Day[] {
  const first = `${day.slice(0, 8)}01`;
  const last = addDays(addMonths(first, 1), -1);
  const days: Day[] = [];
  for (let one = weekOf(first)[0]!; one <= weekOf(last)[6]!; one = addDays(one, 1)) days.push(one);
  return days;
}

/** Returns a day in words, such as "Mon, Jan 5". */
export const dayText = (day: Day): string =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' }).format(new Date(`${day}T00:00:00Z`));

/** Returns a month in words, such as "January 2027". */
export const monthText = (day: Day): string =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`));

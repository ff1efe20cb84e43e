import { DAY_MS } from '@space/time';
import { dateOf, dayNumber, weekdayOf } from '../slots/wall-clock.ts';

/** One month as whole weeks from Monday; days are counted since 1970-01-01. */
export interface Month {
  /** `YYYY-MM`. */
  readonly name: string;
  /** `May 2026`. */
  readonly label: string;
  readonly weeks: readonly (readonly number[])[];
  readonly previous: string;
  readonly next: string;
  /** Its first day, and the first day of the next month. */
  readonly first: number;
  readonly after: number;
  has(day: number): boolean;
}

/** Returns the month of a name, `YYYY-MM`. */
export function monthOf(name: string): Month {
  const first = dayNumber(`${name}-01`);
  const next = dateOf(first + 31).slice(0, 7);
  const after = dayNumber(`${next}-01`);
  const monday = first - weekdayOf(first);
  const weeks = Math.ceil((after - monday) / 7);
  return {
    name,
    label: new Date(first * DAY_MS).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    weeks: Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (__, at) => monday + week * 7 + at)),
    previous: dateOf(first - 1).slice(0, 7),
    next,
    first,
    after,
    has: (day) => day >= first && day < after,
  };
}

/** Returns true for the name of a month from 1900 to 2199. */
export const isMonth = (text: string | undefined): text is string =>
  text !== undefined && /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(text);

/** Returns a day as text: `Monday 4 May 2026`. */
export function longDate(day: number): string {
  const at = new Date(day * DAY_MS);
  const weekday = at.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
  return `${weekday} ${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}`;
}

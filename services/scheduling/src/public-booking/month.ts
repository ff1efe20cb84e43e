import { dateOf, dayNumber, weekdayOf } from '@space/time';
/** One month; days are counted since 1970-01-01. */
export interface Month {
  /** `YYYY-MM`. */
  readonly name: string;
  readonly previous: string;
  readonly next: string;
  /** Its first day, and the first day of the next month. */
  readonly first: number;
  readonly after: number;
  has(day: number): boolean;
  /** Returns whole weeks that begin on a weekday, Monday 0. */
  weeksFrom(weekday: number): readonly (readonly number[])[];
}

/** Returns the month of a name, `YYYY-MM`. */
export function monthOf(name: string): Month {
  const first = dayNumber(`${name}-01`);
  const next = dateOf(first + 31).slice(0, 7);
  const after = dayNumber(`${next}-01`);
  return {
    name,
    previous: dateOf(first - 1).slice(0, 7),
    next,
    first,
    after,
    has: (day) => day >= first && day < after,
    weeksFrom(weekday) {
      const begin = first - ((weekdayOf(first) - weekday + 7) % 7);
      const weeks = Math.ceil((after - begin) / 7);
      return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (__, at) => begin + week * 7 + at));
    },
  };
}

/** Returns true for the name of a month from 1900 to 2199. */
export const isMonth = (text: string | undefined): text is string =>
  text !== undefined && /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(text);

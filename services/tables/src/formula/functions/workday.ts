import { DAY_MS } from '../../cells/time-zone.ts';
import { isDate } from '../calendar.ts';
import { fail } from '../cell-fault.ts';
import { type FormulaFunction, strict } from '../function.ts';
import { dayOf, dayText } from '../moments.ts';

/** Working days are counted at most this far. */
const FARTHEST_WORKDAYS = 100_000;

const epochDay = (day: string): number => Date.parse(day) / DAY_MS;
/** Monday is 0; the epoch began on a Thursday. */
const placeInWeek = (day: number): number => (((day + 3) % 7) + 7) % 7;
const isWeekend = (day: number): boolean => placeInWeek(day) > 4;

/** Dates that are given as a text, with commas between; they are no working days. */
function holidaysIn(text = ''): ReadonlySet<number> {
  const days = text.split(',').map((each) => each.trim());
  return new Set(days.filter((day) => day !== '').map((day) => (isDate(day) ? epochDay(day) : fail('not_a_date'))));
}

/** Working days from the Monday of the epoch's week to a day, this one not counted. */
function weekdaysBefore(day: number): number {
  const week = Math.floor((day + 3) / 7);
  return week * 5 + Math.min(5, placeInWeek(day));
}

const holidays = { name: 'holidays', takes: 'text', optional: true } as const;

/** Functions of working days, Monday to Friday; they have no SQL. */
export const workdayFunctions: readonly FormulaFunction[] = [
  strict({
    name: 'WORKDAY',
    parameters: [{ name: 'date', takes: 'moment' }, { name: 'count', takes: 'number' }, holidays],
    result: 'date',
    evaluate: ([moment, count, off], { zone }) => {
      const closed = holidaysIn(off);
      const step = count < 0 ? -1 : 1;
      let left = Math.abs(Math.trunc(count));
      if (left > FARTHEST_WORKDAYS) return fail('out_of_range');
      let day = epochDay(dayOf(moment, zone).toString());
      while (left > 0) {
        day += step;
        if (!isWeekend(day) && !closed.has(day)) left -= 1;
      }
      return dayText(Temporal.PlainDate.from('1970-01-01').add({ days: day }));
    },
  }),
  strict({
    name: 'WORKDAY_DIFF',
    parameters: [{ name: 'start', takes: 'moment' }, { name: 'end', takes: 'moment' }, holidays],
    result: 'number',
    // Both ends count when they are working days, as in the spreadsheets where people learnt it.
    evaluate: ([start, end, off], { zone }) => {
      const [a, b] = [epochDay(dayOf(start, zone).toString()), epochDay(dayOf(end, zone).toString())];
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      let days = weekdaysBefore(to + 1) - weekdaysBefore(from);
      for (const day of holidaysIn(off)) if (day >= from && day <= to && !isWeekend(day)) days -= 1;
      return a > b ? -days : days;
    },
  }),
];

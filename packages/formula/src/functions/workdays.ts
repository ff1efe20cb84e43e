import { MAX_FORMULA_WORKDAYS } from '@space/contracts/tables';
import { DAY_MS } from '@space/time';
import { fail } from '../values/evaluation-failure.ts';
import { dayOf, dayText } from '../values/moments.ts';
import { isDate } from '../values/stored-dates.ts';
import { charge } from '../values/work.ts';
import { defineFunction, type FormulaFunction } from './function.ts';

/** Units of work to look at one day. */
const WORK_PER_DAY = 10;

const epochDay = (day: string): number => Date.parse(day) / DAY_MS;
/** Returns the day of the week, Monday is 0; the epoch began on a Thursday. */
const dayOfWeek = (day: number): number => (((day + 3) % 7) + 7) % 7;
const isWeekend = (day: number): boolean => dayOfWeek(day) > 4;

/** Parses holidays from a text of dates with commas between. */
function holidaysIn(text = ''): ReadonlySet<number> {
  const days = text.split(',').map((each) => each.trim());
  return new Set(days.filter((day) => day !== '').map((day) => (isDate(day) ? epochDay(day) : fail('not_a_date'))));
}

/** Counts the working days from the Monday of the epoch's week up to, not including, a day. */
function weekdaysBefore(day: number): number {
  const week = Math.floor((day + 3) / 7);
  return week * 5 + Math.min(5, dayOfWeek(day));
}

const holidays = { name: 'holidays', takes: 'text', optional: true } as const;

/** Functions of working days, Monday to Friday; they have no SQL. */
export const workdayFunctions: readonly FormulaFunction[] = [
  defineFunction({
    name: 'WORKDAY',
    parameters: [{ name: 'date', takes: 'moment' }, { name: 'count', takes: 'number' }, holidays],
    result: 'date',
    work_per_character: 16,
    evaluate: ([moment, count, off], { zone, budget }) => {
      const closed = holidaysIn(off);
      const step = count < 0 ? -1 : 1;
      let left = Math.abs(Math.trunc(count));
      if (left > MAX_FORMULA_WORKDAYS) return fail('out_of_range');
      charge(budget, (left + closed.size) * WORK_PER_DAY);
      let day = epochDay(dayOf(moment, zone).toString());
      while (left > 0) {
        day += step;
        if (!isWeekend(day) && !closed.has(day)) left -= 1;
      }
      return dayText(Temporal.PlainDate.from('1970-01-01').add({ days: day }));
    },
  }),
  defineFunction({
    name: 'WORKDAY_DIFF',
    parameters: [{ name: 'start', takes: 'moment' }, { name: 'end', takes: 'moment' }, holidays],
    result: 'number',
    work_per_character: 16,
    // Both ends count if they are working days, as in spreadsheets.
    evaluate: ([start, end, off], { zone }) => {
      const [a, b] = [epochDay(dayOf(start, zone).toString()), epochDay(dayOf(end, zone).toString())];
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      let days = weekdaysBefore(to + 1) - weekdaysBefore(from);
      for (const day of holidaysIn(off)) if (day >= from && day <= to && !isWeekend(day)) days -= 1;
      return a > b ? -days : days;
    },
  }),
];

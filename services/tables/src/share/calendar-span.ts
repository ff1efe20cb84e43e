import { isCalendarDate } from '../cells/calendar-date.ts';

/** The ways in which a calendar shows its days: whole weeks of a month, one week, or the days of a month that have entries. */
export type CalendarMode = 'month' | 'week' | 'agenda';

/** The days that a calendar shows. */
export interface CalendarSpan {
  /** The parameter of the address that selects a span: a month as `YYYY-MM`, or a day of a week. */
  readonly parameter: 'month' | 'week';
  readonly first: Temporal.PlainDate;
  /** The day after the last one. */
  readonly end: Temporal.PlainDate;
  /** The days in whole weeks: those of a month, and before and after it those of other months. */
  readonly days: readonly Temporal.PlainDate[];
  readonly previous: string;
  readonly next: string;
}

/** Returns the span that a parameter selects, or that of `now`. Weeks begin with this weekday, from Monday, 0. */
export function spanOf(mode: CalendarMode, query: Readonly<Record<string, string>>, now: number, firstWeekday: number): CalendarSpan {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC').toPlainDate();
  return mode === 'week'
    ? weekOf(parseDay(query.week) ?? today, firstWeekday)
    : monthOf(parseDay(query.month && `${query.month}-01`) ?? today, firstWeekday);
}

function monthOf(day: Temporal.PlainDate, firstWeekday: number): CalendarSpan {
  const first = day.with({ day: 1 });
  const end = first.add({ months: 1 });
  const before = daysIntoWeek(first, firstWeekday);
  const weeks = Math.ceil((before + first.daysInMonth) / 7);
  return {
    parameter: 'month',
    first,
    end,
    days: daysFrom(first.subtract({ days: before }), weeks * 7),
    previous: first.subtract({ months: 1 }).toString().slice(0, 7),
    next: end.toString().slice(0, 7),
  };
}

function weekOf(day: Temporal.PlainDate, firstWeekday: number): CalendarSpan {
  const first = day.subtract({ days: daysIntoWeek(day, firstWeekday) });
  const end = first.add({ days: 7 });
  return {
    parameter: 'week',
    first,
    end,
    days: daysFrom(first, 7),
    previous: first.subtract({ days: 7 }).toString(),
    next: end.toString(),
  };
}

const daysIntoWeek = (day: Temporal.PlainDate, firstWeekday: number): number => (day.dayOfWeek + 6 - firstWeekday) % 7;

const daysFrom = (first: Temporal.PlainDate, length: number) => Array.from({ length }, (_, index) => first.add({ days: index }));

/** Parses a day whose neighbouring spans are valid too. */
const parseDay = (text: string | undefined): Temporal.PlainDate | undefined =>
  text !== undefined && isCalendarDate(text) && text >= '1000' && text < '9999' ? Temporal.PlainDate.from(text) : undefined;

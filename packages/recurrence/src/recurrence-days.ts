import { DAY_MS, weekdayOf } from '@space/time';
import type { RecurrenceRule } from './recurrence-rule.ts';

const dayNumberOf = (year: number, month: number, day: number): number => Date.UTC(year, month, day) / DAY_MS;

const datePartsOf = (day: number): { year: number; month: number; date: number } => {
  const at = new Date(day * DAY_MS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate() };
};

/**
 * Yields the days of a rule that begins on `first`, from `from` to `to` inclusive and in order; days are counted since
 * 1970-01-01. COUNT and UNTIL are left to the caller. It starts at the period of `from`, so its work depends on the range and
 * not on the age of the rule.
 */
export function* recurrenceDays(rule: RecurrenceRule, first: number, from: number, to: number): Generator<number> {
  const origin = datePartsOf(first);
  const begin = Math.max(from, first);
  for (let period = periodAt(rule, first, begin); ; period++) {
    const { start, days } = daysInPeriod(rule, first, origin, period * rule.interval);
    if (start > to) return;
    for (const day of applySetPos(rule, days)) {
      if (day > to) return;
      if (day >= begin) yield day;
    }
  }
}

/** Returns the number of the period that contains a day, or of the last one before it. */
function periodAt({ freq, interval, week_start }: RecurrenceRule, first: number, day: number): number {
  const [a, b] = [datePartsOf(first), datePartsOf(day)];
  const passed = {
    DAILY: () => day - first,
    WEEKLY: () => (weekStart(day, week_start) - weekStart(first, week_start)) / 7,
    MONTHLY: () => (b.year - a.year) * 12 + b.month - a.month,
    YEARLY: () => b.year - a.year,
  }[freq]();
  return Math.max(0, Math.floor(passed / interval));
}

const weekStart = (day: number, weekStartsOn: number): number => day - ((weekdayOf(day) - weekStartsOn + 7) % 7);

/** Returns the first day of one period, and the days of the period that match the rule, in order. */
function daysInPeriod(
  rule: RecurrenceRule,
  first: number,
  origin: ReturnType<typeof datePartsOf>,
  passed: number,
): { start: number; days: number[] } {
  const { by_month } = rule;
  if (rule.freq === 'DAILY') {
    const day = first + passed;
    return { start: day, days: matchesDay(rule, day) ? [day] : [] };
  }
  if (rule.freq === 'WEEKLY') {
    const start = weekStart(first, rule.week_start) + passed * 7;
    const wanted = rule.by_day.length > 0 ? rule.by_day.map(({ weekday }) => weekday) : [weekdayOf(first)];
    const days = Array.from({ length: 7 }, (_, at) => start + at).filter(
      (day) => wanted.includes(weekdayOf(day)) && matchesMonth(rule, day),
    );
    return { start, days };
  }
  if (rule.freq === 'MONTHLY') {
    const month = origin.month + passed;
    const start = dayNumberOf(origin.year, month, 1);
    const isWanted = by_month.length === 0 || by_month.includes((((month % 12) + 12) % 12) + 1);
    return { start, days: isWanted ? matchingDays(rule, start, dayNumberOf(origin.year, month + 1, 1), origin.date) : [] };
  }
  const year = origin.year + passed;
  const start = dayNumberOf(year, 0, 1);
  if (by_month.length === 0 && rule.by_day.length > 0 && rule.by_month_day.length === 0)
    return { start, days: matchingDays(rule, start, dayNumberOf(year + 1, 0, 1), origin.date) };
  const months = by_month.length > 0 ? by_month.map((month) => month - 1) : rule.by_month_day.length > 0 ? everyMonth : [origin.month];
  const days = months.flatMap((month) => matchingDays(rule, dayNumberOf(year, month, 1), dayNumberOf(year, month + 1, 1), origin.date));
  return { start, days: days.sort((a, b) => a - b) };
}

const everyMonth = Array.from({ length: 12 }, (_, month) => month);

const matchesMonth = ({ by_month }: RecurrenceRule, day: number): boolean =>
  by_month.length === 0 || by_month.includes(datePartsOf(day).month + 1);

function matchesDay(rule: RecurrenceRule, day: number): boolean {
  if (!matchesMonth(rule, day)) return false;
  if (rule.by_day.length > 0 && !rule.by_day.some(({ weekday }) => weekday === weekdayOf(day))) return false;
  if (rule.by_month_day.length === 0) return true;
  const { year, month, date } = datePartsOf(day);
  const length = dayNumberOf(year, month + 1, 1) - dayNumberOf(year, month, 1);
  return rule.by_month_day.some((wanted) => date === (wanted > 0 ? wanted : length + 1 + wanted));
}

/** Returns the days of a month or year that match BYMONTHDAY and BYDAY; without both, the date of the first event. */
function matchingDays(rule: RecurrenceRule, start: number, end: number, date: number): number[] {
  const { by_day, by_month_day } = rule;
  if (by_month_day.length > 0) {
    const days = by_month_day.map((wanted) => (wanted > 0 ? start + wanted - 1 : end + wanted)).filter((day) => day >= start && day < end);
    const limited = by_day.length === 0 ? days : days.filter((day) => by_day.some(({ weekday }) => weekday === weekdayOf(day)));
    return [...new Set(limited)].sort((a, b) => a - b);
  }
  if (by_day.length === 0) return start + date - 1 < end ? [start + date - 1] : [];
  const days = by_day.flatMap(({ weekday, nth }) => {
    const all: number[] = [];
    for (let day = start + ((weekday - weekdayOf(start) + 7) % 7); day < end; day += 7) all.push(day);
    if (nth === undefined) return all;
    return all.slice(...(nth > 0 ? [nth - 1, nth] : [all.length + nth, all.length + nth + 1])).filter(() => all.length >= Math.abs(nth));
  });
  return [...new Set(days)].sort((a, b) => a - b);
}

function applySetPos({ by_set_pos }: RecurrenceRule, days: readonly number[]): readonly number[] {
  if (by_set_pos.length === 0) return days;
  const wanted = new Set(by_set_pos.map((position) => (position > 0 ? position - 1 : days.length + position)));
  return days.filter((_, at) => wanted.has(at));
}

import { DAY_MS, dayOf } from '@space/time';
import { recurrenceDays } from './recurrence-days.ts';
import { parseRule, type RecurrenceRule } from './recurrence-rule.ts';

/** The series of a thing that is done again and again: days are counted since 1970-01-01. */
export interface DaySeries {
  readonly rrule: string;
  /** The first day of the series. */
  readonly first: number;
  /** The occurrences that there were, with the first one; a rule with COUNT ends with them. */
  readonly occurrences: number;
}

/** Days after a day in which the next one of a rule is searched, times its interval: a leap day of a year that is divisible by 400 recurs within them. */
const LONGEST_GAP_DAYS = 14_700;
/** The last day that has a date of ten characters. */
const LAST_DAY = Date.UTC(9999, 11, 31) / DAY_MS;

/** Returns the first day of a series after a day, or null when the series has ended. The rule must be valid. */
export function nextDay({ rrule, first, occurrences }: DaySeries, after: number): number | null {
  const rule = validRule(rrule);
  if (rule.count !== undefined && occurrences >= rule.count) return null;
  const last = rule.until === undefined ? Number.POSITIVE_INFINITY : dayOf(rule.until.minute);
  return firstDay(rule, first, after, last);
}

/** Returns true if a rule that begins on a day names any later day, without its COUNT and UNTIL. The rule must be valid. */
export const namesLaterDay = (rrule: string, first: number): boolean =>
  firstDay(validRule(rrule), first, first, Number.POSITIVE_INFINITY) !== null;

function validRule(rrule: string): RecurrenceRule {
  const parsed = parseRule(rrule);
  if ('error' in parsed) throw new Error(`The recurrence rule ${rrule} ${parsed.error}.`);
  return parsed.rule;
}

function firstDay(rule: RecurrenceRule, first: number, after: number, last: number): number | null {
  const to = Math.min(last, LAST_DAY, after + LONGEST_GAP_DAYS * rule.interval);
  for (const day of recurrenceDays(rule, first, after + 1, to)) return day;
  return null;
}

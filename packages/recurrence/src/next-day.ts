import { dayOf } from '@space/time';
import { recurrenceDays } from './recurrence-days.ts';
import { parseRule } from './recurrence-rule.ts';

/** The series of a thing that is done again and again: days are counted since 1970-01-01. */
export interface DaySeries {
  readonly rrule: string;
  /** The first day of the series. */
  readonly first: number;
  /** The occurrences that there were, with the first one; a rule with COUNT ends with them. */
  readonly occurrences: number;
}

/** Days after a day in which the next one of a rule is searched: a leap day of a year that is divisible by 400 recurs within them. */
const LONGEST_GAP_DAYS = 14_700;

/** Returns the first day of a series after a day, or null when the series has ended. The rule must be valid. */
export function nextDay({ rrule, first, occurrences }: DaySeries, after: number): number | null {
  const parsed = parseRule(rrule);
  if ('error' in parsed) throw new Error(`The recurrence rule ${rrule} ${parsed.error}.`);
  const { rule } = parsed;
  if (rule.count !== undefined && occurrences >= rule.count) return null;
  const last = rule.until === undefined ? Number.POSITIVE_INFINITY : dayOf(rule.until.minute);
  for (const day of recurrenceDays(rule, first, after + 1, Math.min(last, after + LONGEST_GAP_DAYS))) return day;
  return null;
}

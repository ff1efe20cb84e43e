import type { Span } from '../slots/busy.ts';
import { type MinuteZone, minuteZone } from '../slots/minute-zone.ts';
import { dayNumber, dayOf, midnightOf } from '../slots/wall-clock.ts';
import { recurrenceDays } from './recurrence-days.ts';
import { parseRule, type RecurrenceRule } from './recurrence-rule.ts';

/** An event that repeats; times in minutes since the epoch. */
export interface Series {
  readonly start: number;
  readonly end: number;
  readonly all_day: boolean;
  readonly timezone: string;
  readonly rrule: string;
  readonly excluded_dates: readonly string[];
  /** When the last of them is over; null when there is no last one. */
  readonly repeats_until: number | null;
}

/** How far ahead the last event of a rule with COUNT is looked for, in days. */
const MAX_COUNT_DAYS = 36_525;

const rules = new Map<string, RecurrenceRule>();

/** Rules that are kept as they were read. */
const KEPT = 2_000;

/** The rule of a text that was found to be one. */
function ruleOf(text: string): RecurrenceRule {
  const known = rules.get(text);
  if (known) return known;
  const read = parseRule(text);
  if ('error' in read) throw new Error(`The recurrence rule ${text} ${read.error}.`);
  if (rules.size >= KEPT) rules.clear();
  rules.set(text, read.rule);
  return read.rule;
}

/**
 * The times at which a series happens that meet [from, to), soonest first. Each begins when the clock of its zone shows the
 * time of the first; on a day that does not have this time it does not happen (RFC 5545, 3.3.10). One of a whole day
 * begins and ends with its day, one of some minutes lasts as many.
 */
export function expandSeries(series: Series, from: number, to: number): Span[] {
  const rule = ruleOf(series.rrule);
  const zone = minuteZone(series.timezone);
  const wall = zone.wallAt(series.start);
  const lasts = series.end - series.start;
  const until = rule.until && minuteOfUntil(rule.until, zone);
  const excluded = new Set(series.excluded_dates.map(dayNumber));
  const times: Span[] = [];
  const firstDay = dayOf(zone.wallAt(from - lasts)) - 1;
  for (const day of recurrenceDays(rule, dayOf(wall), firstDay, dayOf(zone.wallAt(to)) + 1)) {
    const time = occurrenceOn(series, zone, wall, day);
    if (!time || time.start < series.start || time.end <= from || time.start >= to) continue;
    if (until !== undefined && time.start > until) break;
    if (rule.count !== undefined && series.repeats_until !== null && time.end > series.repeats_until) break;
    if (!excluded.has(day)) times.push(time);
  }
  return times;
}

function occurrenceOn(series: Series, zone: MinuteZone, wall: number, day: number): Span | undefined {
  if (series.all_day) {
    const days = dayOf(zone.wallAt(series.end - 1)) - dayOf(wall) + 1;
    return { start: zone.startOfDay(day), end: zone.startOfDay(day + days) };
  }
  const start = zone.exactInstantOf(midnightOf(day) + (wall - midnightOf(dayOf(wall))));
  return start === undefined ? undefined : { start, end: start + (series.end - series.start) };
}

/** The last moment at which one may begin. */
const minuteOfUntil = ({ minute, is_wall }: NonNullable<RecurrenceRule['until']>, zone: MinuteZone): number =>
  is_wall ? zone.instantOf(minute) : minute;

/** What a series that was just written comes to: when its last one ends, null when it has none, or why it cannot be. */
export function findSeriesEnd(
  series: Omit<Series, 'repeats_until'>,
): { readonly repeats_until: number | null } | { readonly error: string } {
  const read = parseRule(series.rrule);
  if ('error' in read) return read;
  const { rule } = read;
  const zone = minuteZone(series.timezone);
  const wall = zone.wallAt(series.start);
  const first = dayOf(wall);
  if (recurrenceDays(rule, first, first, first).next().value !== first)
    return { error: 'does not name the day of starts_at; begin on a day that the rule names' };
  const lasts = series.end - series.start;
  if (rule.until) {
    const until = minuteOfUntil(rule.until, zone);
    return until < series.start ? { error: 'ends before starts_at' } : { repeats_until: until + lasts };
  }
  if (rule.count === undefined) return { repeats_until: null };
  let counted = 0;
  let end = series.end;
  for (const day of recurrenceDays(rule, first, first, first + MAX_COUNT_DAYS)) {
    const time = occurrenceOn({ ...series, repeats_until: null }, zone, wall, day);
    if (!time) continue;
    end = time.end;
    if (++counted >= rule.count) break;
  }
  return { repeats_until: end };
}

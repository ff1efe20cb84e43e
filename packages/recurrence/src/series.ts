import { MAX_CACHED } from '@space/contracts/platform';
import { DAY_MINUTES, dayNumber, dayOf, type MinuteZone, midnightOf, minuteZone } from '@space/time';
import { LRUCache } from 'lru-cache';
import { recurrenceDays } from './recurrence-days.ts';
import { parseRule, type RecurrenceRule } from './recurrence-rule.ts';

/** A half-open stretch of time, in minutes since the epoch. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A recurring event; times in minutes since the epoch. */
export interface Series {
  readonly start: number;
  readonly end: number;
  readonly all_day: boolean;
  readonly timezone: string;
  readonly rrule: string;
  readonly excluded_dates: readonly string[];
  /** The end of the last occurrence; null without a last one. */
  readonly repeats_until: number | null;
}

/** Days after the first occurrence in which the last one of a rule with COUNT is searched. */
const MAX_COUNT_DAYS = 36_525;

const rules = new LRUCache<string, RecurrenceRule>({ max: MAX_CACHED.recurrence_rules });

/** Characters of a key that occupy about as much memory as an occurrence. */
const CHARACTERS_PER_OCCURRENCE = 50;

/** Occurrences by series and days: every visitor of a booking page needs those of the same days. */
const expanded = new LRUCache<string, readonly Span[]>({
  maxSize: MAX_CACHED.occurrences,
  // A key with many excluded dates occupies more memory than a few occurrences.
  sizeCalculation: (times, key) => times.length + Math.ceil(key.length / CHARACTERS_PER_OCCURRENCE) + 10,
});

/** Returns the rule of a text that was validated before. */
function ruleOf(text: string): RecurrenceRule {
  const cached = rules.get(text);
  if (cached) return cached;
  const parsed = parseRule(text);
  if ('error' in parsed) throw new Error(`The recurrence rule ${text} ${parsed.error}.`);
  rules.set(text, parsed.rule);
  return parsed.rule;
}

/**
 * Returns the occurrences of a series that meet [from, to), soonest first. Each begins at the wall clock time of the first
 * one in the zone of the series. A day whose clocks skip that time has no occurrence (RFC 5545, 3.3.10). An all-day event
 * lasts whole days; any other event lasts the same minutes each time.
 */
export function expandSeries(series: Series, from: number, to: number): Span[] {
  const days = [Math.floor(from / DAY_MINUTES) * DAY_MINUTES, Math.ceil(to / DAY_MINUTES) * DAY_MINUTES] as const;
  const { start, end, all_day, timezone, rrule, excluded_dates, repeats_until } = series;
  const key = JSON.stringify([start, end, all_day, timezone, rrule, excluded_dates, repeats_until, ...days]);
  let times = expanded.get(key);
  if (!times) {
    times = expandDays(series, ...days);
    expanded.set(key, times);
  }
  return times.filter((time) => time.end > from && time.start < to);
}

function expandDays(series: Series, from: number, to: number): Span[] {
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

/** Returns the last possible start of an occurrence. */
const minuteOfUntil = ({ minute, is_wall }: NonNullable<RecurrenceRule['until']>, zone: MinuteZone): number =>
  is_wall ? zone.instantOf(minute) : minute;

/** Returns the end of the last occurrence, null without a last one, or the reason why the rule does not fit the event. */
export function findSeriesEnd(
  series: Omit<Series, 'repeats_until'>,
): { readonly repeats_until: number | null } | { readonly error: string } {
  const parsed = parseRule(series.rrule);
  if ('error' in parsed) return parsed;
  const { rule } = parsed;
  const zone = minuteZone(series.timezone);
  const wall = zone.wallAt(series.start);
  const first = dayOf(wall);
  if (recurrenceDays(rule, first, first, first).next().value !== first)
    return { error: 'does not name the day of starts_at; begin on a day of the rule' };
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

import { type FieldError, invalidFields } from '@space/contracts/core';
import { MAX_EVENT_DAYS } from '@space/contracts/scheduling';
import { isoTime } from '@space/database';
import { findSeriesEnd } from '@space/recurrence';
import { clampToTimestamp, DAY_MS, dayOf, MINUTE_MS, type MinuteZone, minuteZone } from '@space/time';
import type { CalendarEventRow, CalendarEventValues } from './calendar.queries.ts';

/** The duration of an event without an end. */
const DEFAULT_DURATION_MS = 30 * MINUTE_MS;

/** The values of an event; its end may be missing. */
type EventInput = Omit<CalendarEventValues, 'ends_at' | 'repeats_until'> & { readonly ends_at?: string | undefined };

/**
 * Returns the values of an event with its times as they are stored: whole days in its zone for an all-day event, and the end
 * of the last occurrence for a recurring one. `before` is the event that changes; without a new end it keeps its length.
 * Throws a 400 with all errors.
 */
export function resolveEventTimes(input: EventInput, before?: CalendarEventRow): CalendarEventValues {
  const { start, end } = input.all_day ? allDayEvent(input, before) : timedEvent(input, before);
  const errors: FieldError[] = [];
  if (end < start) errors.push({ path: 'ends_at', code: 'before_start', message: 'must not be before starts_at' });
  const longest = input.rrule === null ? MAX_EVENT_DAYS.single : MAX_EVENT_DAYS.recurring;
  if (end - start > (longest + 1) * DAY_MS)
    errors.push({ path: 'ends_at', code: 'too_long', message: `must be at most ${longest} days after starts_at` });
  const series = input.rrule === null ? { repeats_until: null } : seriesEnd(input, input.rrule, start, end);
  if ('error' in series) errors.push({ path: 'rrule', code: 'invalid_rrule', message: series.error });
  if (errors.length > 0) throw invalidFields(errors);
  const repeats_until =
    'error' in series || series.repeats_until === null ? null : isoTime(clampToTimestamp(series.repeats_until * MINUTE_MS));
  return { ...input, starts_at: isoTime(start), ends_at: isoTime(end), repeats_until };
}

const seriesEnd = ({ all_day, timezone, excluded_dates }: EventInput, rrule: string, start: number, end: number) =>
  findSeriesEnd({
    start: Math.floor(start / MINUTE_MS),
    end: Math.ceil(end / MINUTE_MS),
    all_day,
    timezone,
    rrule,
    excluded_dates,
  });

interface Times {
  readonly start: number;
  readonly end: number;
}

function timedEvent({ starts_at, ends_at }: EventInput, before: CalendarEventRow | undefined): Times {
  const start = Date.parse(starts_at);
  const usual = before ? before.ends_at - before.starts_at : DEFAULT_DURATION_MS;
  return { start, end: ends_at === undefined ? start + usual : Date.parse(ends_at) };
}

/**
 * Returns the time from the beginning of the first day to the end of the last; an end at midnight belongs to the day before.
 * Days are counted by the calendar, so an event of a day with 25 hours keeps its number of days when it moves. An unchanged
 * time keeps its date when the zone changes. An event with times that becomes all-day lasts the days that it met, or one day if
 * its start changes.
 */
function allDayEvent({ timezone, starts_at, ends_at }: EventInput, before: CalendarEventRow | undefined): Times {
  const zone = minuteZone(timezone);
  const old = before && daysOf(minuteZone(before.timezone), before.starts_at, before.ends_at);
  const starts = Date.parse(starts_at);
  const ends = ends_at === undefined ? undefined : Date.parse(ends_at);
  const [keepsFirst, keepsLast] = [before?.all_day && starts === before.starts_at, before?.all_day && ends === before.ends_at];
  const asked = daysOf(zone, starts, ends ?? starts);
  const first = old && keepsFirst ? old.first : asked.first;
  const keepsLength = before?.all_day || starts === before?.starts_at;
  const length = old && keepsLength ? old.last - old.first : 0;
  const last = ends === undefined ? first + length : old && keepsLast ? old.last : Math.max(first, asked.last);
  const start = zone.startOfDay(first) * MINUTE_MS;
  const isBackwards = last < first || (ends !== undefined && ends < starts);
  return { start, end: isBackwards ? start - MINUTE_MS : zone.startOfDay(last + 1) * MINUTE_MS };
}

/** Returns the first and the last day of a span, as days since 1970-01-01. */
function daysOf(zone: MinuteZone, starts: number, ends: number): { readonly first: number; readonly last: number } {
  const first = dayOf(zone.wallAt(Math.floor(starts / MINUTE_MS)));
  return { first, last: Math.max(first, dayOf(zone.wallAt(Math.ceil(ends / MINUTE_MS) - 1))) };
}

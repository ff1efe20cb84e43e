import { type FieldError, instantIn, invalidFields, zoneIn } from '@space/contracts/core';
import { isoTime } from '@space/database';
import { dateOf, dayNumber, dayOf, MINUTE_MS, minuteZone } from '@space/time';

/** The times and days of an event as a caller gives them. */
export interface GivenTimes {
  /** An instant, or a local time with its zone. */
  readonly starts_at?: string | undefined;
  readonly ends_at?: string | undefined;
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
  readonly all_day?: boolean | undefined;
  readonly timezone?: string | undefined;
}

/** The times of an event as they are stored: days are the instants at which they begin and end in the zone. */
interface InstantTimes {
  readonly starts_at?: string;
  readonly ends_at?: string;
  readonly all_day?: boolean;
}

/** The times and the zone of a new event. */
export interface NewTimes {
  readonly starts_at: string;
  readonly ends_at: string | undefined;
  readonly all_day: boolean;
  readonly timezone: string;
}

/** Returns the times of a new event. Its zone is the given one, that of its start, or UTC. Throws `invalid` with all errors. */
export function timesOfNewEvent(given: GivenTimes): NewTimes {
  if (given.starts_at === undefined && given.start_date === undefined)
    throw invalidFields([{ path: 'starts_at', code: 'invalid_type', message: 'is required, or start_date for an all-day event' }]);
  const timezone = given.timezone ?? (given.starts_at === undefined ? undefined : zoneIn(given.starts_at)) ?? 'UTC';
  const times = instantsOf({ ...given, starts_at: given.starts_at && instantIn(given.starts_at) }, timezone, false);
  return { all_day: false, ends_at: undefined, ...times, starts_at: times.starts_at!, timezone };
}

/** Returns the given times of an event that changes, without those that are not given. Throws `invalid` with all errors. */
export const timesOfChange = (given: GivenTimes, before: { readonly timezone: string; readonly all_day: boolean }): InstantTimes =>
  instantsOf(given, given.timezone ?? before.timezone, before.all_day);

function instantsOf({ starts_at, ends_at, start_date, end_date, all_day }: GivenTimes, timezone: string, wasAllDay: boolean): InstantTimes {
  const conflict = (path: string, message: string): FieldError => ({ path, code: 'conflict', message });
  const hasDates = start_date !== undefined || end_date !== undefined;
  const errors: FieldError[] = [];
  if (start_date !== undefined && starts_at !== undefined) errors.push(conflict('start_date', 'cannot be combined with starts_at'));
  if (hasDates && ends_at !== undefined) errors.push(conflict('ends_at', 'cannot be combined with start_date or end_date; use end_date'));
  if (end_date !== undefined && start_date === undefined && !wasAllDay) errors.push(conflict('end_date', 'requires start_date'));
  if (hasDates && all_day === false) errors.push(conflict('all_day', 'must be true, or left out, with start_date or end_date'));
  if (start_date !== undefined && end_date !== undefined && end_date < start_date)
    errors.push({ path: 'end_date', code: 'before_start', message: 'must not be before start_date' });
  if (errors.length > 0) throw invalidFields(errors);
  const zone = minuteZone(timezone);
  const startOf = (day: number): string => isoTime(zone.startOfDay(day) * MINUTE_MS);
  return {
    ...(starts_at === undefined ? {} : { starts_at }),
    ...(ends_at === undefined ? {} : { ends_at }),
    ...(all_day === undefined ? {} : { all_day }),
    ...(start_date === undefined ? {} : { starts_at: startOf(dayNumber(start_date)) }),
    ...(end_date === undefined ? {} : { ends_at: startOf(dayNumber(end_date) + 1) }),
    ...(hasDates ? { all_day: true } : {}),
  };
}

/** Returns the first and the last day of an all-day event in its zone; null for an event with times. */
export function datesOf(
  { all_day, timezone }: { readonly all_day: boolean; readonly timezone: string },
  { starts_at, ends_at }: { readonly starts_at: number; readonly ends_at: number },
): { readonly start_date: string | null; readonly end_date: string | null } {
  if (!all_day) return { start_date: null, end_date: null };
  const zone = minuteZone(timezone);
  const dateAt = (instant: number): string => dateOf(dayOf(zone.wallAt(Math.floor(instant / MINUTE_MS))));
  return { start_date: dateAt(starts_at), end_date: dateAt(Math.max(starts_at, ends_at - MINUTE_MS)) };
}

import { zoneOf } from '@space/time';
import { addDays, type Day, daysBetween, weekdayOf } from '../../../dates/days.ts';
import { dayAt } from '../times/days.ts';
import type { Entry, Span } from './entry.ts';

/** The fields of a change of an event, and their values before. */
export interface FieldChange {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly before: Readonly<Record<string, unknown>>;
}

const iso = (instant: number): string => new Date(instant).toISOString();

/** Returns the fields that give a time to an event. */
const timeFields = (span: Span): Readonly<Record<string, unknown>> =>
  span.kind === 'days' ? { start_date: span.first, end_date: span.last } : { starts_at: iso(span.start), ends_at: iso(span.end) };

/** Returns the change that moves an event which does not repeat. */
export const moveOnce = (event: Entry, span: Span): FieldChange => ({ fields: timeFields(span), before: oldTimes(event) });

const oldTimes = ({ starts_at, ends_at, start_date, end_date }: Entry) =>
  start_date === null ? { starts_at, ends_at } : { start_date, end_date: end_date ?? start_date };

/**
 * Returns the change that moves every occurrence of a series as one occurrence is moved, by the clock of the zone of the series.
 * `series` is the event with the first of its times. Undefined means that the rule names days in a way that cannot be shifted,
 * such as the first Monday of a month, so that only one occurrence can go to another day.
 */
export function moveSeries(series: Entry, occurrence: Entry, span: Span): FieldChange | undefined {
  const zone = zoneOf(series.timezone);
  const days =
    span.kind === 'days'
      ? daysBetween(occurrence.start_date!, span.first)
      : daysBetween(dayAt(Date.parse(occurrence.starts_at), series.timezone), dayAt(span.start, series.timezone));
  const rrule = days === 0 ? series.rrule : shiftRule(series.rrule!, days);
  if (rrule === undefined) return undefined;
  const changed = days === 0 ? {} : { rrule, excluded_dates: series.excluded_dates.map((day) => addDays(day, days)) };
  const old = days === 0 ? {} : { rrule: series.rrule, excluded_dates: series.excluded_dates };
  if (span.kind === 'days') {
    const first = addDays(series.start_date!, days);
    const times = { start_date: first, end_date: addDays(first, daysBetween(span.first, span.last)) };
    return { fields: { ...times, ...changed }, before: { ...oldTimes(series), ...old } };
  }
  const shift = zone.wallAt(span.start) - zone.wallAt(Date.parse(occurrence.starts_at));
  const start = zone.instantOf(zone.wallAt(Date.parse(series.starts_at)) + shift);
  return {
    fields: { starts_at: iso(start), ends_at: iso(start + span.end - span.start), ...changed },
    before: { ...oldTimes(series), ...old },
  };
}

const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Returns a rule whose days are so many days later; undefined for a rule that cannot be shifted. */
export function shiftRule(rrule: string, days: number): string | undefined {
  const parts = rrule.split(';');
  const isWeekly = parts.includes('FREQ=WEEKLY');
  const shifted: string[] = [];
  for (const part of parts) {
    const [name, value = ''] = part.split('=');
    if (!name?.startsWith('BY')) shifted.push(part);
    else if (name === 'BYDAY' && isWeekly && value.split(',').every((code) => CODES.includes(code)))
      shifted.push(
        `BYDAY=${value
          .split(',')
          .map((code) => CODES[(((CODES.indexOf(code) + days) % 7) + 7) % 7])
          .join(',')}`,
      );
    else return undefined;
  }
  return shifted.join(';');
}

/** Returns the day by which a series names one of its occurrences, in the zone of the series. */
export const occurrenceDay = ({ start_date, starts_at, timezone }: Entry): Day => start_date ?? dayAt(Date.parse(starts_at), timezone);

/** Returns the change that leaves one occurrence out of its series. */
export const skipOccurrence = (series: Entry, occurrence: Entry): FieldChange => ({
  fields: { excluded_dates: [...series.excluded_dates, occurrenceDay(occurrence)] },
  before: { excluded_dates: series.excluded_dates },
});

/** Returns the fields of an event of its own that takes the place of one occurrence at another time. */
export function copyOf({ title, description, category, location, timezone, is_busy, calendar }: Entry, span: Span) {
  return { title, description, category, location, timezone, is_busy, calendar, ...timeFields(span) };
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A rule that the form offers: its text and its name. */
export type OfferedRule = readonly [rrule: string, label: string];

/** Returns the usual rules for an event that begins on a day. */
export function usualRules(day: Day): readonly OfferedRule[] {
  const weekday = weekdayOf(day);
  return [
    ['', 'Does not repeat'],
    ['FREQ=DAILY', 'Every day'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
    [`FREQ=WEEKLY;BYDAY=${CODES[weekday]}`, `Every ${WEEKDAYS[weekday]}`],
    [`FREQ=WEEKLY;INTERVAL=2;BYDAY=${CODES[weekday]}`, `Every second ${WEEKDAYS[weekday]}`],
    ['FREQ=MONTHLY', `Every month on day ${Number(day.slice(8))}`],
    ['FREQ=YEARLY', 'Every year'],
  ];
}

/** Returns a rule in words, or as it is written if it is an unusual one. */
export function ruleText(rrule: string, day: Day): string {
  const known = [...usualRules(day), ...Array.from({ length: 7 }, (_, count) => usualRules(addDays(day, count))).flat()];
  return known.find(([rule]) => rule === rrule)?.[1] ?? rrule;
}

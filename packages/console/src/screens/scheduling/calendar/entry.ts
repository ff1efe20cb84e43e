import { DAY_MS, MINUTE_MS, zoneOf } from '@space/time';
import type { SpaceClient } from '../../../api/space-client.ts';
import { addDays, type Day, daysBetween, daysFrom } from '../../../dates/days.ts';
import { dayAt } from '../times/days.ts';
import { shortDay, timeRange } from '../times/labels.ts';

/** An entry of the calendar as the list answers it: an event, or one occurrence of a recurring event. */
export type Entry = Awaited<ReturnType<SpaceClient['calendar']['list']>>['data'][number];

/** The time of an entry: instants in milliseconds, or whole days of which the last one is included. */
export type Span =
  | { readonly kind: 'times'; readonly start: number; readonly end: number }
  | { readonly kind: 'days'; readonly first: Day; readonly last: Day };

/** Identifies an occurrence in a list. */
export const keyOf = ({ id, starts_at }: Pick<Entry, 'id' | 'starts_at'>): string => `${id}@${starts_at}`;

/** Returns the time of an entry. */
export const spanOf = ({ start_date, end_date, starts_at, ends_at }: Entry): Span =>
  start_date === null
    ? { kind: 'times', start: Date.parse(starts_at), end: Date.parse(ends_at) }
    : { kind: 'days', first: start_date, last: end_date ?? start_date };

/** Returns true for an entry that a member can move here. The event of a booking moves with its booking. */
export const isMovable = ({ booking_page_id, status }: Pick<Entry, 'booking_page_id' | 'status'>): boolean =>
  booking_page_id === null && status !== 'cancelled';

/** Returns where an entry comes from, or its kind: "Booking", "Meeting", "Deadline". */
export function sourceOf({ booking_page_id, category }: Pick<Entry, 'booking_page_id' | 'category'>): string {
  return booking_page_id === null ? category.charAt(0).toUpperCase() + category.slice(1) : 'Booking';
}

/** Returns the days on which an entry is shown in a zone. An end at midnight belongs to the day before. */
export function daysOf(span: Span, timezone: string): readonly Day[] {
  const [first, last] =
    span.kind === 'days' ? [span.first, span.last] : [dayAt(span.start, timezone), dayAt(Math.max(span.start, span.end - 1), timezone)];
  return daysFrom(first, daysBetween(first, last) + 1);
}

/** Returns the time of an entry as a text: "09:00–10:30", or "All day". */
export function spanText(span: Span, timezone: string): string {
  if (span.kind === 'times') return timeRange(span.start, span.end, timezone);
  return span.first === span.last ? 'All day' : `All day until ${shortDay(span.last)}`;
}

/** Returns a time with its day: "Fri 27 Nov, 09:00–10:30". */
export const dayAndTime = (span: Span, timezone: string): string => `${shortDay(daysOf(span, timezone)[0]!)}, ${spanText(span, timezone)}`;

/** Returns a time so many days and minutes later. Days keep the time by the clock of the zone; the length stays. */
export function shiftSpan(
  span: Span,
  { days = 0, minutes = 0 }: { readonly days?: number; readonly minutes?: number },
  timezone: string,
): Span {
  if (span.kind === 'days') return { kind: 'days', first: addDays(span.first, days), last: addDays(span.last, days) };
  const zone = zoneOf(timezone);
  const moved = days === 0 ? span.start : zone.instantOf(zone.wallAt(span.start) + days * DAY_MS);
  const start = moved + minutes * MINUTE_MS;
  return { kind: 'times', start, end: start + span.end - span.start };
}

/** Minutes of the steps in which times are moved. */
export const STEP_MINUTES = 15;

/** Returns a time whose end is so many minutes later; it stays at least one step long. */
export function resizeSpan(span: Span, minutes: number): Span {
  if (span.kind === 'days') return span;
  return { ...span, end: Math.max(span.start + STEP_MINUTES * MINUTE_MS, span.end + minutes * MINUTE_MS) };
}

/** Returns true if two times are the same. */
export const isSameSpan = (one: Span, other: Span): boolean => JSON.stringify(one) === JSON.stringify(other);

import type { CalendarEvent, calendarEventCreated } from '@space/contracts/scheduling';
import { isoTime } from '@space/database';
import type { z } from 'zod';
import type { CalendarEventRow, CalendarEventValues } from './calendar.queries.ts';
import { datesOf } from './event-dates.ts';

/** Returns a calendar event as the wire shows it. `time` is one occurrence of a recurring event, in milliseconds. */
export function toCalendarEvent(
  { space_id: _, version: __, repeats_until: ___, ...event }: CalendarEventRow,
  time: { readonly starts_at: number; readonly ends_at: number } = event,
): CalendarEvent {
  return {
    ...event,
    created_at: isoTime(event.created_at),
    updated_at: isoTime(event.updated_at),
    starts_at: isoTime(time.starts_at),
    ends_at: isoTime(time.ends_at),
    ...datesOf(event, time),
    series_starts_at: event.rrule === null ? null : isoTime(event.starts_at),
  };
}

/** Returns the values of an event as callers write them. */
export const toEventValues = (event: CalendarEventRow): CalendarEventValues => ({
  ...event,
  starts_at: isoTime(event.starts_at),
  ends_at: isoTime(event.ends_at),
  repeats_until: event.repeats_until === null ? null : isoTime(event.repeats_until),
});

/** The booking that a calendar event was made for. */
export interface EventBooking {
  readonly booking_id: string;
  readonly booking_page: string;
}

/** Returns the data of the log events about a calendar event. */
export const calendarEventData = (
  event: CalendarEventRow,
  booking: EventBooking | null = null,
): z.input<(typeof calendarEventCreated)['data']> => ({
  calendar_event_id: event.id,
  title: event.title,
  category: event.category,
  calendar: event.calendar,
  starts_at: isoTime(event.starts_at),
  ends_at: isoTime(event.ends_at),
  timezone: event.timezone,
  all_day: event.all_day,
  location: event.location,
  rrule: event.rrule,
  status: event.status,
  booking_id: booking?.booking_id ?? null,
  booking_page_id: event.booking_page_id,
  booking_page: booking?.booking_page ?? null,
});

import { z } from 'zod';
import { line, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { day, moment, timeZone } from '../core/time-fields.ts';
import { calendarName } from './booking-page.ts';
import { MAX_EXCLUDED_DATES } from './limits.ts';

/** The kind of a calendar event (contract, K11). */
export const calendarCategories = ['event', 'meeting', 'deadline', 'reminder', 'task'] as const;

/** The fields of a calendar event that a create or an update can set. */
export const calendarEventFields = {
  title: nonEmptyLine(300).describe('Title of the event'),
  description: z.string().max(8_000).nullable().describe('Details of the event'),
  category: z.enum(calendarCategories).describe('Kind of the event'),
  location: line(500).nullable().describe('Place of the event'),
  starts_at: moment.describe(
    'The start, as 2026-12-01T09:00:00Z or 2026-12-01T09:00[Europe/Berlin]; of an all-day event only the day in its zone counts',
  ),
  ends_at: moment.describe('Default half an hour after the start, or the end of the day when all-day'),
  all_day: z.boolean().describe('true for an event without times of day'),
  timezone: timeZone.describe('IANA zone of its recurrence and of its days'),
  is_busy: z.boolean().describe('True if no one can book its time; false for a note'),
  rrule: line(500)
    .nullable()
    .describe(
      'Recurrence rule of RFC 5545: FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT, UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, WKST',
    ),
  excluded_dates: z.array(z.iso.date()).max(MAX_EXCLUDED_DATES).describe('Days, in its zone, on which it does not repeat'),
  calendar: calendarName,
};

/** The days of an all-day event that a create or an update can set in place of its times. */
export const calendarEventDates = {
  start_date: day.describe('First day of an all-day event, YYYY-MM-DD in its zone; in place of starts_at'),
  end_date: day.describe(
    'Last day of an all-day event, included; in place of ends_at. Default the start_date; an all-day event that changes keeps its number of days',
  ),
};

/** States of a calendar event: one whose booking was cancelled stays as `cancelled` and takes no time. */
export const calendarEventStatuses = ['confirmed', 'cancelled'] as const;

/** Something in the calendar of a Space (contract, K11). */
export const CalendarEvent = z
  .object({
    ...resource,
    ...calendarEventFields,
    starts_at: timestamp,
    ends_at: timestamp,
    start_date: z.iso.date().nullable().describe('First day of an all-day event, in its zone; null for one with times'),
    end_date: z.iso.date().nullable().describe('Last day of an all-day event, included; null for one with times'),
    title: z.string(),
    status: z.enum(calendarEventStatuses),
    booking_page_id: z.string().nullable().describe('The booking page, for the event of a booking'),
    task_id: z.string().nullable().describe('The task, for the due date of a task; null for any other event'),
    series_starts_at: timestamp.nullable().describe('Time of the first occurrence of a recurring event; null for one that does not repeat'),
  })
  .meta({ id: 'CalendarEvent' });

/** Something in the calendar of a Space. */
export type CalendarEvent = z.output<typeof CalendarEvent>;

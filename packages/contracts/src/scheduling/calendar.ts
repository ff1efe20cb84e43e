import { z } from 'zod';
import { Deleted, id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, limit, page } from '../core/page.ts';
import { day, moment, timeZone } from '../core/time-fields.ts';
import { calendarName, DEFAULT_CALENDAR } from './booking-page.ts';
import { calendarEventCreated, calendarEventDeleted, calendarEventUpdated } from './calendar.events.ts';
import { CalendarEvent, calendarCategories, calendarEventFields } from './calendar-event.ts';
import { MAX_CALENDAR_RANGE_DAYS, MAX_RECURRING_EVENTS } from './limits.ts';

const eventId = { id: id('calendar event') };
const edge = z.union([day, moment], { error: 'must be a day (YYYY-MM-DD) or a time (ISO 8601) from 1900 to 2199' });

/** The calendar of a Space: its events and its busy times (contract, K12). */
export const calendar = contract({
  name: 'calendar',
  service: 'scheduling',
  tag: 'Calendar',
  description: 'Events of a Space, once or recurring. Busy ones keep booking pages of the same calendar from offering their time.',
  operations: {
    list: operation({
      summary: 'List calendar events in a range',
      description: `Soonest first. A recurring event stands there once for each time it happens, with its own starts_at and ends_at. Without dates the next 31 days; at most ${MAX_CALENDAR_RANGE_DAYS} days.`,
      scope: 'calendar:read',
      route: { method: 'GET', path: '/calendar', status: 200 },
      tools: [{ name: 'list_calendar_events', family: 'calendar', action: 'list', everyday: true }],
      input: z.strictObject({
        start_date: edge.optional().describe('A day (YYYY-MM-DD) or a time (ISO 8601); default now'),
        end_date: edge.optional().describe('A day (included) or a time (ISO 8601); default 31 days after the start'),
        timezone: timeZone.default('UTC').describe('IANA zone of the days of the range'),
        category: z.enum(calendarCategories).optional().describe('Only events of this kind'),
        calendar: calendarName.optional(),
        search: z.string().max(200).optional().describe('Part of the title, the description or the location'),
        limit,
        cursor,
      }),
      output: page(CalendarEvent),
    }),
    create: operation({
      summary: 'Create a calendar event',
      description: `Busy by default: booking pages of the same calendar do not offer its time. A Space can have ${MAX_RECURRING_EVENTS} recurring ones.`,
      scope: 'calendar:write',
      route: { method: 'POST', path: '/calendar', status: 201 },
      tools: [{ name: 'create_calendar_event', family: 'calendar', action: 'create' }],
      input: z.strictObject({
        title: calendarEventFields.title,
        description: calendarEventFields.description.default(null),
        category: calendarEventFields.category.default('event'),
        location: calendarEventFields.location.default(null),
        starts_at: calendarEventFields.starts_at,
        ends_at: calendarEventFields.ends_at.optional(),
        all_day: calendarEventFields.all_day.default(false),
        timezone: calendarEventFields.timezone.default('UTC'),
        is_busy: calendarEventFields.is_busy
          .optional()
          .describe('Default true for events and meetings, false for deadlines, reminders and tasks'),
        rrule: calendarEventFields.rrule.default(null),
        excluded_dates: calendarEventFields.excluded_dates.default([]),
        calendar: calendarEventFields.calendar.default(DEFAULT_CALENDAR),
      }),
      output: CalendarEvent,
      emits: [calendarEventCreated],
      problems: ['limit_reached'],
      example: {
        title: 'Weekly review',
        category: 'meeting',
        starts_at: '2026-05-04T08:00:00.000Z',
        ends_at: '2026-05-04T09:00:00.000Z',
        timezone: 'Europe/London',
        rrule: 'FREQ=WEEKLY;BYDAY=MO',
      },
    }),
    get: operation({
      summary: 'Read a calendar event',
      description: 'A recurring event once, with the first of its times.',
      scope: 'calendar:read',
      route: { method: 'GET', path: '/calendar/:id', status: 200 },
      tools: [{ name: 'get_calendar_event', family: 'calendar', action: 'get' }],
      input: z.strictObject(eventId),
      output: CalendarEvent,
      versioned: true,
    }),
    update: operation({
      summary: 'Change a calendar event',
      description:
        'Only the fields given change, for all times of a recurring event. The time of a confirmed booking is moved by rescheduling it.',
      scope: 'calendar:write',
      route: { method: 'PATCH', path: '/calendar/:id', status: 200 },
      tools: [{ name: 'update_calendar_event', family: 'calendar', action: 'update' }],
      input: z.strictObject({ ...eventId, ...z.strictObject(calendarEventFields).partial().shape }),
      output: CalendarEvent,
      emits: [calendarEventUpdated],
      problems: ['conflict', 'limit_reached'],
      versioned: true,
      example: { id: 'cal_01jd0000000000000000000000', title: 'Weekly review and plan' },
    }),
    delete: operation({
      summary: 'Delete a calendar event',
      description: 'For good, all times of a recurring one. Refused for the event of a confirmed booking: cancel the booking.',
      scope: 'calendar:write',
      route: { method: 'DELETE', path: '/calendar/:id', status: 200 },
      tools: [{ name: 'delete_calendar_event', family: 'calendar', action: 'delete' }],
      input: z.strictObject(eventId),
      output: Deleted,
      emits: [calendarEventDeleted],
      problems: ['conflict'],
      versioned: true,
    }),
  },
});

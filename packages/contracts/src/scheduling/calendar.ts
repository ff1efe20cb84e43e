import { z } from 'zod';
import { Deleted, id, unlessAbsent } from '../core/fields.ts';
import { contract, operation, type Undo } from '../core/operation.ts';
import { cursor, limit, page, sortBy } from '../core/page.ts';
import { day, moment, timeZone, zonedMoment } from '../core/time-fields.ts';
import { undoByDeleting, valuesBefore } from '../core/undo.ts';
import { calendarName, DEFAULT_CALENDAR } from './booking-page.ts';
import { calendarEventCreated, calendarEventDeleted, calendarEventUpdated } from './calendar.events.ts';
import { CalendarEvent, calendarCategories, calendarEventDates, calendarEventFields } from './calendar-event.ts';
import { MAX_CALENDAR_RANGE_DAYS, MAX_RECURRING_EVENTS } from './limits.ts';

const eventId = { id: id('calendar event') };
const edge = z.union([day, moment], { error: unlessAbsent('must be a day (YYYY-MM-DD) or a time (ISO 8601) from 1900 to 2199') });

/** The fields of a calendar event that callers set. */
export const CalendarEventFields = CalendarEvent.pick(
  Object.fromEntries(Object.keys(calendarEventFields).map((name) => [name, true])) as Record<keyof typeof calendarEventFields, true>,
);

const UpdatedEvent = CalendarEvent.extend({ before: valuesBefore(CalendarEventFields) });

/** Returns the call with the former values. Without an end an event keeps its length, so both times are given if one changed. */
function undoUpdate({ id }: { readonly id: string }, { before, starts_at, ends_at }: z.output<typeof UpdatedEvent>): Undo | null {
  const changed = Object.keys(before);
  if (changed.length === 0) return null;
  const times = changed.some((name) => timeFields.has(name)) ? { starts_at, ends_at } : {};
  return { tool: 'update_calendar_event', arguments: { id, ...times, ...before } };
}

/** Fields that move an event. */
const timeFields: ReadonlySet<string> = new Set(['starts_at', 'ends_at', 'all_day', 'timezone']);

/** The calendar of a Space: its events and its busy times (contract, K12). */
export const calendar = contract({
  name: 'calendar',
  service: 'scheduling',
  tag: 'Calendar',
  description: 'Events of a Space, once or recurring. Busy ones keep booking pages of the same calendar from offering their time.',
  operations: {
    list: operation({
      summary: 'List calendar events in a range',
      description: `Soonest first, unless sort says otherwise. A recurring event appears once per occurrence, with its own starts_at and ends_at. Without dates the next 31 days; at most ${MAX_CALENDAR_RANGE_DAYS} days.`,
      scope: 'calendar:read',
      route: { method: 'GET', path: '/calendar', status: 200 },
      tools: [{ name: 'list_calendar_events', family: 'calendar', action: 'list', everyday: true }],
      input: z.strictObject({
        start_date: edge.optional().describe('A day (YYYY-MM-DD) or a time; default now'),
        end_date: edge.optional().describe('A day (included) or a time; default 31 days later'),
        timezone: timeZone.default('UTC').describe('IANA zone of the days'),
        category: z.enum(calendarCategories).optional().describe('Only events of this kind'),
        calendar: calendarName.optional().describe('Only events of this calendar'),
        search: z.string().max(200).optional().describe('Part of title, description or location'),
        sort: sortBy(['starts_at'], 'starts_at'),
        limit,
        cursor,
      }),
      output: page(CalendarEvent),
    }),
    create: operation({
      summary: 'Create a calendar event',
      description: `Busy by default: booking pages of the same calendar do not offer its time. An event with times has starts_at and ends_at, an all-day event start_date and end_date, both included. A Space can have ${MAX_RECURRING_EVENTS} recurring ones.`,
      scope: 'calendar:write',
      route: { method: 'POST', path: '/calendar', status: 201 },
      tools: [{ name: 'create_calendar_event', family: 'calendar', action: 'create' }],
      input: z.strictObject({
        title: calendarEventFields.title,
        description: calendarEventFields.description.default(null),
        category: calendarEventFields.category.default('event'),
        location: calendarEventFields.location.default(null),
        starts_at: zonedMoment
          .optional()
          .describe('The start, as 2026-12-01T09:00:00Z or 2026-12-01T09:00[Europe/Berlin]; required without start_date'),
        ends_at: calendarEventFields.ends_at.optional(),
        ...z.strictObject(calendarEventDates).partial().shape,
        all_day: calendarEventFields.all_day.optional().describe('true for an event without times of day; default true with start_date'),
        timezone: calendarEventFields.timezone
          .optional()
          .describe('IANA zone of its recurrence and days; default that of starts_at if it has one, else UTC'),
        is_busy: calendarEventFields.is_busy
          .optional()
          .describe('Default true for events and meetings, false for deadlines, reminders and tasks'),
        rrule: calendarEventFields.rrule.default(null),
        excluded_dates: calendarEventFields.excluded_dates.default([]),
        calendar: calendarEventFields.calendar.default(DEFAULT_CALENDAR),
      }),
      output: CalendarEvent,
      emits: [calendarEventCreated],
      undo: undoByDeleting('delete_calendar_event'),
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
    create_feed: operation({
      summary: 'Make the feed of the whole calendar',
      description:
        'Returns the address of an iCalendar feed of all events of the Space, with bookings and due dates of tasks. Anyone with the address can read them. It is shown once; a new address revokes the old one immediately.',
      scope: 'calendar:write',
      route: { method: 'POST', path: '/calendar/feed', status: 201 },
      counterpart: 'list_calendar_events',
      input: z.strictObject({}),
      output: z.object({
        url: z.string().describe('Shown once'),
        replaced: z.boolean().describe('True if there was a feed, whose address stopped working'),
      }),
      no_undo: 'the address of a feed is stored as a hash only and does not come back',
      confidential: true,
    }),
    delete_feed: operation({
      summary: 'End the feed of the whole calendar',
      description: 'Its address stops working immediately.',
      scope: 'calendar:write',
      route: { method: 'DELETE', path: '/calendar/feed', status: 200 },
      counterpart: 'list_calendar_events',
      input: z.strictObject({}),
      output: z.object({ deleted: z.literal(true) }),
      no_undo: 'the address of a feed is stored as a hash only and does not come back',
      problems: ['not_found'],
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
        'Only the fields given change, for all times of a recurring event. start_date makes it an all-day event. The time of a confirmed booking is moved by rescheduling it, and the due date of a task is changed with the task.',
      scope: 'calendar:write',
      route: { method: 'PATCH', path: '/calendar/:id', status: 200 },
      tools: [{ name: 'update_calendar_event', family: 'calendar', action: 'update' }],
      input: z.strictObject({ ...eventId, ...z.strictObject({ ...calendarEventFields, ...calendarEventDates }).partial().shape }),
      output: UpdatedEvent,
      emits: [calendarEventUpdated],
      undo: undoUpdate,
      problems: ['conflict', 'attached', 'limit_reached'],
      versioned: true,
      example: { id: 'cal_01jd0000000000000000000000', title: 'Weekly review and plan' },
    }),
    delete: operation({
      summary: 'Delete a calendar event',
      description:
        'A recurring event is deleted with all its times. Over MCP the undo makes it again, with another id; the event of a cancelled booking has none. Refused for the event of a confirmed booking: cancel the booking.',
      scope: 'calendar:write',
      route: { method: 'DELETE', path: '/calendar/:id', status: 200 },
      tools: [{ name: 'delete_calendar_event', family: 'calendar', action: 'delete' }],
      input: z.strictObject(eventId),
      output: Deleted.extend({
        before: CalendarEventFields.nullable().describe(
          'The fields of the event; null for that of a cancelled booking, which cannot be made again',
        ),
      }),
      undo: (_input, { before }) => (before === null ? null : { tool: 'create_calendar_event', arguments: { ...before } }),
      emits: [calendarEventDeleted],
      problems: ['conflict', 'attached'],
      versioned: true,
    }),
  },
});

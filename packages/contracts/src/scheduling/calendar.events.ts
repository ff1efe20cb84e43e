import { z } from 'zod';
import { eventType } from '../core/event.ts';
import { timestamp } from '../core/fields.ts';
import { calendarName } from './booking-page.ts';
import { calendarCategories } from './calendar-event.ts';

const aboutEvent = {
  calendar_event_id: z.string(),
  title: z.string(),
  category: z.enum(calendarCategories),
  calendar: z.string().describe('The name of the calendar it is in'),
  starts_at: timestamp,
  ends_at: timestamp,
  timezone: z.string(),
  all_day: z.boolean(),
  location: z.string().nullable(),
  rrule: z.string().nullable(),
  status: z.string(),
  booking_id: z.string().nullable().describe('The booking that it belongs to; null for an event without a booking'),
  booking_page_id: z.string().nullable(),
  booking_page: z.string().nullable(),
};
const standup = {
  calendar_event_id: 'cal_01jd0000000000000000000000',
  title: 'Weekly review',
  category: 'meeting' as const,
  calendar: 'default',
  starts_at: '2026-05-04T09:00:00.000Z',
  ends_at: '2026-05-04T10:00:00.000Z',
  timezone: 'Europe/London',
  all_day: false,
  location: null,
  rrule: 'FREQ=WEEKLY;BYDAY=MO',
  status: 'confirmed',
  booking_id: null,
  booking_page_id: null,
  booking_page: null,
};
const filtered = {
  filters: ['category', 'calendar', 'booking_page_id'],
  filter_rules: { calendar: { text: calendarName, ignores_case: false } },
} as const;

/** An event was added to the calendar, by a call or by a booking. */
export const calendarEventCreated = eventType({
  type: 'calendar_event_created',
  group: 'calendar',
  label: 'Calendar event created',
  data: z.object(aboutEvent),
  sample: standup,
  ...filtered,
});

/** An event of the calendar changed, or a booking moved it. */
export const calendarEventUpdated = eventType({
  type: 'calendar_event_updated',
  group: 'calendar',
  label: 'Calendar event updated',
  data: z.object({ ...aboutEvent, changed: z.array(z.string()) }),
  sample: { ...standup, changed: ['starts_at', 'ends_at'] },
  ...filtered,
});

/** An event was deleted from the calendar. */
export const calendarEventDeleted = eventType({
  type: 'calendar_event_deleted',
  group: 'calendar',
  label: 'Calendar event deleted',
  data: z.object(aboutEvent),
  sample: standup,
  ...filtered,
});

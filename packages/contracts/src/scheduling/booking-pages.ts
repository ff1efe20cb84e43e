import { z } from 'zod';
import { Deleted, id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { day, timeZone } from '../core/time-fields.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { Availability, DEFAULT_AVAILABILITY, Preview } from './availability.ts';
import { BookingPage, BookingPageSummary, bookingPageFields, bookingPageStatuses, bookingTypes, DEFAULT_CALENDAR } from './booking-page.ts';
import { bookingPageCreated, bookingPageDeleted, bookingPageUpdated } from './bookings.events.ts';
import { calendarEventUpdated } from './calendar.events.ts';
import { MAX_BOOKING_PAGES_PER_SPACE, MAX_PREVIEW_DAYS, PREVIEW_DAYS } from './limits.ts';

const pageId = { id: id('booking page') };
const before = valuesBefore(z.object({ ...bookingPageFields, availability: Availability, status: z.enum(bookingPageStatuses) }));
const example = { id: 'bkp_01jd0000000000000000000000' };

/** Pages on which people book a time (contract, K1). */
export const bookingPages = contract({
  name: 'booking_pages',
  service: 'scheduling',
  tag: 'Booking Pages',
  description:
    'Pages on which people book a time. Its times are computed from its hours, the bookings and the busy events of its calendar, by one function for all operations.',
  operations: {
    list: operation({
      summary: 'List booking pages',
      description: 'Newest first, unless sort says otherwise.',
      scope: 'pages:read',
      route: { method: 'GET', path: '/booking-pages', status: 200 },
      tools: [{ name: 'list_booking_pages', family: 'booking_pages', action: 'list', everyday: true }],
      input: z.strictObject({
        limit,
        cursor,
        include_total: includeTotal,
        status: z.enum(bookingPageStatuses).optional().describe('Only pages in this status'),
        sort: sortBy(['created_at', 'name'], '-created_at'),
      }),
      output: page(BookingPageSummary),
    }),
    create: operation({
      summary: 'Create a booking page',
      description: `Active immediately. Without availability it offers Monday to Friday, 09:00 to 17:00 in its zone. A Space can have ${MAX_BOOKING_PAGES_PER_SPACE}.`,
      scope: 'pages:write',
      route: { method: 'POST', path: '/booking-pages', status: 201 },
      tools: [{ name: 'create_booking_page', family: 'booking_pages', action: 'create' }],
      input: z.strictObject({
        name: bookingPageFields.name,
        description: bookingPageFields.description.default(null),
        booking_type: z.enum(bookingTypes).default('one_on_one').describe('group lets several guests book one slot'),
        duration_minutes: bookingPageFields.duration_minutes.default(30),
        timezone: bookingPageFields.timezone.default('UTC'),
        buffer_minutes: bookingPageFields.buffer_minutes.default(0),
        min_notice_hours: bookingPageFields.min_notice_hours.default(2),
        max_advance_days: bookingPageFields.max_advance_days.default(60),
        meeting_location_type: bookingPageFields.meeting_location_type.default('service_meet'),
        meeting_location_value: bookingPageFields.meeting_location_value.default(null),
        form_id: bookingPageFields.form_id.default(null),
        availability: bookingPageFields.availability.default(DEFAULT_AVAILABILITY),
        slot_interval_minutes: bookingPageFields.slot_interval_minutes.default(null),
        capacity: bookingPageFields.capacity.optional().describe('Default 10 for a group; a one_on_one has 1'),
        calendar: bookingPageFields.calendar.default(DEFAULT_CALENDAR),
        host: bookingPageFields.host.default(null),
        language: bookingPageFields.language.default(null),
      }),
      output: BookingPage,
      emits: [bookingPageCreated],
      undo: undoByDeleting('delete_booking_page'),
      problems: ['limit_reached', 'unresolved_reference'],
      example: { name: 'Intro call', booking_type: 'one_on_one', duration_minutes: 30, timezone: 'Europe/Berlin' },
    }),
    get: operation({
      summary: 'Read a booking page',
      scope: 'pages:read',
      route: { method: 'GET', path: '/booking-pages/:id', status: 200 },
      tools: [{ name: 'get_booking_page', family: 'booking_pages', action: 'get' }],
      input: z.strictObject(pageId),
      output: BookingPage,
      versioned: true,
    }),
    update: operation({
      summary: 'Change a booking page',
      description:
        'Only the fields given change; availability is replaced whole. Bookings that were made stay as they are; with another calendar those to come move into it, and 409 says when they overlap with others there. A paused page or a draft cannot be booked.',
      scope: 'pages:write',
      route: { method: 'PATCH', path: '/booking-pages/:id', status: 200 },
      tools: [{ name: 'update_booking_page', family: 'booking_pages', action: 'update' }],
      input: z.strictObject({
        ...pageId,
        ...z.strictObject(bookingPageFields).partial().shape,
        status: z.enum(bookingPageStatuses).optional().describe('Only an active page takes bookings'),
      }),
      output: BookingPage.extend({ before }),
      emits: [bookingPageUpdated, calendarEventUpdated],
      undo: restoreFields('update_booking_page'),
      problems: ['unresolved_reference', 'conflict'],
      versioned: true,
      example: { ...example, buffer_minutes: 15, max_advance_days: 30 },
    }),
    delete: operation({
      summary: 'Delete a booking page',
      description: 'For good, with its bookings; their calendar events stay. Refused while upcoming confirmed bookings exist.',
      scope: 'pages:write',
      route: { method: 'DELETE', path: '/booking-pages/:id', status: 200 },
      tools: [{ name: 'delete_booking_page', family: 'booking_pages', action: 'delete' }],
      input: z.strictObject(pageId),
      output: Deleted,
      no_undo: 'the page and its bookings are deleted for good',
      emits: [bookingPageDeleted],
      problems: ['upcoming_bookings'],
      versioned: true,
    }),
    preview: operation({
      summary: 'Show what a booking page offers',
      description: `The slots that can really be booked, on one day or on the next ${PREVIEW_DAYS} days, and whether the page is ready: what blocks it, the next free time, and how many times each rule took away.`,
      scope: 'pages:read',
      route: { method: 'GET', path: '/booking-pages/:id/preview', status: 200 },
      tools: [{ name: 'preview_booking_page', family: 'booking_pages', action: 'preview' }],
      input: z.strictObject({
        ...pageId,
        date: day.optional().describe('One day, YYYY-MM-DD, of the zone of the answer'),
        days: z.int().min(1).max(MAX_PREVIEW_DAYS).default(PREVIEW_DAYS).describe('Days from today, without a date'),
        timezone: timeZone.optional().describe('IANA zone of the answer; default that of the page'),
        include_unavailable: z.boolean().optional().describe('Also times that cannot be booked'),
      }),
      output: Preview,
      example: { ...example, timezone: 'America/New_York' },
    }),
    create_feed: operation({
      summary: 'Make the calendar feed of a booking page',
      description:
        'Returns the address of an iCalendar feed of the bookings of this page. Anyone with the address can read them. It is shown once; a new address revokes the old one immediately.',
      scope: 'pages:write',
      route: { method: 'POST', path: '/booking-pages/:id/feed', status: 201 },
      tools: [{ name: 'create_booking_page_feed', family: 'booking_pages', action: 'create_feed' }],
      input: z.strictObject(pageId),
      output: z.object({
        id: z.string(),
        url: z.string().describe('Shown once'),
        replaced: z.boolean().describe('True if the page had a feed, whose address stopped working'),
      }),
      emits: [bookingPageUpdated],
      // The address before cannot come back: only its hash was stored.
      undo: ({ id }, { replaced }) => (replaced ? null : { tool: 'delete_booking_page_feed', arguments: { id } }),
      confidential: true,
      example,
    }),
    delete_feed: operation({
      summary: 'End the calendar feed of a booking page',
      description: 'Its address stops working immediately.',
      scope: 'pages:write',
      route: { method: 'DELETE', path: '/booking-pages/:id/feed', status: 200 },
      tools: [{ name: 'delete_booking_page_feed', family: 'booking_pages', action: 'delete_feed' }],
      input: z.strictObject(pageId),
      output: Deleted,
      no_undo: 'the address of a feed is stored as a hash only and does not come back',
      emits: [bookingPageUpdated],
    }),
  },
});

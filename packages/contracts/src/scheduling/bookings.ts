import { z } from 'zod';
import { emailAddress, id, jsonObject, line, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page } from '../core/page.ts';
import { clockTime, day, moment } from '../core/time-fields.ts';
import { Booking, bookingStatuses, GuestLinks, NewGuest } from './booking.ts';
import { bookingCancelled, bookingCreated, bookingRescheduled } from './bookings.events.ts';
import { calendarEventCreated, calendarEventDeleted, calendarEventUpdated } from './calendar.events.ts';
import { formConfirmationRequested, formSubmission } from './forms.events.ts';

const bookingId = { id: id('booking') };
const example = { id: 'bok_01jd0000000000000000000000' };
const skip = z.boolean().default(false).describe('Books a taken time too; the database then does not protect it from other bookings');

/** Booked appointments (contract, K6). */
export const bookings = contract({
  name: 'bookings',
  service: 'scheduling',
  tag: 'Bookings',
  description: 'Booked appointments: who comes, when, and whether they still do. No two of one calendar overlap.',
  operations: {
    list: operation({
      summary: 'List bookings',
      description: 'Latest start first; with upcoming_only the soonest first.',
      scope: 'pages:read',
      route: { method: 'GET', path: '/bookings', status: 200 },
      tools: [{ name: 'list_bookings', family: 'bookings', action: 'list', everyday: true }],
      input: z.strictObject({
        booking_page_id: id('booking page').optional(),
        status: z.enum(bookingStatuses).optional().describe('Only bookings in this status'),
        upcoming_only: z.boolean().default(false).describe('Only bookings that have not started'),
        from: moment.optional().describe('Earliest start'),
        to: moment.optional().describe('Latest start, exclusive'),
        search: z.string().max(200).optional().describe('Part of a name or email'),
        email: emailAddress.optional().describe('Email of the guest, in any case'),
        contact_id: id('contact').optional(),
        sort: z
          .enum(['starts_at', '-starts_at', 'created_at', '-created_at'])
          .optional()
          .describe('Order; - reverses it. Default -starts_at, or starts_at with upcoming_only'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Booking),
    }),
    create: operation({
      summary: 'Book a time',
      description:
        'Books one of the slots that preview shows, makes a calendar event and answers the links with which the guest can see, move and cancel it; they are shown once. The guest is not notified. A time that is not free is 409 slot_taken with the three nearest free slots. Its undo cancels the booking; the contact and the answers stay.',
      scope: 'pages:write',
      route: { method: 'POST', path: '/bookings', status: 201 },
      tools: [{ name: 'create_booking', family: 'bookings', action: 'create' }],
      input: z.strictObject({
        booking_page_id: id('booking page'),
        starts_at: moment.describe('The start of a free slot, as 2026-12-01T09:00:00Z or 2026-12-01T09:00[Europe/Berlin]'),
        guest: NewGuest.describe('The person who comes'),
        notes: z.string().max(4_000).nullable().default(null).describe('Notes of the guest'),
        answers: jsonObject.optional().describe('Answers to the attached form, by field key'),
        skip_availability_check: skip,
      }),
      output: Booking.extend({ guest_links: GuestLinks }),
      emits: [bookingCreated, calendarEventCreated, calendarEventUpdated, formSubmission, formConfirmationRequested],
      undo: (_input, { id }) => ({ tool: 'cancel_booking', arguments: { id, delete_calendar_event: true } }),
      problems: ['unresolved_reference', 'slot_taken', 'conflict'],
      confidential: true,
      example: {
        booking_page_id: 'bkp_01jd0000000000000000000000',
        starts_at: '2026-05-04T09:00:00.000Z',
        guest: { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+44 20 7946 0000', timezone: 'Europe/London' },
      },
    }),
    get: operation({
      summary: 'Read a booking',
      scope: 'pages:read',
      route: { method: 'GET', path: '/bookings/:id', status: 200 },
      tools: [{ name: 'get_booking', family: 'bookings', action: 'get' }],
      input: z.strictObject(bookingId),
      output: Booking,
      versioned: true,
    }),
    ics: operation({
      summary: 'Read a booking as iCalendar',
      description:
        'Over REST with Accept: text/calendar the answer is the file itself. A cancelled booking is a METHOD:CANCEL with the same UID.',
      scope: 'pages:read',
      route: { method: 'GET', path: '/bookings/:id/ics', status: 200 },
      tools: [{ name: 'get_booking_ics', family: 'bookings', action: 'ics' }],
      input: z.strictObject(bookingId),
      output: z.object({ id: z.string(), ics: z.string() }),
      download: { media_type: 'text/calendar', field: 'ics' },
    }),
    cancel: operation({
      summary: 'Cancel a booking',
      description:
        'The guest is not notified automatically. The calendar event is removed only when delete_calendar_event is true; otherwise it stays, marked as cancelled, and its time is free.',
      scope: 'pages:write',
      allowed_when_full: true,
      route: { method: 'POST', path: '/bookings/:id/cancel', status: 200 },
      tools: [{ name: 'cancel_booking', family: 'bookings', action: 'cancel' }],
      input: z.strictObject({
        ...bookingId,
        delete_calendar_event: z.boolean().default(false).describe('true deletes its calendar event too'),
        reason: line(500).optional().describe('Stored with the booking'),
      }),
      output: Booking,
      no_undo: 'another guest may book the time immediately, and the links of the guest do not come back',
      emits: [bookingCancelled, calendarEventUpdated, calendarEventDeleted],
      problems: ['conflict'],
      effects: ['destructive'],
      example,
    }),
    reschedule: operation({
      summary: 'Move a booking to another time',
      description:
        'Takes starts_at, or new_date and new_start by the clock of the page: a local time that the day does not have is refused. If a local time occurs twice, the first is used. The calendar event moves too. A time that is not free is 409 slot_taken with the three nearest free slots.',
      scope: 'pages:write',
      route: { method: 'POST', path: '/bookings/:id/reschedule', status: 200 },
      tools: [{ name: 'reschedule_booking', family: 'bookings', action: 'reschedule' }],
      input: z.strictObject({
        ...bookingId,
        new_date: day.optional().describe('YYYY-MM-DD in the zone of the page; together with new_start'),
        new_start: clockTime.optional().describe('HH:MM in the zone of the page; together with new_date'),
        new_end: clockTime.optional().describe('HH:MM; default new_start plus the duration. A time before new_start lies on the next day'),
        starts_at: moment.optional().describe('The new start, in place of new_date and new_start'),
        ends_at: moment.optional().describe('The new end; default starts_at plus the duration'),
        skip_availability_check: skip,
      }),
      output: Booking.extend({
        before: z
          .object({ starts_at: timestamp, ends_at: timestamp, is_forced: z.boolean() })
          .describe('The time before this call, and whether it was booked without a check'),
      }),
      undo: ({ id }, { before: { starts_at, ends_at, is_forced }, ...after }) =>
        starts_at === after.starts_at && ends_at === after.ends_at
          ? null
          : { tool: 'reschedule_booking', arguments: { id, starts_at, ends_at, ...(is_forced ? { skip_availability_check: true } : {}) } },
      emits: [bookingRescheduled, calendarEventCreated, calendarEventUpdated, calendarEventDeleted],
      problems: ['slot_taken', 'conflict'],
      effects: ['destructive'],
      example: { ...example, new_date: '2026-05-05', new_start: '10:00' },
    }),
  },
});

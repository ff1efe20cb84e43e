import { z } from 'zod';
import { contract } from '../core/operation.ts';
import { pageFiles, publicPage } from '../core/public-page.ts';
import { bookingCancelled, bookingCreated, bookingRescheduled } from './bookings.events.ts';
import { calendarEventCreated, calendarEventDeleted, calendarEventUpdated } from './calendar.events.ts';
import { formConfirmationRequested, formSubmission } from './forms.events.ts';

const pageId = { id: z.string().min(1).max(64) };
const token = { token: z.string().min(1).max(100) };
const bookEmits = [bookingCreated, calendarEventCreated, calendarEventUpdated, formSubmission, formConfirmationRequested] as const;
const moveEmits = [bookingRescheduled, calendarEventCreated, calendarEventUpdated, calendarEventDeleted] as const;

/** The pages of guests: the booking page at `/book/{id}` of the public origin, and their own booking (contract, O3). */
export const publicBooking = contract({
  name: 'public_booking',
  service: 'scheduling',
  tag: 'Public booking pages',
  description:
    'The public pages on which guests book, move and cancel. They know no cookie, so they may stand in frames of other sites and be sent from there.',
  operations: {
    open: publicPage({ summary: 'Open a booking page', method: 'GET', path: '/book/:id', parameters: pageId }),
    book: publicPage({
      summary: 'Book a time on a booking page',
      method: 'POST',
      path: '/book/:id',
      parameters: { ...pageId, ...pageFiles },
      emits: bookEmits,
      from_any_site: true,
    }),
    view: publicPage({ summary: "Look at a booking of one's own", method: 'GET', path: '/book/view/:token', parameters: token }),
    ask_cancel: publicPage({ summary: 'Ask whether to cancel a booking', method: 'GET', path: '/book/cancel/:token', parameters: token }),
    cancel: publicPage({
      summary: "Cancel a booking of one's own",
      method: 'POST',
      path: '/book/cancel/:token',
      parameters: token,
      emits: [bookingCancelled, calendarEventUpdated, calendarEventDeleted],
      from_any_site: true,
    }),
    ask_reschedule: publicPage({
      summary: 'Choose another time for a booking',
      method: 'GET',
      path: '/book/reschedule/:token',
      parameters: token,
    }),
    reschedule: publicPage({
      summary: "Move a booking of one's own",
      method: 'POST',
      path: '/book/reschedule/:token',
      parameters: token,
      emits: moveEmits,
      from_any_site: true,
    }),
    ics: publicPage({ summary: "Download a booking of one's own", method: 'GET', path: '/book/ics/:token', parameters: token }),
    feed: publicPage({ summary: 'Subscribe to the bookings of a page', method: 'GET', path: '/book/feed/:token', parameters: token }),
    calendar: publicPage({
      summary: 'Subscribe to the calendar of a Space',
      method: 'GET',
      path: '/book/calendar/:token',
      parameters: token,
    }),
  },
});

import { z } from 'zod';
import { ContactBlock, contactCreated } from '../contacts/contacts.events.ts';
import { eventType } from '../core/event.ts';
import { timestamp } from '../core/fields.ts';
import { Guest } from './booking.ts';
import { locationTypes } from './booking-page.ts';

const aboutPage = { booking_page_id: z.string(), booking_page: z.string().describe('The name of the booking page') };
const intro = { booking_page_id: 'bkp_01jd0000000000000000000000', booking_page: 'Intro call' };
const pageFilters = ['booking_page_id'] as const;

/** A booking page was created. */
export const bookingPageCreated = eventType({
  type: 'booking_page_created',
  group: 'bookings',
  label: 'Booking page created',
  data: z.object(aboutPage),
  sample: intro,
  filters: [],
});

/** A booking page's name, hours, rules, state, form or feed changed. */
export const bookingPageUpdated = eventType({
  type: 'booking_page_updated',
  group: 'bookings',
  label: 'Booking page updated',
  data: z.object({ ...aboutPage, changed: z.array(z.string()), status: z.string() }),
  sample: { ...intro, changed: ['status'], status: 'paused' },
  filters: pageFilters,
});

/** A booking page was deleted for good. */
export const bookingPageDeleted = eventType({
  type: 'booking_page_deleted',
  group: 'bookings',
  label: 'Booking page deleted',
  data: z.object(aboutPage),
  sample: intro,
  filters: pageFilters,
});

const aboutBooking = {
  ...aboutPage,
  booking_id: z.string(),
  starts_at: timestamp,
  ends_at: timestamp,
  timezone: z.string().describe('The zone of the page'),
  guest: Guest,
  contact_id: z.string().optional(),
  contact: ContactBlock.optional(),
  notes: z.string().nullable(),
  location: z.object({ type: z.enum(locationTypes), value: z.string().nullable() }),
  calendar_event_id: z.string().nullable(),
  form_submission_id: z.string().nullable(),
  form_id: z.string().nullable().describe('The form whose answers these are'),
  answers: z.record(z.string(), z.json()).describe("The guest's answers to the attached form; empty when there is none"),
};
const call = {
  ...intro,
  booking_id: 'bok_01jd0000000000000000000000',
  starts_at: '2026-05-04T09:00:00.000Z',
  ends_at: '2026-05-04T09:30:00.000Z',
  timezone: 'Europe/London',
  guest: { name: 'Ada Lovelace', email: 'ada@example.com', phone: null, timezone: 'Europe/London' },
  contact_id: contactCreated.sample.contact_id,
  contact: contactCreated.sample.contact,
  notes: null,
  location: { type: 'service_meet' as const, value: null },
  calendar_event_id: 'cal_01jd0000000000000000000000',
  form_submission_id: null,
  form_id: null,
  answers: {},
};

/** A time was booked. */
export const bookingCreated = eventType({
  type: 'booking_created',
  group: 'bookings',
  label: 'Booking made',
  data: z.object(aboutBooking),
  sample: call,
  filters: pageFilters,
});

/** A booking was moved to another time. */
export const bookingRescheduled = eventType({
  type: 'booking_rescheduled',
  group: 'bookings',
  label: 'Booking moved',
  data: z.object({ ...aboutBooking, previous_starts_at: timestamp, previous_ends_at: timestamp }),
  sample: { ...call, previous_starts_at: '2026-05-03T09:00:00.000Z', previous_ends_at: '2026-05-03T09:30:00.000Z' },
  filters: pageFilters,
});

/** A booking was cancelled, by the Space or by its guest. */
export const bookingCancelled = eventType({
  type: 'booking_cancelled',
  group: 'bookings',
  label: 'Booking cancelled',
  data: z.object({ ...aboutBooking, reason: z.string().nullable(), calendar_event_deleted: z.boolean() }),
  sample: { ...call, reason: 'The train is late.', calendar_event_deleted: false },
  filters: pageFilters,
});

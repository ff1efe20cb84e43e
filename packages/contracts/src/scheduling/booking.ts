import { z } from 'zod';
import { emailAddress, line, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { timeZone } from '../core/time-fields.ts';
import { locationTypes } from './booking-page.ts';

/** States of a booking (contract, K6). */
export const bookingStatuses = ['confirmed', 'cancelled'] as const;

/** The guest of a booking, with the details that the guest gave. */
export const NewGuest = z.strictObject({
  name: nonEmptyLine(200).describe('Name of the guest'),
  email: emailAddress.describe('Email of the guest'),
  phone: line(64).nullable().default(null).describe('Phone number of the guest; required by some pages'),
  timezone: timeZone.nullable().default(null).describe('IANA zone of the guest; null for the zone of the page'),
});

/** The guest of a booking. */
export type NewGuest = z.output<typeof NewGuest>;

/** A guest of a booking. */
export const Guest = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  timezone: z.string().nullable(),
});

/** A guest of a booking. */
export type Guest = z.output<typeof Guest>;

/** A booked appointment (contract, K6). */
export const Booking = z
  .object({
    ...resource,
    booking_page_id: z.string(),
    booking_page: z.string().describe('The name of the page'),
    status: z.enum(bookingStatuses),
    starts_at: timestamp,
    ends_at: timestamp,
    timezone: z.string().describe('The zone of the page'),
    guest: Guest,
    contact_id: z.string().nullable(),
    form_submission_id: z.string().nullable().describe("The guest's answers to the attached form"),
    notes: z.string().nullable(),
    location: z.object({ type: z.enum(locationTypes), value: z.string().nullable() }),
    calendar_event_id: z.string().nullable(),
    is_forced: z.boolean().describe('True if it was booked without a check that the time is free'),
    sequence: z.int().describe('Number of times it was moved or cancelled'),
    cancelled_at: timestamp.nullable(),
    cancellation_reason: z.string().nullable(),
  })
  .meta({ id: 'Booking' });

/** A booked appointment. */
export type Booking = z.output<typeof Booking>;

/** Addresses with which a guest sees, moves and cancels one booking; each one authorizes its action. */
export const GuestLinks = z
  .object({ view_url: z.string(), reschedule_url: z.string(), cancel_url: z.string(), ics_url: z.string() })
  .meta({ id: 'GuestLinks' });

/** Addresses with which a guest sees, moves and cancels one booking. */
export type GuestLinks = z.output<typeof GuestLinks>;

import type { Booking, bookingCreated } from '@space/contracts/scheduling';
import type { z } from 'zod';
import type { BookingRow } from './bookings.queries.ts';
import type { GuestContact } from './prepare-guest.ts';

/** Returns the booking of a row as the wire shows it. */
export const parseBooking = ({ json }: BookingRow): Booking => JSON.parse(json) as Booking;

/** Returns the data of the log events about a booking. */
export function bookingEventData(row: BookingRow, contact: GuestContact | null): z.input<(typeof bookingCreated)['data']> {
  const booking = parseBooking(row);
  return {
    booking_page_id: booking.booking_page_id,
    booking_page: booking.booking_page,
    booking_id: booking.id,
    starts_at: booking.starts_at,
    ends_at: booking.ends_at,
    timezone: booking.timezone,
    guest: booking.guest,
    ...(contact && { contact_id: contact.id, contact }),
    notes: booking.notes,
    location: booking.location,
    calendar_event_id: booking.calendar_event_id,
    form_submission_id: booking.form_submission_id,
    form_id: row.form_id,
    // Answers stand in the event only with the id of their form, which Can use lists check.
    answers: row.form_id === null ? {} : row.answers,
  };
}

import type { CallContext } from '@space/bus';
import { type FieldError, invalidFields } from '@space/contracts/core';
import {
  bookingCreated,
  type calendarEventCreated,
  type formConfirmationRequested,
  type formSubmission,
  type NewGuest,
} from '@space/contracts/scheduling';
import { newId } from '@space/database';
import type { Transaction } from '@space/event-log';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import type { LoadedForm } from '../forms/form-loader.ts';
import { isoMinute } from '../slots/wall-clock.ts';
import { writeSubmission } from '../submissions/write-submission.ts';
import { assertAvailable } from './assert-available.ts';
import { createBookingEvent } from './booking-calendar-event.ts';
import { type BookingRow, findBooking, insertBooking } from './bookings.queries.ts';
import { claimSlot } from './claims.queries.ts';
import { insertLinks } from './guest-links.queries.ts';
import { assertPageActive, lockPageVersion } from './optimistic-page-lock.ts';
import { type BookingPorts, loadAttachedForm, type PreparedGuest, prepareGuest, validateGuestAnswers } from './prepare-guest.ts';
import { SlotUnavailable } from './slot-unavailable.ts';
import { bookingEventData } from './stored-booking.ts';

/** What somebody wants to book; the start is in minutes since the epoch. */
export interface BookingRequest {
  readonly page: BookingPageRow;
  readonly start: number;
  readonly guest: NewGuest;
  readonly notes: string | null;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly is_forced: boolean;
}

/** An order that was validated and only has to be written. */
interface PreparedBooking extends BookingRequest {
  readonly prepared_guest: PreparedGuest;
  readonly location: { readonly type: string; readonly value: string | null };
}

type BookingTransaction = Transaction<
  typeof bookingCreated | typeof calendarEventCreated | typeof formSubmission | typeof formConfirmationRequested
>;

/** What is wrong with what a guest says, beside the time. */
export async function validateBookingRequest(ports: BookingPorts, order: BookingRequest, form: LoadedForm | null) {
  const errors: FieldError[] = [];
  if (order.page.meeting_location_type === 'phone_call' && order.page.meeting_location_value === null && order.guest.phone === null)
    errors.push({ path: 'guest.phone', code: 'required', message: 'is required, since the meeting is a phone call' });
  if (!form) {
    for (const key of Object.keys(order.answers))
      errors.push({ path: `answers.${key}`, code: 'unknown_field', message: 'has no question: the page has no form' });
    return { errors, validated: null };
  }
  const { validated, errors: wrong } = await validateGuestAnswers(ports, form, order.guest, order.answers);
  return { errors: [...errors, ...wrong.map((error) => ({ ...error, path: `answers.${error.path}` }))], validated };
}

/**
 * Judges an order before its transaction: whether the page can be booked, the time is free and the answers are good, all
 * errors at once; then finds or makes the contact of the guest.
 */
export async function prepareBooking(
  ports: BookingPorts,
  context: CallContext,
  order: BookingRequest,
  now: number,
): Promise<PreparedBooking> {
  const { page, guest } = order;
  assertPageActive(page);
  const form = await loadAttachedForm(ports, page);
  const { errors, validated } = await validateBookingRequest(ports, order, form);
  if (errors.length > 0) throw invalidFields(errors);
  if (!order.is_forced) await assertAvailable(ports.database, page, order.start, now);
  return {
    ...order,
    prepared_guest: await prepareGuest(ports, context, guest, form, validated),
    location: {
      type: page.meeting_location_type,
      value: page.meeting_location_value ?? (page.meeting_location_type === 'phone_call' ? guest.phone : null),
    },
  };
}

/**
 * Writes a booking: claims its time, puts it into the calendar, keeps the answers and links of the guest, and tells of it.
 * `visit` is the opening of the public page that it came from, of which it can come only once.
 */
export async function writeBooking(
  tx: BookingTransaction,
  order: PreparedBooking,
  secret: string,
  visit: string | null = null,
): Promise<BookingRow> {
  const { page, prepared_guest, guest, start } = order;
  const { contact, submission } = prepared_guest;
  const time = { starts_at: isoMinute(start), ends_at: isoMinute(start + page.duration_minutes) };
  await lockPageVersion(tx, page);
  const claimed = await claimSlot(tx, {
    ...time,
    space_id: page.space_id,
    calendar: page.calendar,
    booking_page_id: page.id,
    buffer_minutes: page.buffer_minutes,
    capacity: page.capacity,
    is_forced: order.is_forced,
    calendar_event_id: newId('cal'),
  });
  if (!claimed) throw new SlotUnavailable();
  const id = newId('bok');
  if (submission) await writeSubmission(tx, submission);
  await insertBooking(
    tx,
    page.space_id,
    {
      ...time,
      id,
      guest,
      booking_page_id: page.id,
      occurrence_id: claimed.id,
      calendar_event_id: claimed.calendar_event_id,
      contact_id: contact?.id ?? null,
      form_submission_id: submission?.row.id ?? null,
      // Answers that wait to be confirmed are told when they are.
      answers: submission?.submission_event?.answers ?? {},
      notes: order.notes,
      location: order.location,
      is_forced: order.is_forced,
      page_visit: visit,
    },
    tx.now,
  );
  await insertLinks(tx, page.space_id, id, secret, time.ends_at);
  if (claimed.is_new && claimed.calendar_event_id !== null)
    await createBookingEvent(tx, page, claimed.calendar_event_id, time, guest.name, order.location.value, {
      booking_id: id,
      booking_page: page.name,
    });
  const row = (await findBooking(tx, page.space_id, id))!;
  tx.emit(bookingCreated, bookingEventData(row, contact));
  return row;
}

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
import { isoMinute } from '@space/time';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import type { LoadedForm } from '../forms/form-loader.ts';
import { writeSubmission } from '../submissions/write-submission.ts';
import { assertAvailable } from './assert-available.ts';
import { createBookingEvent } from './booking-calendar-event.ts';
import { type BookingRow, findBooking, insertBooking } from './bookings.queries.ts';
import { claimSlot } from './claims.queries.ts';
import { insertLinks } from './guest-links.queries.ts';
import { assertPageActive, lockPageVersion } from './optimistic-page-lock.ts';
import { type BookingPorts, loadAttachedForm, type PreparedGuest, prepareGuest, validateGuestAnswers } from './prepare-guest.ts';
import { SlotUnavailableError } from './slot-unavailable.ts';
import { bookingEventData } from './stored-booking.ts';

/** A booking to make; the start is in minutes since the epoch. */
export interface BookingRequest {
  readonly page: BookingPageRow;
  readonly start: number;
  readonly guest: NewGuest;
  readonly notes: string | null;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly is_forced: boolean;
}

/** A validated booking that only has to be written. */
interface PreparedBooking extends BookingRequest {
  readonly prepared_guest: PreparedGuest;
  readonly location: { readonly type: string; readonly value: string | null };
}

type BookingTransaction = Transaction<
  typeof bookingCreated | typeof calendarEventCreated | typeof formSubmission | typeof formConfirmationRequested
>;

/**
 * Validates everything but the time of a request. Returns all errors together, with paths as in the body of `POST /bookings`,
 * and the validated answers when the page has a form.
 */
export async function validateBookingRequest(ports: BookingPorts, request: BookingRequest, form: LoadedForm | null) {
  const errors: FieldError[] = [];
  const { page, guest, answers } = request;
  if (page.meeting_location_type === 'phone_call' && page.meeting_location_value === null && guest.phone === null)
    errors.push({ path: 'guest.phone', code: 'required', message: 'is required, since the meeting is a phone call' });
  if (!form) {
    for (const key of Object.keys(answers))
      errors.push({ path: `answers.${key}`, code: 'unknown_field', message: 'has no question: the page has no form' });
    return { errors, validated: null };
  }
  const { validated, errors: answerErrors } = await validateGuestAnswers(ports, form, guest, answers);
  return { errors: [...errors, ...answerErrors.map((error) => ({ ...error, path: `answers.${error.path}` }))], validated };
}

/**
 * Validates a request before its transaction and captures the contact of the guest. Throws a 409 when the page takes no
 * bookings, a 400 with all errors of the guest and the answers, and `slot_taken` when the time is not available.
 */
export async function prepareBooking(
  ports: BookingPorts,
  context: CallContext,
  request: BookingRequest,
  now: number,
): Promise<PreparedBooking> {
  const { page, guest } = request;
  assertPageActive(page);
  const form = await loadAttachedForm(ports, page);
  const { errors, validated } = await validateBookingRequest(ports, request, form);
  if (errors.length > 0) throw invalidFields(errors);
  if (!request.is_forced) await assertAvailable(ports.database, page, request.start, now);
  return {
    ...request,
    prepared_guest: await prepareGuest(ports, context, guest, form, validated),
    location: {
      type: page.meeting_location_type,
      value: page.meeting_location_value ?? (page.meeting_location_type === 'phone_call' ? guest.phone : null),
    },
  };
}

/**
 * Writes a booking in an open transaction: claims its time, inserts the booking with its calendar event, answers and links,
 * and emits its events. `visit` is the id of the visit of the public page; one visit makes one booking.
 */
export async function writeBooking(
  tx: BookingTransaction,
  booking: PreparedBooking,
  secret: string,
  visit: string | null = null,
): Promise<BookingRow> {
  const { page, prepared_guest, guest, start } = booking;
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
    is_forced: booking.is_forced,
    calendar_event_id: newId('cal'),
  });
  if (!claimed) throw new SlotUnavailableError();
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
      // Answers with double opt-in are stored when they are confirmed.
      answers: submission?.submission_event?.answers ?? {},
      notes: booking.notes,
      location: booking.location,
      is_forced: booking.is_forced,
      page_visit: visit,
    },
    tx.now,
  );
  await insertLinks(tx, page.space_id, id, secret, time.ends_at);
  if (claimed.is_new && claimed.calendar_event_id !== null)
    await createBookingEvent(tx, page, claimed.calendar_event_id, time, guest.name, booking.location.value, {
      booking_id: id,
      booking_page: page.name,
    });
  const row = (await findBooking(tx, page.space_id, id))!;
  tx.emit(bookingCreated, bookingEventData(row, contact));
  return row;
}

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
import type { PageRow } from '../booking-pages/booking-pages.queries.ts';
import type { LoadedForm } from '../forms/loaded-forms.ts';
import { isoMinute } from '../slots/wall-clock.ts';
import { writeSubmission } from '../submissions/write-submission.ts';
import { aboutBooking } from './about-booking.ts';
import { createBookingEvent } from './booking-event.ts';
import { type BookingRow, findBooking, insertBooking } from './bookings.queries.ts';
import { claim } from './claims.queries.ts';
import { mustBeFree } from './free-time.ts';
import { insertLinks } from './guest-links.ts';
import { holdPage, mustBeOpen } from './held-page.ts';
import { attachedForm, faultsOf, type Intake, type IntakePorts, takeIn } from './intake.ts';
import { NotFree } from './slot-taken.ts';

/** What somebody wants to book; the start is in minutes since the epoch. */
export interface Order {
  readonly page: PageRow;
  readonly start: number;
  readonly guest: NewGuest;
  readonly notes: string | null;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly is_forced: boolean;
}

/** An order that was judged and only has to be written. */
interface JudgedOrder extends Order {
  readonly intake: Intake;
  readonly location: { readonly type: string; readonly value: string | null };
}

type Booking = Transaction<typeof bookingCreated | typeof calendarEventCreated | typeof formSubmission | typeof formConfirmationRequested>;

/** What is wrong with what a guest says, beside the time. */
export async function orderFaults(ports: IntakePorts, order: Order, form: LoadedForm | null) {
  const faults: FieldError[] = [];
  if (order.page.meeting_location_type === 'phone_call' && order.page.meeting_location_value === null && order.guest.phone === null)
    faults.push({ path: 'guest.phone', code: 'required', message: 'is required, since the meeting is a phone call' });
  if (!form) {
    for (const key of Object.keys(order.answers))
      faults.push({ path: `answers.${key}`, code: 'unknown_field', message: 'has no question: the page has no form' });
    return { faults, judged: null };
  }
  const { judged, faults: wrong } = await faultsOf(ports, form, order.guest, order.answers);
  return { faults: [...faults, ...wrong.map((fault) => ({ ...fault, path: `answers.${fault.path}` }))], judged };
}

/**
 * Judges an order before its transaction: whether the page can be booked, the time is free and the answers are good, all
 * faults at once; then finds or makes the contact of the guest.
 */
export async function judgeOrder(ports: IntakePorts, asking: CallContext, order: Order, now: number): Promise<JudgedOrder> {
  const { page, guest } = order;
  mustBeOpen(page);
  const form = await attachedForm(ports, page);
  const { faults, judged } = await orderFaults(ports, order, form);
  if (faults.length > 0) throw invalidFields(faults);
  if (!order.is_forced) await mustBeFree(ports.database, page, order.start, now);
  return {
    ...order,
    intake: await takeIn(ports, asking, guest, form, judged),
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
export async function writeBooking(tx: Booking, order: JudgedOrder, secret: string, visit: string | null = null): Promise<BookingRow> {
  const { page, intake, guest, start } = order;
  const { contact, submission } = intake;
  const time = { starts_at: isoMinute(start), ends_at: isoMinute(start + page.duration_minutes) };
  await holdPage(tx, page);
  const claimed = await claim(tx, {
    ...time,
    space_id: page.space_id,
    calendar: page.calendar,
    booking_page_id: page.id,
    buffer_minutes: page.buffer_minutes,
    capacity: page.capacity,
    is_forced: order.is_forced,
    calendar_event_id: newId('cal'),
  });
  if (!claimed) throw new NotFree();
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
      answers: submission?.told?.answers ?? {},
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
  tx.emit(bookingCreated, aboutBooking(row, contact));
  return row;
}

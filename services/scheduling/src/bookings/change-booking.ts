import { notFound, Problem } from '@space/contracts/core';
import {
  type Booking,
  bookingCancelled,
  bookingRescheduled,
  type calendarEventCreated,
  type calendarEventDeleted,
  type calendarEventUpdated,
} from '@space/contracts/scheduling';
import { newId } from '@space/database';
import type { Transaction } from '@space/event-log';
import { isoMinute } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { cancelBookingEvent, createBookingEvent, deleteBookingEvent, moveBookingEvent, type TimeRange } from './booking-calendar-event.ts';
import { type BookingRow, findBooking, markBookingCancelled, updateBookingTime } from './bookings.queries.ts';
import { type Claimed, claimSlot, lockClaim, releaseClaim } from './claims.queries.ts';
import { extendLinks } from './guest-links.queries.ts';
import { lockPageVersion } from './optimistic-page-lock.ts';
import type { GuestContact } from './prepare-guest.ts';
import { SlotUnavailableError } from './slot-unavailable.ts';
import { bookingEventData, parseBooking } from './stored-booking.ts';

type CancelTransaction = Transaction<typeof bookingCancelled | typeof calendarEventUpdated | typeof calendarEventDeleted>;
type RescheduleTransaction = Transaction<
  typeof bookingRescheduled | typeof calendarEventCreated | typeof calendarEventUpdated | typeof calendarEventDeleted
>;

/** The parameters of a cancellation. */
interface Cancellation {
  readonly reason: string | null;
  readonly deletes_event: boolean;
  readonly contact: GuestContact | null;
}

/** Cancels a locked booking: releases its seat, and deletes its calendar event if `deletes_event`, otherwise marks it cancelled. */
export async function writeCancellation(
  tx: CancelTransaction,
  space: string,
  row: BookingRow,
  { reason, deletes_event, contact }: Cancellation,
): Promise<BookingRow> {
  const booking = parseBooking(row);
  assertConfirmed(row);
  const current = await lockClaim(tx, space, row.occurrence_id!);
  const isLast = current.taken === 1;
  await markBookingCancelled(tx, space, booking.id, reason, !(isLast && deletes_event), tx.now);
  await releaseClaim(tx, space, current);
  const event = isLast ? current.calendar_event_id : null;
  const eventBooking = { booking_id: booking.id, booking_page: booking.booking_page };
  let isDeleted = false;
  if (event !== null && deletes_event) isDeleted = await deleteBookingEvent(tx, space, event, eventBooking);
  else if (event !== null) await cancelBookingEvent(tx, space, event, eventBooking);
  const after = (await findBooking(tx, space, booking.id))!;
  tx.emit(bookingCancelled, { ...bookingEventData(after, contact), reason, calendar_event_deleted: isDeleted });
  return after;
}

/** The new time of a booking, in minutes since the epoch. */
interface Reschedule {
  readonly start: number;
  readonly end: number;
  readonly is_forced: boolean;
  readonly contact: GuestContact | null;
}

/** Returns a booking, locked until the transaction ends. Throws `not_found` when it does not exist. */
export async function lockBooking(tx: CommonQueryMethods, space: string, id: string): Promise<BookingRow> {
  const row = await findBooking(tx, space, id, true);
  if (!row) throw notFound('booking', id);
  return row;
}

/**
 * Moves a booking: releases its seat and claims another in one transaction. Its old seat therefore does not block the new
 * one, and it stays as it was when the new time is not free. The calendar event moves too unless other guests use it. Returns the
 * booking before and after.
 */
export async function writeReschedule(
  tx: RescheduleTransaction,
  page: BookingPageRow,
  id: string,
  { start, end, is_forced, contact }: Reschedule,
): Promise<{ readonly row: BookingRow; readonly before: Booking }> {
  await lockPageVersion(tx, page);
  const row = await lockBooking(tx, page.space_id, id);
  const before = parseBooking(row);
  assertConfirmed(row);
  const space = page.space_id;
  const time: TimeRange = { starts_at: isoMinute(start), ends_at: isoMinute(end) };
  if (before.starts_at === time.starts_at && before.ends_at === time.ends_at) return { row, before };
  const current = await lockClaim(tx, space, row.occurrence_id!);
  const isLast = current.taken === 1;
  const claimed = await moveClaim(tx, page, row, current, time, is_forced);
  const eventBooking = { booking_id: before.id, booking_page: page.name };
  const old = current.calendar_event_id;
  if (claimed.is_new && claimed.calendar_event_id === old && old !== null) await moveBookingEvent(tx, space, old, time, eventBooking);
  else {
    if (claimed.is_new && claimed.calendar_event_id !== null)
      await createBookingEvent(tx, page, claimed.calendar_event_id, time, before.guest.name, before.location.value, eventBooking);
    if (isLast && old !== null) await deleteBookingEvent(tx, space, old, eventBooking);
  }
  await extendLinks(tx, space, before.id, time.ends_at);
  const after = (await findBooking(tx, space, before.id))!;
  tx.emit(bookingRescheduled, {
    ...bookingEventData(after, contact),
    previous_starts_at: before.starts_at,
    previous_ends_at: before.ends_at,
  });
  return { row: after, before };
}

async function moveClaim(
  tx: RescheduleTransaction,
  page: BookingPageRow,
  row: BookingRow,
  current: Omit<Claimed, 'is_new'>,
  time: TimeRange,
  is_forced: boolean,
): Promise<Claimed> {
  const space = page.space_id;
  const { id } = parseBooking(row);
  const event = (current.taken === 1 && current.calendar_event_id) || newId('cal');
  const request = {
    ...time,
    space_id: space,
    calendar: page.calendar,
    booking_page_id: page.id,
    buffer_minutes: page.buffer_minutes,
    capacity: page.capacity,
    is_forced,
    calendar_event_id: event,
  };
  await releaseClaim(tx, space, current);
  const claimed = await claimSlot(tx, request);
  if (!claimed) throw new SlotUnavailableError();
  await updateBookingTime(
    tx,
    space,
    id,
    { ...time, is_forced, occurrence_id: claimed.id, calendar_event_id: claimed.calendar_event_id },
    tx.now,
  );
  return claimed;
}

/** Throws a 409 `conflict` for a cancelled booking. */
export function assertConfirmed(row: BookingRow): void {
  const { status, cancelled_at } = parseBooking(row);
  if (status !== 'confirmed')
    throw new Problem('conflict', `The booking was cancelled on ${cancelled_at}; make a new one with POST /bookings.`);
}

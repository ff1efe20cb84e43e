import { notFound, Problem } from '@space/contracts/core';
import {
  bookingCancelled,
  bookingRescheduled,
  type calendarEventCreated,
  type calendarEventDeleted,
  type calendarEventUpdated,
} from '@space/contracts/scheduling';
import { newId } from '@space/database';
import type { Transaction } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import type { PageRow } from '../booking-pages/booking-pages.queries.ts';
import { isoMinute } from '../slots/wall-clock.ts';
import { aboutBooking, bookingOf } from './about-booking.ts';
import { cancelBookingEvent, createBookingEvent, deleteBookingEvent, moveBookingEvent, type Time } from './booking-event.ts';
import { type BookingRow, cancelBooking, findBooking, moveBooking } from './bookings.queries.ts';
import { type Claimed, claim, lockClaim, release } from './claims.queries.ts';
import { extendLinks } from './guest-links.ts';
import { holdPage } from './held-page.ts';
import type { Person } from './intake.ts';
import { NotFree } from './slot-taken.ts';

type Cancelling = Transaction<typeof bookingCancelled | typeof calendarEventUpdated | typeof calendarEventDeleted>;
type Moving = Transaction<
  typeof bookingRescheduled | typeof calendarEventCreated | typeof calendarEventUpdated | typeof calendarEventDeleted
>;

/** How a booking is cancelled. */
interface Cancellation {
  readonly reason: string | null;
  readonly deletes_event: boolean;
  readonly contact: Person | null;
}

/** Cancels a locked booking: its seat is free at once, and its calendar event goes only when asked for. */
export async function writeCancellation(
  tx: Cancelling,
  space: string,
  row: BookingRow,
  { reason, deletes_event, contact }: Cancellation,
): Promise<BookingRow> {
  const booking = bookingOf(row);
  mustBeConfirmed(row);
  const held = await lockClaim(tx, space, row.occurrence_id!);
  const isLast = held.taken === 1;
  await cancelBooking(tx, space, booking.id, reason, !(isLast && deletes_event), tx.now);
  await release(tx, space, held);
  const event = isLast ? held.calendar_event_id : null;
  const behind = { booking_id: booking.id, booking_page: booking.booking_page };
  let isDeleted = false;
  if (event !== null && deletes_event) isDeleted = await deleteBookingEvent(tx, space, event, behind);
  else if (event !== null) await cancelBookingEvent(tx, space, event, behind);
  const after = (await findBooking(tx, space, booking.id))!;
  tx.emit(bookingCancelled, { ...aboutBooking(after, contact), reason, calendar_event_deleted: isDeleted });
  return after;
}

/** Where a booking is moved to, in minutes since the epoch. */
interface Move {
  readonly start: number;
  readonly end: number;
  readonly is_forced: boolean;
  readonly contact: Person | null;
}

/** The booking of this id, kept from changing until the transaction ends. */
export async function lockBooking(tx: CommonQueryMethods, space: string, id: string): Promise<BookingRow> {
  const row = await findBooking(tx, space, id, true);
  if (!row) throw notFound('booking', id);
  return row;
}

/**
 * Moves a booking: it gives up its seat and claims another in one transaction, so that it never stands in its own way
 * and keeps its old time when the new one is not free. The calendar event moves along unless others still use it.
 */
export async function writeMove(tx: Moving, page: PageRow, id: string, { start, end, is_forced, contact }: Move): Promise<BookingRow> {
  await holdPage(tx, page);
  const row = await lockBooking(tx, page.space_id, id);
  const before = bookingOf(row);
  mustBeConfirmed(row);
  const space = page.space_id;
  const time: Time = { starts_at: isoMinute(start), ends_at: isoMinute(end) };
  if (before.starts_at === time.starts_at && before.ends_at === time.ends_at) return row;
  const held = await lockClaim(tx, space, row.occurrence_id!);
  const isLast = held.taken === 1;
  const claimed = await giveUpAndClaim(tx, page, row, held, time, is_forced);
  const behind = { booking_id: before.id, booking_page: page.name };
  const old = held.calendar_event_id;
  if (claimed.is_new && claimed.calendar_event_id === old && old !== null) await moveBookingEvent(tx, space, old, time, behind);
  else {
    if (claimed.is_new && claimed.calendar_event_id !== null)
      await createBookingEvent(tx, page, claimed.calendar_event_id, time, before.guest.name, before.location.value, behind);
    if (isLast && old !== null) await deleteBookingEvent(tx, space, old, behind);
  }
  await extendLinks(tx, space, before.id, time.ends_at);
  const after = (await findBooking(tx, space, before.id))!;
  tx.emit(bookingRescheduled, {
    ...aboutBooking(after, contact),
    previous_starts_at: before.starts_at,
    previous_ends_at: before.ends_at,
  });
  return after;
}

async function giveUpAndClaim(
  tx: Moving,
  page: PageRow,
  row: BookingRow,
  held: Omit<Claimed, 'is_new'>,
  time: Time,
  is_forced: boolean,
): Promise<Claimed> {
  const space = page.space_id;
  const { id } = bookingOf(row);
  const event = (held.taken === 1 && held.calendar_event_id) || newId('cal');
  const wanted = {
    ...time,
    space_id: space,
    calendar: page.calendar,
    booking_page_id: page.id,
    buffer_minutes: page.buffer_minutes,
    capacity: page.capacity,
    is_forced,
    calendar_event_id: event,
  };
  await release(tx, space, held);
  const claimed = await claim(tx, wanted);
  if (!claimed) throw new NotFree();
  await moveBooking(tx, space, id, { ...time, is_forced, occurrence_id: claimed.id, calendar_event_id: claimed.calendar_event_id }, tx.now);
  return claimed;
}

/** Refuses to change a booking that was cancelled. */
export function mustBeConfirmed(row: BookingRow): void {
  const { status, cancelled_at } = bookingOf(row);
  if (status !== 'confirmed')
    throw new Problem('conflict', `The booking was cancelled on ${cancelled_at}; make a new one with POST /bookings.`);
}

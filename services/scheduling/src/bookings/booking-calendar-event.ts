import { calendarEventCreated, calendarEventDeleted, calendarEventUpdated } from '@space/contracts/scheduling';
import type { Transaction } from '@space/event-log';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import {
  type CalendarEventValues,
  deleteCalendarEvent,
  findCalendarEvent,
  insertCalendarEvent,
  updateCalendarEvent,
} from '../calendar/calendar.queries.ts';
import { calendarEventData, type EventBooking, toEventValues } from '../calendar/event-response.ts';

type CreateTransaction = Transaction<typeof calendarEventCreated>;
type UpdateTransaction = Transaction<typeof calendarEventUpdated>;
type DeleteTransaction = Transaction<typeof calendarEventDeleted>;

/** When something takes place, as the wire has it. */
export interface TimeRange {
  readonly starts_at: string;
  readonly ends_at: string;
}

/** Puts a booked time into the calendar: under the name of its guest, or of the page when a group shares it. */
export async function createBookingEvent(
  tx: CreateTransaction,
  page: BookingPageRow,
  id: string,
  time: TimeRange,
  guest: string,
  location: string | null,
  behind: EventBooking,
): Promise<void> {
  const values: CalendarEventValues = {
    ...time,
    calendar: page.calendar,
    title: page.capacity > 1 ? page.name : `${page.name}: ${guest}`.slice(0, 300).toWellFormed(),
    description: null,
    category: 'meeting',
    location,
    all_day: false,
    timezone: page.timezone,
    is_busy: true,
    status: 'confirmed',
    rrule: null,
    excluded_dates: [],
    repeats_until: null,
    booking_page_id: page.id,
  };
  tx.emit(calendarEventCreated, calendarEventData(await insertCalendarEvent(tx, page.space_id, id, values, tx.now), behind));
}

/** Moves the event of a booking; nothing happens when it is gone. */
export async function moveBookingEvent(
  tx: UpdateTransaction,
  space: string,
  id: string,
  time: TimeRange,
  behind: EventBooking,
): Promise<void> {
  const event = await findCalendarEvent(tx, space, id, true);
  if (!event) return;
  const moved = await updateCalendarEvent(tx, space, id, { ...toEventValues(event), ...time }, tx.now);
  tx.emit(calendarEventUpdated, { ...calendarEventData(moved, behind), changed: ['starts_at', 'ends_at'] });
}

/** Marks the event of a booking as cancelled: it stays, and takes no time. */
export async function cancelBookingEvent(tx: UpdateTransaction, space: string, id: string, behind: EventBooking): Promise<void> {
  const event = await findCalendarEvent(tx, space, id, true);
  if (!event) return;
  const cancelled = await updateCalendarEvent(tx, space, id, { ...toEventValues(event), status: 'cancelled', is_busy: false }, tx.now);
  tx.emit(calendarEventUpdated, { ...calendarEventData(cancelled, behind), changed: ['status', 'is_busy'] });
}

/** Takes the event of a booking out of the calendar; says whether there was one. */
export async function deleteBookingEvent(tx: DeleteTransaction, space: string, id: string, behind: EventBooking): Promise<boolean> {
  const event = await findCalendarEvent(tx, space, id, true);
  if (!event) return false;
  await deleteCalendarEvent(tx, space, id);
  tx.emit(calendarEventDeleted, calendarEventData(event, behind));
  return true;
}

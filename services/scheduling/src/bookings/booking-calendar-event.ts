import { calendarEventCreated, calendarEventDeleted, calendarEventUpdated } from '@space/contracts/scheduling';
import type { Transaction } from '@space/event-log';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import {
  type CalendarEventValues,
  deleteCalendarEvent,
  insertCalendarEvent,
  lockCalendarEvent,
  updateCalendarEvent,
} from '../calendar/calendar.queries.ts';
import { calendarEventData, type EventBooking, toEventValues } from '../calendar/event-response.ts';

type CreateTransaction = Transaction<typeof calendarEventCreated>;
type UpdateTransaction = Transaction<typeof calendarEventUpdated>;
type DeleteTransaction = Transaction<typeof calendarEventDeleted>;

/** A start and an end, ISO 8601. */
export interface TimeRange {
  readonly starts_at: string;
  readonly ends_at: string;
}

/** Creates the calendar event of a claim, titled by its guest, or by its page when a group shares the time. */
export async function createBookingEvent(
  tx: CreateTransaction,
  page: BookingPageRow,
  id: string,
  time: TimeRange,
  guest: string,
  location: string | null,
  booking: EventBooking,
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
  tx.emit(calendarEventCreated, calendarEventData(await insertCalendarEvent(tx, page.space_id, id, values, tx.now), booking));
}

/** Moves the event of a booking; does nothing when it was deleted. */
export async function moveBookingEvent(
  tx: UpdateTransaction,
  space: string,
  id: string,
  time: TimeRange,
  booking: EventBooking,
): Promise<void> {
  const event = await lockCalendarEvent(tx, space, id);
  if (!event) return;
  const moved = await updateCalendarEvent(tx, space, id, { ...toEventValues(event), ...time }, tx.now);
  tx.emit(calendarEventUpdated, { ...calendarEventData(moved, booking), changed: ['starts_at', 'ends_at'] });
}

/** Marks the event of a booking as cancelled; the event stays and takes no time. */
export async function cancelBookingEvent(tx: UpdateTransaction, space: string, id: string, booking: EventBooking): Promise<void> {
  const event = await lockCalendarEvent(tx, space, id);
  if (!event) return;
  const cancelled = await updateCalendarEvent(tx, space, id, { ...toEventValues(event), status: 'cancelled', is_busy: false }, tx.now);
  tx.emit(calendarEventUpdated, { ...calendarEventData(cancelled, booking), changed: ['status', 'is_busy'] });
}

/** Deletes the event of a booking and returns true; false when there is none. */
export async function deleteBookingEvent(tx: DeleteTransaction, space: string, id: string, booking: EventBooking): Promise<boolean> {
  const event = await lockCalendarEvent(tx, space, id);
  if (!event) return false;
  await deleteCalendarEvent(tx, space, id);
  tx.emit(calendarEventDeleted, calendarEventData(event, booking));
  return true;
}

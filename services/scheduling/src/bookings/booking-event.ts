import { calendarEventCreated, calendarEventDeleted, calendarEventUpdated } from '@space/contracts/scheduling';
import type { Transaction } from '@space/event-log';
import type { PageRow } from '../booking-pages/booking-pages.queries.ts';
import { deleteEvent, type EventValues, findEvent, insertEvent, updateEvent } from '../calendar/calendar.queries.ts';
import { aboutEvent, type BehindEvent, valuesOf } from '../calendar/event-wire.ts';

type Creating = Transaction<typeof calendarEventCreated>;
type Updating = Transaction<typeof calendarEventUpdated>;
type Deleting = Transaction<typeof calendarEventDeleted>;

/** When something takes place, as the wire has it. */
export interface Time {
  readonly starts_at: string;
  readonly ends_at: string;
}

/** Puts a booked time into the calendar: under the name of its guest, or of the page when a group shares it. */
export async function createBookingEvent(
  tx: Creating,
  page: PageRow,
  id: string,
  time: Time,
  guest: string,
  location: string | null,
  behind: BehindEvent,
): Promise<void> {
  const values: EventValues = {
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
  tx.emit(calendarEventCreated, aboutEvent(await insertEvent(tx, page.space_id, id, values, tx.now), behind));
}

/** Moves the event of a booking; nothing happens when it is gone. */
export async function moveBookingEvent(tx: Updating, space: string, id: string, time: Time, behind: BehindEvent): Promise<void> {
  const event = await findEvent(tx, space, id, true);
  if (!event) return;
  const moved = await updateEvent(tx, space, id, { ...valuesOf(event), ...time }, tx.now);
  tx.emit(calendarEventUpdated, { ...aboutEvent(moved, behind), changed: ['starts_at', 'ends_at'] });
}

/** Marks the event of a booking as cancelled: it stays, and takes no time. */
export async function cancelBookingEvent(tx: Updating, space: string, id: string, behind: BehindEvent): Promise<void> {
  const event = await findEvent(tx, space, id, true);
  if (!event) return;
  const cancelled = await updateEvent(tx, space, id, { ...valuesOf(event), status: 'cancelled', is_busy: false }, tx.now);
  tx.emit(calendarEventUpdated, { ...aboutEvent(cancelled, behind), changed: ['status', 'is_busy'] });
}

/** Takes the event of a booking out of the calendar; says whether there was one. */
export async function deleteBookingEvent(tx: Deleting, space: string, id: string, behind: BehindEvent): Promise<boolean> {
  const event = await findEvent(tx, space, id, true);
  if (!event) return false;
  await deleteEvent(tx, space, id);
  tx.emit(calendarEventDeleted, aboutEvent(event, behind));
  return true;
}

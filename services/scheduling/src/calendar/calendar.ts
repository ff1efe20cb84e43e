import { isDeepStrictEqual } from 'node:util';
import { type Handlers, Json, withBefore } from '@space/bus';
import { Problem } from '@space/contracts/core';
import {
  CalendarEventFields,
  type calendar,
  calendarEventCreated,
  calendarEventDeleted,
  calendarEventUpdated,
  MAX_RECURRING_EVENTS,
} from '@space/contracts/scheduling';
import { findExisting, lockVersioned, newId } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { findTaskName } from '../task-mirror/task-mirror.queries.ts';
import {
  type CalendarEventRow,
  type CalendarEventValues,
  calendarEventById,
  countRecurringEvents,
  deleteCalendarEvent,
  findBookingOfEvent,
  hasConfirmedBooking,
  insertCalendarEvent,
  updateCalendarEvent,
} from './calendar.queries.ts';
import { calendarFeedHandlers } from './calendar-feed.ts';
import { timesOfChange, timesOfNewEvent } from './event-dates.ts';
import { calendarEventData, type EventBooking, toCalendarEvent, toEventValues } from './event-response.ts';
import { resolveEventTimes } from './event-times.ts';
import { listEvents } from './list-events.ts';

/**
 * Returns the handlers of the calendar contract. A recurring event is one row with its rule; its occurrences are computed
 * for the requested range (series.ts). The event of a confirmed booking is moved by rescheduling and deleted by cancelling the booking.
 */
export function calendarHandlers(ports: Ports): Handlers<typeof calendar> {
  const { database, clock } = ports;
  const write = createWriter('scheduling', ports);

  return {
    ...calendarFeedHandlers(ports),

    list({ input, caller }) {
      return listEvents(database, caller.space_id, input, clock.now());
    },

    create(call) {
      const { is_busy, start_date: _first, end_date: _last, ...input } = call.input;
      const values = resolveEventTimes({
        ...input,
        ...timesOfNewEvent(call.input),
        is_busy: is_busy ?? (input.category === 'event' || input.category === 'meeting'),
        status: 'confirmed',
        booking_page_id: null,
      });
      return write.write(call, async (tx) => {
        if (values.rrule !== null) await assertRecurringLimit(tx, call.caller.space_id);
        const event = await insertCalendarEvent(tx, call.caller.space_id, newId('cal'), values, tx.now);
        tx.emit(calendarEventCreated, calendarEventData(event));
        return eventResponse(event);
      });
    },

    async get({ input, caller }) {
      return eventResponse(await findExisting(database, calendarEventById(caller.space_id, input.id), { noun: NOUN, id: input.id }));
    },

    update(call) {
      return write.write(call, async (tx) => {
        const { id, start_date: _first, end_date: _last, ...fields } = call.input;
        const space = call.caller.space_id;
        const before = await lockEvent(tx, space, id, call.if_version);
        await assertNoTask(tx, before);
        const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
        const times = timesOfChange(call.input, before);
        const values = resolveEventTimes({ ...toEventValues(before), ends_at: undefined, ...given, ...times }, before);
        const changed = changedFields(before, values);
        if (changed.length === 0) return withBefore(eventResponse(before), {}, []);
        if (
          before.booking_page_id !== null &&
          changed.some((name) => bookingFields.has(name)) &&
          (await hasConfirmedBooking(tx, space, id))
        )
          throw new Problem('conflict', 'This is the event of a confirmed booking; move it with POST /bookings/{id}/reschedule.');
        if (before.booking_page_id !== null && values.is_busy && !before.is_busy)
          throw new Problem('conflict', 'This is the event of a cancelled booking and takes no time; create another event that does.');
        if (values.rrule !== null && before.rrule === null) await assertRecurringLimit(tx, space);
        const event = await updateCalendarEvent(tx, space, id, values, tx.now);
        tx.emit(calendarEventUpdated, { ...calendarEventData(event, await findEventBooking(tx, event)), changed });
        return withBefore(eventResponse(event), toEventValues(before), changed);
      });
    },

    delete(call) {
      return write.write(call, async (tx) => {
        const space = call.caller.space_id;
        const event = await lockEvent(tx, space, call.input.id, call.if_version);
        await assertNoTask(tx, event);
        if (event.booking_page_id !== null && (await hasConfirmedBooking(tx, space, event.id)))
          throw new Problem('conflict', 'This is the event of a confirmed booking; cancel the booking with delete_calendar_event true.');
        const booking = await findEventBooking(tx, event);
        await deleteCalendarEvent(tx, space, event.id);
        tx.emit(calendarEventDeleted, calendarEventData(event, booking));
        const before = event.booking_page_id === null ? CalendarEventFields.parse(toCalendarEvent(event)) : null;
        return { id: event.id, deleted: true as const, before };
      });
    },
  };
}

/** The noun of an event in error messages. */
const NOUN = 'calendar event';

/** Fields that only its booking changes, while the booking is confirmed. */
const bookingFields: ReadonlySet<string> = new Set(['starts_at', 'ends_at', 'all_day', 'rrule', 'excluded_dates', 'calendar', 'is_busy']);

const eventResponse = (event: CalendarEventRow) => new Json<never>(JSON.stringify(toCalendarEvent(event)), event.version);

const lockEvent = (tx: CommonQueryMethods, space: string, id: string, ifMatch: readonly number[] | null): Promise<CalendarEventRow> =>
  lockVersioned(tx, calendarEventById(space, id), { noun: NOUN, id, ifMatch });

/** Throws `attached` for the due date of a task, which only its task changes. */
async function assertNoTask(tx: CommonQueryMethods, { space_id, task_id }: CalendarEventRow): Promise<void> {
  if (task_id === null) return;
  const name = await findTaskName(tx, space_id, task_id);
  throw new Problem('attached', `This is the due date of the task ${name}; change it with PATCH /tasks/${name}.`);
}

const findEventBooking = async (
  tx: CommonQueryMethods,
  { space_id, id, booking_page_id }: CalendarEventRow,
): Promise<EventBooking | null> => (booking_page_id === null ? null : findBookingOfEvent(tx, space_id, id));

function changedFields(before: CalendarEventRow, values: CalendarEventValues): (keyof CalendarEventValues)[] {
  const was = toEventValues(before);
  return (Object.keys(was) as (keyof typeof values)[]).filter(
    (name) => name in values && !isDeepStrictEqual(was[name], values[name]) && name !== 'repeats_until',
  );
}

/** Throws `limit_reached` when a Space has as many recurring events as it can have. */
async function assertRecurringLimit(tx: CommonQueryMethods, space: string): Promise<void> {
  if ((await countRecurringEvents(tx, space)) >= MAX_RECURRING_EVENTS)
    throw new Problem('limit_reached', `A Space can have ${MAX_RECURRING_EVENTS} recurring events; delete one or end its rule first.`);
}

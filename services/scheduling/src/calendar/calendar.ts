import { isDeepStrictEqual } from 'node:util';
import { type Handlers, Json } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import { type calendar, calendarEventCreated, calendarEventDeleted, calendarEventUpdated } from '@space/contracts/scheduling';
import { mustMatch, newId } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { deleteEvent, type EventRow, findBehind, findEvent, hasBooking, insertEvent, updateEvent } from './calendar.queries.ts';
import { aboutEvent, type BehindEvent, valuesOf, wireEvent } from './event-wire.ts';
import { listEvents } from './list-events.ts';
import { mustHaveRoom, timed } from './timed-event.ts';

/**
 * Answers the calendar contract. A recurring event is one row and its rule; the times at which it happens are worked out for
 * the range that is asked for (series.ts). The event of a booking belongs to the booking: its time moves with it, and it can
 * only be deleted when the booking is cancelled.
 */
export function calendarHandlers(ports: Ports): Handlers<typeof calendar> {
  const { database, clock } = ports;
  const write = createWriter('scheduling', ports);

  return {
    list: ({ input, caller }) => listEvents(database, caller.space_id, input, clock.now()),

    create: (call) => {
      const { is_busy, ...input } = call.input;
      const values = timed({
        ...input,
        is_busy: is_busy ?? (input.category === 'event' || input.category === 'meeting'),
        status: 'confirmed',
        booking_page_id: null,
      });
      return write.write(call, async (tx) => {
        if (values.rrule !== null) await mustHaveRoom(tx, call.caller.space_id);
        const event = await insertEvent(tx, call.caller.space_id, newId('cal'), values, tx.now);
        tx.emit(calendarEventCreated, aboutEvent(event));
        return wire(event);
      });
    },

    get: async ({ input, caller }) => {
      const event = await findEvent(database, caller.space_id, input.id);
      if (!event) throw notFound('calendar event', input.id);
      return wire(event);
    },

    update: (call) =>
      write.write(call, async (tx) => {
        const { id, ...fields } = call.input;
        const space = call.caller.space_id;
        const before = await lockEvent(tx, space, id, call.if_version);
        const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
        const values = timed({ ...valuesOf(before), ends_at: undefined, ...given }, before);
        const changed = changedFields(before, values);
        if (changed.length === 0) return wire(before);
        if (before.booking_page_id !== null && changed.some((name) => ofBooking.has(name)) && (await hasBooking(tx, space, id)))
          throw new Problem('conflict', 'This is the event of a confirmed booking; move it with POST /bookings/{id}/reschedule.');
        if (before.booking_page_id !== null && values.is_busy && !before.is_busy)
          throw new Problem('conflict', 'This is the event of a cancelled booking and takes no time; make an event of its own that does.');
        if (values.rrule !== null && before.rrule === null) await mustHaveRoom(tx, space);
        const event = await updateEvent(tx, space, id, values, tx.now);
        tx.emit(calendarEventUpdated, { ...aboutEvent(event, await behindOf(tx, event)), changed });
        return wire(event);
      }),

    delete: (call) =>
      write.write(call, async (tx) => {
        const space = call.caller.space_id;
        const event = await lockEvent(tx, space, call.input.id, call.if_version);
        if (event.booking_page_id !== null && (await hasBooking(tx, space, event.id)))
          throw new Problem('conflict', 'This is the event of a confirmed booking; cancel that with delete_calendar_event true.');
        const behind = await behindOf(tx, event);
        await deleteEvent(tx, space, event.id);
        tx.emit(calendarEventDeleted, aboutEvent(event, behind));
        return { id: event.id, deleted: true as const };
      }),
  };
}

/** What of the event of a booking only the booking can change. */
const ofBooking: ReadonlySet<string> = new Set(['starts_at', 'ends_at', 'all_day', 'rrule', 'excluded_dates', 'calendar', 'is_busy']);

const wire = (event: EventRow) => new Json<never>(JSON.stringify(wireEvent(event)), event.version);

async function lockEvent(tx: CommonQueryMethods, space: string, id: string, version: readonly number[] | null): Promise<EventRow> {
  const event = await findEvent(tx, space, id, true);
  if (!event) throw notFound('calendar event', id);
  mustMatch(version, event.version);
  return event;
}

const behindOf = async (tx: CommonQueryMethods, { space_id, id, booking_page_id }: EventRow): Promise<BehindEvent | null> =>
  booking_page_id === null ? null : findBehind(tx, space_id, id);

function changedFields(before: EventRow, values: ReturnType<typeof valuesOf>): string[] {
  const was = valuesOf(before);
  return (Object.keys(was) as (keyof typeof values)[]).filter(
    (name) => name in values && !isDeepStrictEqual(was[name], values[name]) && name !== 'repeats_until',
  );
}

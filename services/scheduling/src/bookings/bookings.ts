import { type CallContext, extendJson, type Handlers, Json, request } from '@space/bus';
import { contactDirectory } from '@space/contracts/contacts';
import { type FieldError, type InputOf, invalidFields, notFound, unresolvedReferences } from '@space/contracts/core';
import type { Booking, bookings } from '@space/contracts/scheduling';
import { isoTime, readPage } from '@space/database';
import { createWriter, replayIfStored } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { DAY_MINUTES, dayNumber, midnightOf, minuteAfter, minuteIn, minuteOf, minuteZone, wholeMinute } from '@space/time';
import { createPageContexts, publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { type BookingPageRow, findBookingPage } from '../booking-pages/booking-pages.queries.ts';
import { requireBookingPage } from '../booking-pages/booking-pages.ts';
import { hostName } from '../booking-pages/host-name.ts';
import type { SlotSearchOptions } from '../booking-pages/nearest-slots.ts';
import { newSecret } from '../secrets/link-secret.ts';
import { assertAvailable } from './assert-available.ts';
import { type BookingRow, findBooking, listBookings } from './bookings.queries.ts';
import { assertConfirmed, lockBooking, writeCancellation, writeReschedule } from './change-booking.ts';
import { prepareBooking, writeBooking } from './create-booking.ts';
import { guestLinks } from './guest-links.ts';
import { bookingIcs } from './ics.ts';
import { assertPageActive, retryOnStalePage } from './optimistic-page-lock.ts';
import type { BookingPorts, GuestContact } from './prepare-guest.ts';
import { isSlotUnavailable, slotTakenProblem } from './slot-unavailable.ts';
import { parseBooking } from './stored-booking.ts';

/**
 * Returns the handlers of the bookings contract.
 *
 * A booking is a seat of a claim (`occurrence`). Exclusion constraints keep the claims of one calendar apart. Requests are
 * validated before the transaction, by the function that also computes the preview (slots/slots.ts); in the transaction only
 * the claim decides. Of concurrent requests for one time as many succeed as it has seats, and the others get a 409 with the
 * nearest free slots. The calendar event and the log events commit with the booking.
 */
export function bookingHandlers(ports: Ports, bookingPorts: BookingPorts): Handlers<typeof bookings> {
  const { bus, database, clock, config } = ports;
  const write = createWriter('scheduling', ports);
  const origin = publicOrigin(config);
  const contexts = createPageContexts(ports);

  async function requireBooking(space: string, id: string): Promise<BookingRow> {
    const row = await findBooking(database, space, id);
    if (!row) throw notFound('booking', id);
    return row;
  }

  return {
    async list({ input, caller }) {
      const { from, to } = input;
      const times = { from: from && isoTime(Date.parse(from)), to: to && isoTime(Date.parse(to)) };
      return new Json(await readPage(database, listBookings(caller.space_id, { ...input, ...times }, isoTime(clock.now()))));
    },

    async create(call) {
      const { input, caller } = call;
      const stored = await replayIfStored('scheduling', ports, call);
      if (stored) return stored;
      const now = minuteAfter(clock.now());
      const start = parseMinute('starts_at', input.starts_at);
      const { guest, notes, answers = {}, skip_availability_check: is_forced } = input;
      const secret = newSecret();
      return retryOnStalePage(async () => {
        const page = await findBookingPage(database, caller.space_id, input.booking_page_id);
        if (!page) throw unresolvedReferences([{ path: 'booking_page_id', noun: 'booking page', id: input.booking_page_id }]);
        const prepared = await prepareBooking(bookingPorts, call, { page, start, guest, notes, answers, is_forced }, now);
        return withNearestSlots(database, page, start, now, {}, () =>
          write.write(call, async (tx) => {
            const row = await writeBooking(tx, prepared, secret);
            return { ...parseBooking(row), guest_links: guestLinks(origin, secret) };
          }),
        );
      });
    },

    async get({ input, caller }) {
      const row = await requireBooking(caller.space_id, input.id);
      return new Json(row.json, row.version);
    },

    async ics(call) {
      const { space_id } = call.caller;
      const booking = parseBooking(await requireBooking(space_id, call.input.id));
      const page = await findBookingPage(database, space_id, booking.booking_page_id);
      const host = hostName(await contexts.of({ ...call, input: { locale: 'en' } }, space_id), page);
      return { id: booking.id, ics: bookingIcs({ booking, stamp: booking.updated_at, host, shows_guest: true }) };
    },

    async cancel(call) {
      const { id, delete_calendar_event, reason = null } = call.input;
      const space = call.caller.space_id;
      const before = await requireBooking(space, id);
      const contact = await findGuestContact(bus, call, before);
      return write.write(call, async (tx) => {
        const row = await lockBooking(tx, space, id);
        return new Json((await writeCancellation(tx, space, row, { reason, deletes_event: delete_calendar_event, contact })).json);
      });
    },

    async reschedule(call) {
      const { id, skip_availability_check: is_forced } = call.input;
      const space = call.caller.space_id;
      const stored = await replayIfStored('scheduling', ports, call);
      if (stored) return stored;
      const now = minuteAfter(clock.now());
      return retryOnStalePage(async () => {
        const before = await requireBooking(space, id);
        const page = await requireBookingPage(database, space, parseBooking(before).booking_page_id);
        const { start, end } = resolveNewTime(page, call.input);
        assertConfirmed(before);
        assertPageActive(page);
        if (!is_forced) await assertAvailableForMove(database, page, before, start, end, now);
        const contact = await findGuestContact(bus, call, before);
        return withNearestSlots(database, page, start, now, moveSearchOptions(before, start, end), () =>
          write.write(call, async (tx) => {
            const moved = await writeReschedule(tx, page, id, { start, end, is_forced, contact });
            const { starts_at, ends_at, is_forced: was_forced } = moved.before;
            return extendJson(new Json<Booking>(moved.row.json), { before: { starts_at, ends_at, is_forced: was_forced } });
          }),
        );
      });
    },
  };
}

/** Throws `slot_taken` when the page does not offer a booking's new time. The booking's own claim is ignored. */
export async function assertAvailableForMove(
  database: CommonQueryMethods,
  page: BookingPageRow,
  row: BookingRow,
  start: number,
  end: number,
  now: number,
): Promise<void> {
  const { starts_at, ends_at } = parseBooking(row);
  if (minuteIn(starts_at) === start && minuteIn(ends_at) === end) return;
  await assertAvailable(database, page, start, now, moveSearchOptions(row, start, end));
}

/** Returns the options of a slot search for a booking that moves: the length of its new time, and its own claim to ignore. */
export const moveSearchOptions = (row: BookingRow, start: number, end: number): SlotSearchOptions => ({
  duration: end - start,
  moving: { claim: row.occurrence_id!, start: minuteIn(parseBooking(row).starts_at) },
});

/** Runs a transaction. When another one has claimed the time, throws `slot_taken` with the nearest free slots. */
async function withNearestSlots<T>(
  database: CommonQueryMethods,
  page: BookingPageRow,
  start: number,
  now: number,
  options: SlotSearchOptions,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isSlotUnavailable(error)) throw error;
    throw await slotTakenProblem(database, page, start, now, 'was taken a moment ago', options);
  }
}

/** Looks up the contact of a booking over the bus, so before its transaction; null when it was deleted. */
export async function findGuestContact(bus: Ports['bus'], context: CallContext, row: BookingRow): Promise<GuestContact | null> {
  const { contact_id } = parseBooking(row);
  if (contact_id === null) return null;
  const { contacts } = await request(bus, context, contactDirectory, 'resolve', { ids: [contact_id] });
  return contacts[0] ?? null;
}

type NewTime = InputOf<(typeof bookings)['operations']['reschedule']>;

/** Returns the new start and end of a booking in minutes since the epoch: of instants, or of times by the clock of the page. */
function resolveNewTime(page: BookingPageRow, input: NewTime): { readonly start: number; readonly end: number } {
  const { starts_at, ends_at, new_date, new_start, new_end } = input;
  const errors = newTimeErrors(input);
  if (errors.length > 0) throw invalidFields(errors);
  if (starts_at === undefined) return resolveClockTime(page, { new_date: new_date!, new_start: new_start!, new_end });
  const start = parseMinute('starts_at', starts_at);
  const end = ends_at === undefined ? start + page.duration_minutes : parseMinute('ends_at', ends_at);
  if (end <= start) throw invalidFields([{ path: 'ends_at', code: 'before_start', message: 'must be after starts_at' }]);
  // A day can have 25 hours.
  if (end - start > DAY_MINUTES + 60)
    throw invalidFields([{ path: 'ends_at', code: 'too_long', message: 'must be at most 25 hours after starts_at' }]);
  return { start, end };
}

/** Returns the errors of a new time that is given in both ways, or in part. */
function newTimeErrors({ starts_at, ends_at, new_date, new_start, new_end }: NewTime): FieldError[] {
  if (starts_at !== undefined)
    return Object.entries({ new_date, new_start, new_end }).flatMap(([path, value]) =>
      value === undefined ? [] : [{ path, code: 'conflict', message: 'cannot be combined with starts_at' }],
    );
  const missing = 'is required, unless starts_at is given';
  return [
    ...(new_date === undefined ? [{ path: 'new_date', code: 'invalid_type', message: missing }] : []),
    ...(new_start === undefined ? [{ path: 'new_start', code: 'invalid_type', message: missing }] : []),
    ...(ends_at === undefined
      ? []
      : [{ path: 'ends_at', code: 'conflict', message: 'requires starts_at; the end by the clock is new_end' }]),
  ];
}

/** Returns the minutes since the epoch of a time of the wire. Throws `invalid` when it is not on a whole minute. */
function parseMinute(path: string, time: string): number {
  const minute = wholeMinute(Date.parse(time));
  if (minute === undefined) throw invalidFields([{ path, code: 'not_a_minute', message: 'must be a whole minute' }]);
  return minute;
}

/** Returns the start and end of a new date and time in the zone of the page, in minutes since the epoch. */
function resolveClockTime(
  page: BookingPageRow,
  { new_date, new_start, new_end }: { new_date: string; new_start: string; new_end?: string | undefined },
) {
  const zone = minuteZone(page.timezone);
  const wall = midnightOf(dayNumber(new_date)) + minuteOf(new_start);
  const start = zone.exactInstantOf(wall);
  if (start === undefined)
    throw noSuchTimeProblem('new_start', `${new_date} has no ${new_start} in ${page.timezone}: the clocks skip it; choose another time`);
  if (new_end === undefined) return { start, end: start + page.duration_minutes };
  const endWall = midnightOf(dayNumber(new_date)) + minuteOf(new_end);
  const end = zone.exactInstantOf(endWall > wall ? endWall : endWall + DAY_MINUTES);
  if (end === undefined)
    throw noSuchTimeProblem('new_end', `the day has no ${new_end} in ${page.timezone}: the clocks skip it; choose another time`);
  return { start, end: end > start ? end : end + (zone.wallAt(start) - start - (zone.wallAt(end) - end)) };
}

const noSuchTimeProblem = (path: string, message: string) => invalidFields([{ path, code: 'no_such_time', message }]);

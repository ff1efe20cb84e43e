import { type CallContext, type Handlers, Json, request } from '@space/bus';
import { contactDirectory } from '@space/contracts/contacts';
import { invalidFields, notFound } from '@space/contracts/core';
import type { bookings } from '@space/contracts/scheduling';
import { isoTime, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { requireBookingPage } from '../booking-pages/booking-pages.ts';
import type { SlotSearchOptions } from '../booking-pages/nearest-slots.ts';
import { replayIfStored } from '../idempotency/idempotent-replay.ts';
import { newSecret } from '../secrets/link-secret.ts';
import { minuteZone } from '../slots/minute-zone.ts';
import { DAY_MINUTES, dayNumber, midnightOf, minuteAfter, minuteOf, wholeMinute } from '../slots/wall-clock.ts';
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
 * Answers the bookings contract.
 *
 * A booking is a seat of a claim (`occurrence`): one claim for each time that is taken, kept apart from all others of its
 * calendar by Postgres. What can be refused is refused before the transaction, by the function that also makes the preview
 * (slots/slots.ts); inside it only the claim decides, so of many who want the same time as many get it as it has seats, and
 * the others are told the three nearest free times. The event of the calendar and the events that are told of it commit
 * with the booking.
 */
export function bookingHandlers(ports: Ports, intake: BookingPorts): Handlers<typeof bookings> {
  const { bus, database, clock, config } = ports;
  const write = createWriter('scheduling', ports);
  const origin = publicOrigin(config);

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
      const before = await replayIfStored(ports, call);
      if (before) return before;
      const now = minuteAfter(clock.now());
      const start = wholeMinute(Date.parse(input.starts_at));
      if (start === undefined) throw invalidFields([{ path: 'starts_at', code: 'not_a_minute', message: 'must be a whole minute' }]);
      const { guest, notes, answers = {}, skip_availability_check: is_forced } = input;
      const secret = newSecret();
      return retryOnStalePage(async () => {
        const page = await requireBookingPage(database, caller.space_id, input.booking_page_id);
        const validated = await prepareBooking(intake, call, { page, start, guest, notes, answers, is_forced }, now);
        return withNearestSlots(database, page, start, now, {}, () =>
          write.write(call, async (tx) => {
            const row = await writeBooking(tx, validated, secret);
            return { ...parseBooking(row), guest_links: guestLinks(origin, secret) };
          }),
        );
      });
    },

    async get({ input, caller }) {
      const row = await requireBooking(caller.space_id, input.id);
      return new Json(row.json, row.version);
    },

    async ics({ input, caller }) {
      const booking = parseBooking(await requireBooking(caller.space_id, input.id));
      return { id: booking.id, ics: bookingIcs({ booking, stamp: booking.updated_at, shows_guest: true }) };
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
      const answered = await replayIfStored(ports, call);
      if (answered) return answered;
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
          write.write(call, async (tx) => new Json((await writeReschedule(tx, page, id, { start, end, is_forced, contact })).json)),
        );
      });
    },
  };
}

/** Refuses a new time of a booking that the page does not offer; its own claim does not stand in its way. */
export async function assertAvailableForMove(
  database: CommonQueryMethods,
  page: BookingPageRow,
  row: BookingRow,
  start: number,
  end: number,
  now: number,
): Promise<void> {
  const { starts_at, ends_at } = parseBooking(row);
  if (Date.parse(starts_at) === start * 60_000 && Date.parse(ends_at) === end * 60_000) return;
  await assertAvailable(database, page, start, now, moveSearchOptions(row, start, end));
}

/** What a booking that moves to a time wants: to stay as long as that is, and not to stand in its own way. */
export const moveSearchOptions = (row: BookingRow, start: number, end: number): SlotSearchOptions => ({
  duration: end - start,
  moving: { claim: row.occurrence_id!, start: Date.parse(parseBooking(row).starts_at) / 60_000 },
});

/** Runs a transaction; when somebody else has the time, refuses with the nearest free ones. */
async function withNearestSlots<T>(
  database: CommonQueryMethods,
  page: BookingPageRow,
  start: number,
  now: number,
  wanting: SlotSearchOptions,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isSlotUnavailable(error)) throw error;
    throw await slotTakenProblem(database, page, start, now, 'was taken a moment ago', wanting);
  }
}

/** The contact of a booking, asked for before its transaction begins; null when there is none any more. */
export async function findGuestContact(bus: Ports['bus'], context: CallContext, row: BookingRow): Promise<GuestContact | null> {
  const { contact_id } = parseBooking(row);
  if (contact_id === null) return null;
  const { contacts } = await request(bus, context, contactDirectory, 'resolve', { ids: [contact_id] });
  return contacts[0] ?? null;
}

/** The instants of a new date and time by the clock of the page, in minutes since the epoch. */
function resolveNewTime(
  page: BookingPageRow,
  { new_date, new_start, new_end }: { new_date: string; new_start: string; new_end?: string | undefined },
) {
  const zone = minuteZone(page.timezone);
  const wall = midnightOf(dayNumber(new_date)) + minuteOf(new_start);
  const start = zone.exactInstantOf(wall);
  if (start === undefined)
    throw noSuchTimeProblem('new_start', `${new_date} has no ${new_start} in ${page.timezone}, where the clock jumps over it`);
  if (new_end === undefined) return { start, end: start + page.duration_minutes };
  const endWall = midnightOf(dayNumber(new_date)) + minuteOf(new_end);
  const end = zone.exactInstantOf(endWall > wall ? endWall : endWall + DAY_MINUTES);
  if (end === undefined) throw noSuchTimeProblem('new_end', `the day has no ${new_end} in ${page.timezone}, where the clock jumps over it`);
  return { start, end: end > start ? end : end + (zone.wallAt(start) - start - (zone.wallAt(end) - end)) };
}

const noSuchTimeProblem = (path: string, message: string) => invalidFields([{ path, code: 'no_such_time', message }]);

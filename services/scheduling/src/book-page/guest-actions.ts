import type { Answer, Call, Handler } from '@space/bus';
import { type Booking, type bookPages, type PageAnswer, Problem } from '@space/contracts';
import { writer } from '@space/event-log';
import { findPage, type PageRow } from '../booking-pages/booking-pages.queries.ts';
import { bookingOf } from '../bookings/about-booking.ts';
import { type BookingRow, findBooking } from '../bookings/bookings.queries.ts';
import { lockBooking, mustBeFreeFor, personOf } from '../bookings/bookings.ts';
import { writeCancellation, writeMove } from '../bookings/change-booking.ts';
import { deleteLinks, findByLink, insertLinks, type Purpose } from '../bookings/guest-links.ts';
import { isNotFree } from '../bookings/slot-taken.ts';
import { isSecret, newSecret } from '../secret.ts';
import { minuteAfter } from '../slots/wall-clock.ts';
import { cancelledPage, cancelPage, noSuchBooking, tooLate, zoneOfGuest } from './booking-view.ts';
import { confirmMovePage, movePage } from './move-page.ts';
import { freeTimes, type GuestPorts, guestCaller, seeOther, startIn, tooOften, zoneIn } from './visitor.ts';

type Operations = (typeof bookPages)['operations'];

/** A booking that a link leads to, and its page. */
interface Found {
  readonly row: BookingRow;
  readonly page: PageRow;
}

/** What a guest can do with the links of a booking. */
interface GuestActions {
  /** The booking of a link that is for this purpose; undefined for anything else. */
  find(token: string, purpose: Purpose): Promise<Found | undefined>;
  readonly askCancel: Handler<Operations['ask_cancel']>;
  readonly cancel: Handler<Operations['cancel']>;
  readonly askReschedule: Handler<Operations['ask_reschedule']>;
  readonly reschedule: Handler<Operations['reschedule']>;
}

/** Moves and cancels bookings for their guests. */
export function guestActions({ ports, limit }: GuestPorts): GuestActions {
  const { bus, database, clock } = ports;
  const write = writer('scheduling', ports);

  const find = async (token: string, purpose: Purpose): Promise<Found | undefined> => {
    const link = isSecret(token) ? await findByLink(database, token, purpose) : null;
    const row = link && (await findBooking(database, link.space_id, link.booking_id));
    const page = row && link && (await findPage(database, link.space_id, bookingOf(row).booking_page_id));
    return row && page ? { row, page } : undefined;
  };

  const canChange = (booking: Booking): boolean => booking.status === 'confirmed' && Date.parse(booking.starts_at) > clock.now();

  const askReschedule = async ({ input }: Call<Operations['ask_reschedule']>, notice?: string): Promise<PageAnswer> => {
    const found = await find(input.token, 'reschedule');
    if (!found) return noSuchBooking;
    const booking = bookingOf(found.row);
    if (!canChange(booking)) return tooLate(200, booking);
    const path = `/book/reschedule/${input.token}`;
    const zone = zoneIn(input.query.timezone ?? zoneOfGuest(booking), found.page);
    const start = startIn(input.query.start);
    if (start !== undefined && notice === undefined) return confirmMovePage(found.page, booking, zone, start, path);
    const now = minuteAfter(clock.now());
    const free = await freeTimes(ports, found.page, now, found.row.occurrence_id!);
    const choice = {
      path,
      zone,
      now,
      free: free.filter((one) => one.start * 60_000 !== Date.parse(booking.starts_at)),
      chosen: input.query,
      is_group: found.page.capacity > 1,
    };
    return movePage(notice === undefined ? 200 : 409, booking, choice, notice);
  };

  const move = async (
    call: Call<Operations['reschedule']>,
    { row, page }: Found,
    start: number,
  ): Promise<Answer<Operations['reschedule']>> => {
    const booking = bookingOf(row);
    const end = start + page.duration_minutes;
    const asking = { ...call, caller: guestCaller(page.space_id, booking.guest.name) };
    try {
      await mustBeFreeFor(database, page, row, start, end, minuteAfter(clock.now()));
      const contact = await personOf(bus, asking, row);
      return await write.write(asking, async (tx) => {
        const locked = await lockBooking(tx, page.space_id, booking.id);
        await writeMove(tx, page, locked, { start, end, is_forced: false, contact });
        // Links that were sent around before end with the time that they were for.
        const secret = newSecret();
        await deleteLinks(tx, page.space_id, booking.id);
        await insertLinks(tx, page.space_id, booking.id, secret);
        return seeOther(`/book/view/${secret}`);
      });
    } catch (error) {
      if (isNotFree(error) || (error instanceof Problem && error.code === 'slot_taken'))
        return askReschedule(call as never, 'This time is not free any more. Please choose another.');
      if (error instanceof Problem && error.code === 'conflict')
        return tooLate(409, bookingOf((await findBooking(database, page.space_id, booking.id)) ?? row));
      throw error;
    }
  };

  return {
    find,

    askCancel: async ({ input }) => {
      const found = await find(input.token, 'cancel');
      if (!found) return noSuchBooking;
      const booking = bookingOf(found.row);
      return canChange(booking) ? cancelPage(booking, `/book/cancel/${input.token}`) : tooLate(200, booking);
    },

    cancel: async (call) => {
      const { token, visitor, form } = call.input;
      const wait = limit.take(`guest ${token}`, visitor);
      if (wait > 0) return tooOften(wait);
      const found = await find(token, 'cancel');
      if (!found) return noSuchBooking;
      const booking = bookingOf(found.row);
      // Pressed twice: the second time says the same as the first.
      if (booking.status === 'cancelled') return cancelledPage(booking);
      if (!canChange(booking)) return tooLate(409, booking);
      const asking = { ...call, caller: guestCaller(found.page.space_id, booking.guest.name) };
      const contact = await personOf(bus, asking, found.row);
      const reason =
        typeof form?.reason === 'string'
          ? form.reason
              .replace(/\p{Cc}/gu, ' ')
              .trim()
              .slice(0, 500)
              .toWellFormed() || null
          : null;
      return write.write(asking, async (tx) => {
        const row = await lockBooking(tx, found.page.space_id, booking.id);
        if (bookingOf(row).status === 'cancelled') return cancelledPage(bookingOf(row));
        return cancelledPage(bookingOf(await writeCancellation(tx, found.page.space_id, row, { reason, deletes_event: false, contact })));
      });
    },

    askReschedule: (call) => askReschedule(call),

    reschedule: async (call) => {
      const { token, visitor, form } = call.input;
      const wait = limit.take(`guest ${token}`, visitor);
      if (wait > 0) return tooOften(wait);
      const found = await find(token, 'reschedule');
      if (!found) return noSuchBooking;
      const booking = bookingOf(found.row);
      if (!canChange(booking)) return tooLate(409, booking);
      const start = startIn(form?.['-start']);
      return start === undefined ? askReschedule(call as never, 'Please choose a time.') : move(call, found, start);
    },
  };
}

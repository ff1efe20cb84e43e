import type { Answer, Call, Handler } from '@space/bus';
import { type PageAnswer, Problem } from '@space/contracts/core';
import type { Booking, bookPages } from '@space/contracts/scheduling';
import { createWriter } from '@space/event-log';
import { findPage, type PageRow } from '../booking-pages/booking-pages.queries.ts';
import { bookingOf } from '../bookings/about-booking.ts';
import { type BookingRow, findBooking } from '../bookings/bookings.queries.ts';
import { contactOf, mustBeFreeFor, wantingOf } from '../bookings/bookings.ts';
import { lockBooking, writeCancellation, writeMove } from '../bookings/change-booking.ts';
import { deleteLinks, findByLink, insertLinks, type Purpose } from '../bookings/guest-links.ts';
import { onSteadyPage } from '../bookings/held-page.ts';
import { isNotFree } from '../bookings/slot-taken.ts';
import { tooOften } from '../page/page-frame.ts';
import { isSecret, newSecret } from '../secret.ts';
import { minuteAfter } from '../slots/wall-clock.ts';
import { cancelledPage, cancelPage, noSuchBooking, tooLate, zoneOfGuest } from './booking-view.ts';
import { freeMonth } from './free-month.ts';
import { confirmMovePage, movePage } from './move-page.ts';
import { type GuestPorts, guestCaller, pausedPage, seeOther, startIn, zoneIn } from './visitor.ts';

type Operations = (typeof bookPages)['operations'];

/** A booking that a link leads to, and its page. */
interface Found {
  readonly row: BookingRow;
  readonly page: PageRow;
}

/** A link as it was opened, and by whom. */
interface Link {
  readonly token: string;
  readonly visitor: string;
}

/** Whether no booking was found, and a page says so. */
export const isAnswer = (found: Found | PageAnswer): found is PageAnswer => 'body' in found;

/** What a guest can do with the links of a booking. */
interface GuestActions {
  /** The booking of a link that is for this purpose; for anything else the page that says so. */
  find(of: Link, purpose: Purpose): Promise<Found | PageAnswer>;
  readonly askCancel: Handler<Operations['ask_cancel']>;
  readonly cancel: Handler<Operations['cancel']>;
  readonly askReschedule: Handler<Operations['ask_reschedule']>;
  readonly reschedule: Handler<Operations['reschedule']>;
}

/** Moves and cancels bookings for their guests. */
export function guestActions({ ports, limit, reads }: GuestPorts): GuestActions {
  const { bus, database, clock } = ports;
  const write = createWriter('scheduling', ports);

  // Counted before the look-up by what nobody can choose, and behind it (`sent`) by the booking.
  const find = async ({ token, visitor }: Link, purpose: Purpose): Promise<Found | PageAnswer> => {
    const wait = reads.take('links of guests', visitor);
    if (wait > 0) return tooOften(wait);
    const link = isSecret(token) ? await findByLink(database, token, purpose, clock.now()) : null;
    const row = link && (await findBooking(database, link.space_id, link.booking_id));
    const page = row && link && (await findPage(database, link.space_id, bookingOf(row).booking_page_id));
    return row && page ? { row, page } : noSuchBooking;
  };

  const sent = async (input: Link, purpose: Purpose): Promise<Found | PageAnswer> => {
    const found = await find(input, purpose);
    if (isAnswer(found)) return found;
    const wait = limit.take(bookingOf(found.row).id, input.visitor);
    return wait > 0 ? tooOften(wait) : found;
  };

  const canChange = (booking: Booking): boolean => booking.status === 'confirmed' && Date.parse(booking.starts_at) > clock.now();

  const askToMove = async (
    input: Pick<Call<Operations['ask_reschedule']>['input'], 'token' | 'query'>,
    { row, page }: Found,
    notice?: string,
  ): Promise<PageAnswer> => {
    const booking = bookingOf(row);
    const status = notice === undefined ? 200 : 409;
    if (!canChange(booking)) return tooLate(status, booking);
    if (page.status !== 'active') return pausedPage(status, page);
    const path = `/book/reschedule/${input.token}`;
    const zone = zoneIn(input.query.timezone ?? zoneOfGuest(booking), page);
    const start = startIn(input.query.start);
    if (start !== undefined && notice === undefined) return confirmMovePage(page, booking, zone, start, path);
    const now = minuteAfter(clock.now());
    const { leaving } = wantingOf(row, 0, 0);
    const free = await freeMonth(database, page, input.query, { zone, now, ...(leaving && { leaving }) });
    return movePage(status, booking, { path, zone, now, free, is_group: page.capacity > 1 }, notice);
  };

  const move = async (call: Call<Operations['reschedule']>, start: number): Promise<Answer<Operations['reschedule']>> => {
    const found = await find(call.input, 'reschedule');
    if (isAnswer(found)) return found;
    const { row, page } = found;
    const booking = bookingOf(row);
    if (!canChange(booking)) return tooLate(409, booking);
    if (page.status !== 'active') return pausedPage(409, page);
    const end = start + page.duration_minutes;
    const asking = { ...call, caller: guestCaller(page.space_id, booking.guest.name) };
    try {
      await mustBeFreeFor(database, page, row, start, end, minuteAfter(clock.now()));
      const contact = await contactOf(bus, asking, row);
      return await write.write(asking, async (tx) => {
        const moved = bookingOf(await writeMove(tx, page, booking.id, { start, end, is_forced: false, contact }));
        // Links that were sent around before end with the time that they were for.
        const secret = newSecret();
        await deleteLinks(tx, page.space_id, booking.id);
        await insertLinks(tx, page.space_id, booking.id, secret, moved.ends_at);
        return seeOther(`/book/view/${secret}`);
      });
    } catch (error) {
      if (isNotFree(error) || (error instanceof Problem && error.code === 'slot_taken'))
        return askToMove(call.input, found, 'This time is not free any more. Please choose another.');
      if (error instanceof Problem && error.code === 'not_found') return noSuchBooking;
      if (error instanceof Problem && error.code === 'conflict')
        return tooLate(409, bookingOf((await findBooking(database, page.space_id, booking.id)) ?? row));
      throw error;
    }
  };

  return {
    find,

    askCancel: async ({ input }) => {
      const found = await find(input, 'cancel');
      if (isAnswer(found)) return found;
      const booking = bookingOf(found.row);
      return canChange(booking) ? cancelPage(booking, `/book/cancel/${input.token}`) : tooLate(200, booking);
    },

    cancel: async (call) => {
      const { form } = call.input;
      const found = await sent(call.input, 'cancel');
      if (isAnswer(found)) return found;
      const booking = bookingOf(found.row);
      // Pressed twice: the second time says the same as the first.
      if (booking.status === 'cancelled') return cancelledPage(booking);
      if (!canChange(booking)) return tooLate(409, booking);
      const asking = { ...call, caller: guestCaller(found.page.space_id, booking.guest.name) };
      const contact = await contactOf(bus, asking, found.row);
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

    askReschedule: async ({ input }) => {
      const found = await find(input, 'reschedule');
      return isAnswer(found) ? found : askToMove(input, found);
    },

    reschedule: async (call) => {
      const found = await sent(call.input, 'reschedule');
      if (isAnswer(found)) return found;
      const start = startIn(call.input.form?.['-start']);
      return start === undefined ? askToMove(call.input, found, 'Please choose a time.') : onSteadyPage(() => move(call, start));
    },
  };
}

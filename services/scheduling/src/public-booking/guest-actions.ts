import type { Answer, Call, Handler } from '@space/bus';
import { type PageAnswer, Problem } from '@space/contracts/core';
import type { Booking, publicBooking } from '@space/contracts/scheduling';
import { createWriter } from '@space/event-log';
import { type BookingPageRow, findBookingPage } from '../booking-pages/booking-pages.queries.ts';
import { type BookingRow, findBooking } from '../bookings/bookings.queries.ts';
import { assertAvailableForMove, findGuestContact, moveSearchOptions } from '../bookings/bookings.ts';
import { lockBooking, writeCancellation, writeReschedule } from '../bookings/change-booking.ts';
import { deleteLinks, findBookingByLink, insertLinks, type LinkPurpose } from '../bookings/guest-links.ts';
import { retryOnStalePage } from '../bookings/optimistic-page-lock.ts';
import { isSlotUnavailable } from '../bookings/slot-unavailable.ts';
import { parseBooking } from '../bookings/stored-booking.ts';
import { tooManyRequests } from '../public-pages/layout.ts';
import { isSecret, newSecret } from '../secrets/link-secret.ts';
import { minuteAfter } from '../slots/wall-clock.ts';
import { findAvailableMonth } from './available-month.ts';
import { cancelledPage, cancelPage, changeClosedPage, guestZone, noSuchBooking } from './booking-view.ts';
import { guestCaller, type PublicBookingPorts, parseStart, pausedPage, requestedZone, seeOther } from './guest-request.ts';
import { confirmReschedulePage, reschedulePage } from './reschedule-page.ts';

type Operations = (typeof publicBooking)['operations'];

/** A booking that a link leads to, and its page. */
interface FoundBooking {
  readonly row: BookingRow;
  readonly page: BookingPageRow;
}

/** A link as it was opened, and by whom. */
interface OpenedLink {
  readonly token: string;
  readonly visitor: string;
}

/** Whether no booking was found, and a page says so. */
export const isAnswer = (found: FoundBooking | PageAnswer): found is PageAnswer => 'body' in found;

/** What a guest can do with the links of a booking. */
interface GuestActions {
  /** The booking of a link that is for this purpose; for anything else the page that says so. */
  find(of: OpenedLink, purpose: LinkPurpose): Promise<FoundBooking | PageAnswer>;
  readonly confirmCancel: Handler<Operations['ask_cancel']>;
  readonly cancel: Handler<Operations['cancel']>;
  readonly chooseReschedule: Handler<Operations['ask_reschedule']>;
  readonly reschedule: Handler<Operations['reschedule']>;
}

/** Moves and cancels bookings for their guests. */
export function createGuestActions({ ports, limit, reads }: PublicBookingPorts): GuestActions {
  const { bus, database, clock } = ports;
  const write = createWriter('scheduling', ports);

  // Counted before the look-up by what nobody can choose, and behind it (`sent`) by the booking.
  const find = async ({ token, visitor }: OpenedLink, purpose: LinkPurpose): Promise<FoundBooking | PageAnswer> => {
    const wait = reads.take('links of guests', visitor);
    if (wait > 0) return tooManyRequests(wait);
    const link = isSecret(token) ? await findBookingByLink(database, token, purpose, clock.now()) : null;
    const row = link && (await findBooking(database, link.space_id, link.booking_id));
    const page = row && link && (await findBookingPage(database, link.space_id, parseBooking(row).booking_page_id));
    return row && page ? { row, page } : noSuchBooking;
  };

  const sent = async (input: OpenedLink, purpose: LinkPurpose): Promise<FoundBooking | PageAnswer> => {
    const found = await find(input, purpose);
    if (isAnswer(found)) return found;
    const wait = limit.take(parseBooking(found.row).id, input.visitor);
    return wait > 0 ? tooManyRequests(wait) : found;
  };

  const canChange = (booking: Booking): boolean => booking.status === 'confirmed' && Date.parse(booking.starts_at) > clock.now();

  const askToMove = async (
    input: Pick<Call<Operations['ask_reschedule']>['input'], 'token' | 'query'>,
    { row, page }: FoundBooking,
    notice?: string,
  ): Promise<PageAnswer> => {
    const booking = parseBooking(row);
    const status = notice === undefined ? 200 : 409;
    if (!canChange(booking)) return changeClosedPage(status, booking);
    if (page.status !== 'active') return pausedPage(status, page);
    const path = `/book/reschedule/${input.token}`;
    const zone = requestedZone(input.query.timezone ?? guestZone(booking), page);
    const start = parseStart(input.query.start);
    if (start !== undefined && notice === undefined) return confirmReschedulePage(page, booking, zone, start, path);
    const now = minuteAfter(clock.now());
    const { moving } = moveSearchOptions(row, 0, 0);
    const available = await findAvailableMonth(database, page, input.query, { zone, now, ...(moving && { moving }) });
    return reschedulePage(status, booking, { path, zone, now, available, is_group: page.capacity > 1 }, notice);
  };

  const move = async (call: Call<Operations['reschedule']>, start: number): Promise<Answer<Operations['reschedule']>> => {
    const found = await find(call.input, 'reschedule');
    if (isAnswer(found)) return found;
    const { row, page } = found;
    const booking = parseBooking(row);
    if (!canChange(booking)) return changeClosedPage(409, booking);
    if (page.status !== 'active') return pausedPage(409, page);
    const end = start + page.duration_minutes;
    const context = { ...call, caller: guestCaller(page.space_id, booking.guest.name) };
    try {
      await assertAvailableForMove(database, page, row, start, end, minuteAfter(clock.now()));
      const contact = await findGuestContact(bus, context, row);
      return await write.write(context, async (tx) => {
        const moved = parseBooking(await writeReschedule(tx, page, booking.id, { start, end, is_forced: false, contact }));
        // Links that were sent around before end with the time that they were for.
        const secret = newSecret();
        await deleteLinks(tx, page.space_id, booking.id);
        await insertLinks(tx, page.space_id, booking.id, secret, moved.ends_at);
        return seeOther(`/book/view/${secret}`);
      });
    } catch (error) {
      if (isSlotUnavailable(error) || (error instanceof Problem && error.code === 'slot_taken'))
        return askToMove(call.input, found, 'This time is not available any more. Please choose another.');
      if (error instanceof Problem && error.code === 'not_found') return noSuchBooking;
      if (error instanceof Problem && error.code === 'conflict')
        return changeClosedPage(409, parseBooking((await findBooking(database, page.space_id, booking.id)) ?? row));
      throw error;
    }
  };

  return {
    find,

    confirmCancel: async ({ input }) => {
      const found = await find(input, 'cancel');
      if (isAnswer(found)) return found;
      const booking = parseBooking(found.row);
      return canChange(booking) ? cancelPage(booking, `/book/cancel/${input.token}`) : changeClosedPage(200, booking);
    },

    cancel: async (call) => {
      const { form } = call.input;
      const found = await sent(call.input, 'cancel');
      if (isAnswer(found)) return found;
      const booking = parseBooking(found.row);
      // Pressed twice: the second time says the same as the first.
      if (booking.status === 'cancelled') return cancelledPage(booking);
      if (!canChange(booking)) return changeClosedPage(409, booking);
      const context = { ...call, caller: guestCaller(found.page.space_id, booking.guest.name) };
      const contact = await findGuestContact(bus, context, found.row);
      const reason =
        typeof form?.reason === 'string'
          ? form.reason
              .replace(/\p{Cc}/gu, ' ')
              .trim()
              .slice(0, 500)
              .toWellFormed() || null
          : null;
      return write.write(context, async (tx) => {
        const row = await lockBooking(tx, found.page.space_id, booking.id);
        if (parseBooking(row).status === 'cancelled') return cancelledPage(parseBooking(row));
        return cancelledPage(
          parseBooking(await writeCancellation(tx, found.page.space_id, row, { reason, deletes_event: false, contact })),
        );
      });
    },

    chooseReschedule: async ({ input }) => {
      const found = await find(input, 'reschedule');
      return isAnswer(found) ? found : askToMove(input, found);
    },

    reschedule: async (call) => {
      const found = await sent(call.input, 'reschedule');
      if (isAnswer(found)) return found;
      const start = parseStart(call.input.form?.['-start']);
      return start === undefined ? askToMove(call.input, found, 'Please choose a time.') : retryOnStalePage(() => move(call, start));
    },
  };
}

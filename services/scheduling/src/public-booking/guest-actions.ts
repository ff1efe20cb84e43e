import type { Answer, Call, Handler } from '@space/bus';
import { type PageAnswer, Problem, takesForm } from '@space/contracts/core';
import type { Booking, publicBooking } from '@space/contracts/scheduling';
import { asVisitorOf } from '@space/database';
import { createWriter } from '@space/event-log';
import { minuteAfter } from '@space/time';
import { type PageCall, type PageContext, plainContext } from '@space/web';
import { type BookingPageRow, findBookingPage } from '../booking-pages/booking-pages.queries.ts';
import { type BookingRow, findBooking } from '../bookings/bookings.queries.ts';
import { assertAvailableForMove, findGuestContact, moveSearchOptions } from '../bookings/bookings.ts';
import { lockBooking, writeCancellation, writeReschedule } from '../bookings/change-booking.ts';
import { deleteLinks, findBookingByLink, insertLinks } from '../bookings/guest-links.queries.ts';
import { type LinkPurpose, viewPath } from '../bookings/guest-links.ts';
import { retryOnStalePage } from '../bookings/optimistic-page-lock.ts';
import { isSlotUnavailable } from '../bookings/slot-unavailable.ts';
import { parseBooking } from '../bookings/stored-booking.ts';
import { tooManyRequests } from '../public-pages/layout.ts';
import { isSecret, newSecret } from '../secrets/link-secret.ts';
import { findAvailableMonth } from './available-month.ts';
import { cancelledPage, cancelPage, changeClosedPage, guestZone, noSuchBooking } from './booking-view.ts';
import { timeLink } from './choose-time.ts';
import { guestCaller, type PublicBookingPorts, parseStart, pausedPage, pointsForStarts, requestedZone, seeOther } from './guest-request.ts';
import { confirmReschedulePage, reschedulePage } from './reschedule-page.ts';

type Operations = (typeof publicBooking)['operations'];

/** The booking of a link, its page, and the context of pages about it. */
interface FoundBooking {
  readonly context: PageContext;
  readonly row: BookingRow;
  readonly page: BookingPageRow;
}

/** The call of a link: its token, and the address of the visitor who opened it. */
interface LinkCall extends PageCall {
  readonly input: PageCall['input'] & { readonly token: string; readonly visitor: string };
}

/** The call of a form of a link. */
interface LinkFormCall extends LinkCall {
  readonly input: LinkCall['input'] & { readonly probe: boolean };
}

/** Returns true when no booking was found and the page to answer with was returned instead. */
export const isAnswer = (found: FoundBooking | PageAnswer): found is PageAnswer => 'body' in found;

/** The actions of a guest's links. */
interface GuestActions {
  /** Returns the booking of a link that has this purpose, otherwise the page that says there is none. */
  find(call: LinkCall, purpose: LinkPurpose): Promise<FoundBooking | PageAnswer>;
  readonly confirmCancel: Handler<Operations['ask_cancel']>;
  readonly cancel: Handler<Operations['cancel']>;
  readonly chooseReschedule: Handler<Operations['ask_reschedule']>;
  readonly reschedule: Handler<Operations['reschedule']>;
}

/** Returns the cancellation and rescheduling of bookings by their guests. */
export function createGuestActions({ ports, contexts, limiter, readLimiter }: PublicBookingPorts): GuestActions {
  const { bus, database, clock } = ports;
  const write = createWriter('scheduling', ports);

  // The look-up is limited per visitor, since tokens can be guessed; `findForWrite` also limits per booking.
  async function find(call: LinkCall, purpose: LinkPurpose): Promise<FoundBooking | PageAnswer> {
    const { token, visitor, locale } = call.input;
    const wait = readLimiter.take('guest links', visitor);
    if (wait > 0) return tooManyRequests(plainContext(locale), wait);
    const link = isSecret(token) ? asVisitorOf(await findBookingByLink(database, token, purpose, clock.now())) : null;
    const row = link && (await findBooking(database, link.space_id, link.booking_id));
    const page = row && link && (await findBookingPage(database, link.space_id, parseBooking(row).booking_page_id));
    return row && page
      ? { row, page, context: await contexts.of(call, page.space_id, page.language) }
      : noSuchBooking(plainContext(locale));
  }

  async function findForWrite(call: LinkFormCall, purpose: LinkPurpose): Promise<FoundBooking | PageAnswer> {
    const found = await find(call, purpose);
    if (isAnswer(found)) return found;
    if (call.input.probe) return takesForm;
    const wait = limiter.take(parseBooking(found.row).id, call.input.visitor);
    return wait > 0 ? tooManyRequests(found.context, wait) : found;
  }

  const canChange = (booking: Booking): boolean => booking.status === 'confirmed' && Date.parse(booking.starts_at) > clock.now();

  async function chooseNewTime(
    input: Pick<Call<Operations['ask_reschedule']>['input'], 'token' | 'query' | 'visitor'>,
    { row, page, context }: FoundBooking,
    notice?: string,
  ): Promise<PageAnswer> {
    const booking = parseBooking(row);
    const status = notice === undefined ? 200 : 409;
    if (!canChange(booking)) return changeClosedPage(context, status, booking);
    if (page.status !== 'active') return pausedPage(context, status, page);
    const path = `/book/reschedule/${input.token}`;
    const view = viewPath(input.query.view, 'reschedule', input.token);
    const parameters: Record<string, string> = view === undefined ? {} : { view: input.query.view! };
    const zone = requestedZone(input.query.timezone ?? guestZone(booking), page);
    const start = parseStart(input.query.start);
    if (start !== undefined && notice === undefined)
      return confirmReschedulePage(context, page, booking, zone, start, timeLink({ path, parameters, zone }), view);
    const now = minuteAfter(clock.now());
    const { moving } = moveSearchOptions(row, 0, 0);
    const available = await findAvailableMonth(database, page, input.query, { zone, now, ...(moving && { moving }) });
    readLimiter.take('guest links', input.visitor, pointsForStarts(available.computed));
    const choice = { context, path, parameters, zone, now, available, is_group: page.capacity > 1 };
    return reschedulePage(status, booking, choice, view, notice);
  }

  async function move(call: Call<Operations['reschedule']>, start: number): Promise<Answer<Operations['reschedule']>> {
    const found = await find(call, 'reschedule');
    if (isAnswer(found)) return found;
    const { row, page, context: pageContext } = found;
    const { labels } = pageContext.locale;
    const booking = parseBooking(row);
    if (!canChange(booking)) return changeClosedPage(pageContext, 409, booking);
    if (page.status !== 'active') return pausedPage(pageContext, 409, page);
    const end = start + page.duration_minutes;
    const context = { ...call, caller: guestCaller(page.space_id, booking.guest.name) };
    try {
      await assertAvailableForMove(database, page, row, start, end, minuteAfter(clock.now()));
      const contact = await findGuestContact(bus, context, row);
      return await write.write(context, async (tx) => {
        const { row: after } = await writeReschedule(tx, page, booking.id, { start, end, is_forced: false, contact });
        const moved = parseBooking(after);
        // The old links expire with the old time.
        const secret = newSecret();
        await deleteLinks(tx, page.space_id, booking.id);
        await insertLinks(tx, page.space_id, booking.id, secret, moved.ends_at);
        return seeOther(`/book/view/${secret}`);
      });
    } catch (error) {
      if (isSlotUnavailable(error) || (error instanceof Problem && error.code === 'slot_taken'))
        return chooseNewTime(call.input, found, labels.not_free_choose);
      if (error instanceof Problem && error.code === 'not_found') return noSuchBooking(pageContext);
      if (error instanceof Problem && error.code === 'conflict')
        return changeClosedPage(pageContext, 409, parseBooking((await findBooking(database, page.space_id, booking.id)) ?? row));
      throw error;
    }
  }

  return {
    find,

    async confirmCancel(call) {
      const found = await find(call, 'cancel');
      if (isAnswer(found)) return found;
      const booking = parseBooking(found.row);
      const { token, query } = call.input;
      return canChange(booking)
        ? cancelPage(found.context, booking, `/book/cancel/${token}`, viewPath(query.view, 'cancel', token))
        : changeClosedPage(found.context, 200, booking);
    },

    async cancel(call) {
      const found = await findForWrite(call, 'cancel');
      if (isAnswer(found)) return found;
      const booking = parseBooking(found.row);
      // A second press of the button is answered like the first.
      if (booking.status === 'cancelled') return cancelledPage(found.context, booking);
      if (!canChange(booking)) return changeClosedPage(found.context, 409, booking);
      const context = { ...call, caller: guestCaller(found.page.space_id, booking.guest.name) };
      const contact = await findGuestContact(bus, context, found.row);
      const reason = parseReason(call.input.form?.reason);
      return write.write(context, async (tx) => {
        const row = await lockBooking(tx, found.page.space_id, booking.id);
        if (parseBooking(row).status === 'cancelled') return cancelledPage(found.context, parseBooking(row));
        return cancelledPage(
          found.context,
          parseBooking(await writeCancellation(tx, found.page.space_id, row, { reason, deletes_event: false, contact })),
        );
      });
    },

    async chooseReschedule(call) {
      const found = await find(call, 'reschedule');
      return isAnswer(found) ? found : chooseNewTime(call.input, found);
    },

    async reschedule(call) {
      const found = await findForWrite(call, 'reschedule');
      if (isAnswer(found)) return found;
      const start = parseStart(call.input.form?.['-start']);
      return start === undefined
        ? chooseNewTime(call.input, found, found.context.locale.labels.choose_time)
        : retryOnStalePage(() => move(call, start));
    },
  };
}

/** Returns the reason of a cancellation as one line of at most 500 characters, or null. */
const parseReason = (text: unknown): string | null =>
  typeof text === 'string'
    ? text
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, 500)
        .toWellFormed() || null
    : null;

import type { Call, Handlers } from '@space/bus';
import { type PageAnswer, takesForm } from '@space/contracts/core';
import { MAX_ICS_BOOKINGS, MAX_VISITOR_READS, MAX_VISITOR_SENDS, type publicBooking } from '@space/contracts/scheduling';
import { asVisitorOf, isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { DAY_MS, type MinuteZone, minuteAfter } from '@space/time';
import { createPageContexts, html, type PageContext, plainContext, publicOrigin, visitorLimiter } from '@space/web';
import { type BookingPageRow, findBookingPageByFeed, findPublicBookingPage } from '../booking-pages/booking-pages.queries.ts';
import { hostName } from '../booking-pages/host-name.ts';
import { bookUrl } from '../booking-pages/page-response.ts';
import { findFeedBookings } from '../bookings/bookings.queries.ts';
import { guestLinks } from '../bookings/guest-links.ts';
import { bookingIcs, feedIcs } from '../bookings/ics.ts';
import type { BookingPorts } from '../bookings/prepare-guest.ts';
import { parseBooking } from '../bookings/stored-booking.ts';
import { calendarFile, feedAnswer } from '../ics/ics-answer.ts';
import { renderPage, tooManyRequests } from '../public-pages/layout.ts';
import { hashSecret, isSecret } from '../secrets/link-secret.ts';
import { findAvailableMonth } from './available-month.ts';
import { createGuestBooking } from './book-as-guest.ts';
import { bookingView, noSuchPage } from './booking-view.ts';
import { calendarFeedPage } from './calendar-feed-page.ts';
import { timeChoiceHtml } from './choose-time.ts';
import { createGuestActions, isAnswer } from './guest-actions.ts';
import { type PublicBookingPorts, pausedPage, pointsForStarts, requestedZone } from './guest-request.ts';
import { pageDescription, pageHeaderHtml } from './page-header.ts';
import { ZONE_SCRIPT } from './zone-script.ts';

type Operations = (typeof publicBooking)['operations'];

/** Days for which a feed shows past bookings and cancelled bookings, and the number of bookings it shows. */
const FEED_PAST_DAYS = 90;
const FEED_CANCELLED_DAYS = 14;

/**
 * Returns the handlers of the public booking pages, `/book/{id}` of the public origin, and the pages of a guest's own booking.
 *
 * A visitor has no key; the page determines the Space. Visitors read times in their own zone, choose a day and a time by
 * links, and enter their details and the answers to the attached form. Every step works without scripts. A booking passes
 * the same validation as one over the API. The secret of a booking's links is derived from the token of the page's opening,
 * so one opening books once, however often it is sent. The links to move and to cancel are derived from that secret, each
 * for one purpose; only their hashes are stored, and opening a link changes nothing.
 */
export function publicBookingHandlers(ports: Ports, booking_ports: BookingPorts): Handlers<typeof publicBooking> {
  const { database, clock } = ports;
  const origin = publicOrigin(ports.config);
  const limiter = visitorLimiter({ points: MAX_VISITOR_SENDS.visitor, sharedPoints: MAX_VISITOR_SENDS.all });
  const readLimiter = visitorLimiter({ points: MAX_VISITOR_READS });
  const contexts = createPageContexts(ports);
  const publicPorts: PublicBookingPorts = { ports, booking_ports, contexts, limiter, readLimiter };
  const actions = createGuestActions(publicPorts);
  const guestBooking = createGuestBooking(publicPorts);

  async function chooseTimePage(
    context: PageContext,
    row: BookingPageRow,
    zone: MinuteZone,
    { query, visitor }: Call<Operations['open']>['input'],
  ): Promise<PageAnswer> {
    const now = minuteAfter(clock.now());
    const available = await findAvailableMonth(database, row, query, { zone, now });
    // The work is known afterwards; it counts for the next read.
    readLimiter.take(row.id, visitor, pointsForStarts(available.computed));
    const choice = timeChoiceHtml({
      context,
      path: `/book/${row.id}`,
      zone,
      now,
      available,
      is_group: row.capacity > 1,
    });
    const main = html`<div class="card booking">\n${pageHeaderHtml(context, row)}\n${choice}\n</div>`;
    return renderPage(context, 200, row.name, main, {
      script: ZONE_SCRIPT,
      description: pageDescription(context, row),
      url: bookUrl(origin, row.id),
      is_wide: true,
    });
  }

  return {
    async open(call: Call<Operations['open']>) {
      const { input } = call;
      const row = asVisitorOf(await findPublicBookingPage(database, input.id));
      if (!row || row.status === 'draft') return noSuchPage(plainContext(input.locale));
      const context = await contexts.of(call, row.space_id, row.language);
      if (row.status === 'paused') return pausedPage(context, 200, row);
      const wait = readLimiter.take(row.id, input.visitor);
      if (wait > 0) return tooManyRequests(context, wait);
      const zone = requestedZone(input.query.timezone, row);
      return input.query.start === undefined
        ? chooseTimePage(context, row, zone, input)
        : guestBooking.details(context, row, zone, input.query.start, input.visitor);
    },

    async book(call) {
      const row = asVisitorOf(await findPublicBookingPage(database, call.input.id));
      if (!row || row.status === 'draft') return noSuchPage(plainContext(call.input.locale));
      const context = await contexts.of(call, row.space_id, row.language);
      if (row.status === 'paused') return pausedPage(context, 409, row);
      return call.input.probe ? takesForm : guestBooking.book(context, call, row);
    },

    async view(call) {
      const found = await actions.find(call, 'view');
      return isAnswer(found) ? found : bookingView(found.context, parseBooking(found.row), call.input.token, clock.now(), origin);
    },

    ask_cancel: actions.confirmCancel,
    cancel: actions.cancel,
    ask_reschedule: actions.chooseReschedule,
    reschedule: actions.reschedule,

    async ics(call) {
      const found = await actions.find(call, 'view');
      if (isAnswer(found)) return found;
      const booking = parseBooking(found.row);
      const host = hostName(found.context, found.page);
      const guest_page = { url: guestLinks(origin, call.input.token).view_url, labels: found.context.locale.labels };
      return calendarFile(bookingIcs({ booking, stamp: booking.updated_at, host, guest_page, shows_guest: false }), {
        'Cache-Control': 'private, no-store',
        'Content-Disposition': 'attachment; filename="booking.ics"',
      });
    },

    async feed(call) {
      const { input } = call;
      const secret = input.token.replace(/\.ics$/, '');
      const row = isSecret(secret) ? asVisitorOf(await findBookingPageByFeed(database, hashSecret(secret))) : null;
      if (!row) return noSuchPage(plainContext(input.locale));
      const wait = readLimiter.take(`feed of ${row.id}`, input.visitor);
      if (wait > 0) return tooManyRequests(plainContext(input.locale), wait);
      const now = clock.now();
      const rows = await findFeedBookings(database, row.space_id, row.id, {
        now: isoTime(now),
        since: isoTime(now - FEED_PAST_DAYS * DAY_MS),
        cancelled_since: isoTime(now - FEED_CANCELLED_DAYS * DAY_MS),
        limit: MAX_ICS_BOOKINGS,
      });
      const host = hostName(await contexts.of(call, row.space_id), row);
      const text = feedIcs(
        row.name,
        rows.map(parseBooking).map((booking) => ({ booking, stamp: booking.updated_at, host, shows_guest: true })),
      );
      return feedAnswer(text, input.if_none_match);
    },

    calendar: calendarFeedPage(ports, contexts, readLimiter),
  };
}

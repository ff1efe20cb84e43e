import { createHash } from 'node:crypto';
import type { Call, Handlers } from '@space/bus';
import type { PageAnswer } from '@space/contracts/core';
import type { publicBooking } from '@space/contracts/scheduling';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { html } from '@space/web';
import { type BookingPageRow, findBookingPageByFeed, findPublicBookingPage } from '../booking-pages/booking-pages.queries.ts';
import { findFeedBookings } from '../bookings/bookings.queries.ts';
import { bookingIcs, feedIcs } from '../bookings/ics.ts';
import type { BookingPorts } from '../bookings/prepare-guest.ts';
import { parseBooking } from '../bookings/stored-booking.ts';
import { renderPage, tooManyRequests } from '../public-pages/layout.ts';
import { createVisitorLimit } from '../public-pages/visitor-limit.ts';
import { hashSecret, isSecret } from '../secrets/link-secret.ts';
import { DAY_MINUTES, minuteAfter } from '../slots/wall-clock.ts';
import type { Zone } from '../slots/zone.ts';
import { findAvailableMonth } from './available-month.ts';
import { createGuestBooking } from './book-as-guest.ts';
import { bookingView, noSuchPage } from './booking-view.ts';
import { timeChoiceHtml } from './choose-time.ts';
import { createGuestActions, isAnswer } from './guest-actions.ts';
import { type PublicBookingPorts, pausedPage, requestedZone } from './guest-request.ts';
import { pageHeaderHtml } from './page-header.ts';
import { ZONE_SCRIPT } from './zone-script.ts';

type Operations = (typeof publicBooking)['operations'];

/** What one visitor sends to one page in a minute at most, and all of them together. */
const PER_VISITOR = 20;
const TOGETHER = 600;

/** How often one visitor opens one page, or links of bookings, in a minute at most. */
const OPENED_PER_VISITOR = 120;

/** Bookings that a feed still shows after they are over, or were cancelled, in days, and how many it shows at most. */
const FEED_PAST_DAYS = 90;
const FEED_CANCELLED_DAYS = 14;
const MAX_FEED_BOOKINGS = 2_000;

/**
 * Answers the public booking pages, `/book/{id}` of the second origin, and the pages of a guest's own booking.
 *
 * A visitor has no key: the page says which Space it is. They read times in their own zone, choose a day and a time by
 * links, and answer who they are and what the attached form asks; everything works without scripts. What is sent goes the
 * way of every booking. The address of a booking is made from the sealed mark of the page that asks, so that one opening of
 * a page books once, however often it is sent. The links to move and to cancel are derived from it, each good for one thing; only
 * their hashes are kept, and opening one changes nothing.
 */
export function publicBookingHandlers(ports: Ports, booking_ports: BookingPorts): Handlers<typeof publicBooking> {
  const { database, clock } = ports;
  const limit = createVisitorLimit(clock, PER_VISITOR, TOGETHER);
  const reads = createVisitorLimit(clock, OPENED_PER_VISITOR, Number.POSITIVE_INFINITY);
  const guests: PublicBookingPorts = { ports, booking_ports, limit, reads };
  const actions = createGuestActions(guests);
  const asGuest = createGuestBooking(guests);

  const open = async ({ input }: Call<Operations['open']>): Promise<PageAnswer> => {
    const row = await findPublicBookingPage(database, input.id);
    if (!row || row.status === 'draft') return noSuchPage;
    if (row.status === 'paused') return pausedPage(200, row);
    const wait = reads.take(row.id, input.visitor);
    if (wait > 0) return tooManyRequests(wait);
    const zone = requestedZone(input.query.timezone, row);
    return input.query.start === undefined ? chooseTimePage(row, zone, input.query) : asGuest.details(row, zone, input.query.start);
  };

  const chooseTimePage = async (row: BookingPageRow, zone: Zone, query: Readonly<Record<string, string>>): Promise<PageAnswer> => {
    const now = minuteAfter(clock.now());
    const choice = timeChoiceHtml({
      path: `/book/${row.id}`,
      zone,
      now,
      available: await findAvailableMonth(database, row, query, { zone, now }),
      is_group: row.capacity > 1,
    });
    return renderPage(200, row.name, html`<div class="card">\n${pageHeaderHtml(row)}\n${choice}\n</div>`, { script: ZONE_SCRIPT });
  };

  return {
    open,

    book: async (call) => {
      const row = await findPublicBookingPage(database, call.input.id);
      if (!row || row.status === 'draft') return noSuchPage;
      if (row.status === 'paused') return pausedPage(409, row);
      return asGuest.book(call, row);
    },

    view: async ({ input }) => {
      const found = await actions.find(input, 'view');
      return isAnswer(found) ? found : bookingView(parseBooking(found.row), input.token, clock.now());
    },

    ask_cancel: actions.confirmCancel,
    cancel: actions.cancel,
    ask_reschedule: actions.chooseReschedule,
    reschedule: actions.reschedule,

    ics: async ({ input }) => {
      const found = await actions.find(input, 'ics');
      if (isAnswer(found)) return found;
      const booking = parseBooking(found.row);
      return calendarFile(bookingIcs({ booking, stamp: booking.updated_at, shows_guest: false }), {
        'Cache-Control': 'private, no-store',
        'Content-Disposition': 'attachment; filename="booking.ics"',
      });
    },

    feed: async ({ input }) => {
      const secret = input.token.replace(/\.ics$/, '');
      const row = isSecret(secret) ? await findBookingPageByFeed(database, hashSecret(secret)) : null;
      if (!row) return noSuchPage;
      const wait = reads.take(`feed of ${row.id}`, input.visitor);
      if (wait > 0) return tooManyRequests(wait);
      const now = clock.now();
      const before = (days: number) => isoTime(now - days * DAY_MINUTES * 60_000);
      const bookings = await findFeedBookings(database, row.space_id, row.id, {
        now: isoTime(now),
        since: before(FEED_PAST_DAYS),
        cancelled_since: before(FEED_CANCELLED_DAYS),
        most: MAX_FEED_BOOKINGS,
      });
      const text = feedIcs(
        row.name,
        bookings.map((found) => parseBooking(found)).map((booking) => ({ booking, stamp: booking.updated_at, shows_guest: true })),
      );
      const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
      const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
      return input.if_none_match === etag ? { status: 304, headers, body: '' } : calendarFile(text, headers);
    },
  };
}

const calendarFile = (body: string, headers: Readonly<Record<string, string>>): PageAnswer => ({
  status: 200,
  headers: {
    'Content-Type': 'text/calendar; charset=utf-8',
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'no-referrer',
    ...headers,
  },
  body,
});

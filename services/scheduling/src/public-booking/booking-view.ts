import type { PageAnswer } from '@space/contracts/core';
import type { Booking } from '@space/contracts/scheduling';
import { html, type PageContext, type Part } from '@space/web';
import { guestLinks } from '../bookings/guest-links.ts';
import { messagePage, renderPage } from '../public-pages/layout.ts';
import { wireSpanHtml } from './format-time.ts';
import { locationHtml } from './page-header.ts';

/** Returns the page of an unknown, replaced or expired guest link; all look the same. */
export const noSuchBooking = (context: PageContext): PageAnswer =>
  messagePage(context, 404, context.locale.labels.no_booking, context.locale.labels.no_booking_text);

/** Returns the page of an unknown booking page, and of a draft. */
export const noSuchPage = (context: PageContext): PageAnswer =>
  messagePage(context, 404, context.locale.labels.no_booking_page, context.locale.labels.no_booking_page_text);

/** Returns the time zone of a guest. */
export const guestZone = ({ guest, timezone }: Booking): string => guest.timezone ?? timezone;

/** Returns time, place and guest of a booking. */
const factsHtml = (context: PageContext, booking: Booking): Part => html`<dl class="facts">
<dt>${context.locale.labels.when}</dt><dd>${wireSpanHtml(context.locale, guestZone(booking), booking)}<br><span class="soft">${guestZone(booking)}</span></dd>
<dt>${context.locale.labels.where}</dt><dd>${locationHtml(context, booking)}</dd>
<dt>${context.locale.labels.who}</dt><dd>${booking.guest.name}, ${booking.guest.email}</dd>
${booking.notes !== null && html`<dt>${context.locale.labels.notes}</dt><dd class="lines">${booking.notes}</dd>`}
</dl>`;

/** Returns the link to the times of the booking page. */
const bookAgain = ({ locale: { labels } }: PageContext, { booking_page_id }: Booking): Part =>
  html`<p><a href="/book/${booking_page_id}">${labels.book_again}</a></p>`;

/** Returns the link back to a booking that stays as it is; nothing without its path. */
export const keepLink = ({ locale: { labels } }: PageContext, view: string | undefined): Part =>
  view !== undefined && html` <a class="button plain" href="${view}">${labels.keep_booking}</a>`;

/** Returns the page of a guest's own booking, with its links. `origin` is the public origin: in a frame no other part shows the address. */
export function bookingView(context: PageContext, booking: Booking, secret: string, now: number, origin: string): PageAnswer {
  const { labels } = context.locale;
  const links = guestLinks('', secret);
  // The secrets of the other links do not lead back here.
  const back = `?${new URLSearchParams({ view: secret })}`;
  const { view_url: address } = guestLinks(origin, secret);
  const isCancelled = booking.status === 'cancelled';
  // Only moves count until the cancellation.
  const isMoved = booking.sequence > 0;
  const isOver = Date.parse(booking.starts_at) <= now;
  const title = isCancelled ? labels.cancelled_title : isMoved ? labels.moved_title : labels.booked_title;
  return renderPage(
    context,
    200,
    title(booking.booking_page),
    html`<div class="card">
<h1 class="title">${booking.booking_page}</h1>
${
  isCancelled
    ? html`<p class="notice" role="status" tabindex="-1" data-answer>${labels.was_cancelled}</p>`
    : html`<p class="done" role="status" tabindex="-1" data-answer>${isOver ? labels.was_booked : isMoved ? labels.moved : labels.booked}</p>`
}
${factsHtml(context, booking)}
<p class="buttons"><a class="button" href="${links.ics_url}">${isCancelled ? labels.take_out_of_calendar : labels.add_to_calendar}</a></p>
${
  !isCancelled &&
  !isOver &&
  html`<h2>${labels.came_up}</h2>
<p class="buttons tight"><a class="button second" href="${links.reschedule_url}${back}">${labels.move}</a>
<a class="button plain" href="${links.cancel_url}${back}">${labels.cancel}</a></p>`
}
${!isCancelled && html`<p class="help">${labels.way_back} <a href="${address}" target="_blank" rel="noopener">${address}</a></p>`}
${bookAgain(context, booking)}
</div>`,
  );
}

/**
 * Returns the page with the button that cancels a booking. The link alone cancels nothing: mail scanners open links. `view` is the
 * path of the booking's own page, if the guest came from there.
 */
export function cancelPage(context: PageContext, booking: Booking, path: string, view: string | undefined): PageAnswer {
  const { labels } = context.locale;
  return renderPage(
    context,
    200,
    labels.cancel_title(booking.booking_page),
    html`<div class="card">
<h1>${labels.cancel_question}</h1>
<p><strong>${booking.booking_page}</strong></p>
${factsHtml(context, booking)}
<form method="post" action="${path}">
<div class="field"><label class="name" for="reason">${labels.why} <span class="optional">${labels.optional}</span></label>
<input id="reason" name="reason" type="text" maxlength="500" autocomplete="off"></div>
<div class="buttons"><button type="submit" class="second">${labels.cancel_button}</button>${keepLink(context, view)}</div>
${view === undefined && html`<p class="help unframed">${labels.keep}</p>`}
</form>
</div>`,
  );
}

/** Returns the page of a cancelled booking. */
export function cancelledPage(context: PageContext, booking: Booking): PageAnswer {
  const { labels } = context.locale;
  return renderPage(
    context,
    200,
    labels.cancelled_title(booking.booking_page),
    html`<div class="card">
<h1 class="title">${booking.booking_page}</h1>
<p class="done" role="status" tabindex="-1" data-answer>${labels.is_cancelled}</p>
${factsHtml(context, booking)}
${bookAgain(context, booking)}
</div>`,
  );
}

/** Returns the page of a booking that has begun or was cancelled and cannot be changed. */
export const changeClosedPage = (context: PageContext, status: 200 | 409, { status: is, booking_page }: Booking): PageAnswer => {
  const { labels } = context.locale;
  return messagePage(context, status, booking_page, is === 'cancelled' ? labels.was_cancelled : labels.has_begun);
};

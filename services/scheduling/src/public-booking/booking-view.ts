import type { PageAnswer } from '@space/contracts/core';
import type { Booking } from '@space/contracts/scheduling';
import { html, type Part } from '@space/web';
import { guestLinks } from '../bookings/guest-links.ts';
import { messagePage, renderPage } from '../public-pages/layout.ts';
import { wireSpanHtml } from './format-time.ts';
import { locationHtml } from './page-header.ts';

/** The page of an unknown, replaced or expired guest link; all look the same. */
export const noSuchBooking: PageAnswer = messagePage(
  404,
  'There is no booking at this address',
  'The link may be mistyped, or a newer one has taken its place. Ask the person you booked with.',
);

/** The page of an unknown booking page, and of a draft. */
export const noSuchPage: PageAnswer = messagePage(
  404,
  'There is no booking page at this address',
  'The link may be mistyped, or the page may have been taken down. Ask the person who sent it to you for the right one.',
);

/** Returns the time zone of a guest. */
export const guestZone = ({ guest, timezone }: Booking): string => guest.timezone ?? timezone;

/** Returns time, place and guest of a booking. */
const factsHtml = (booking: Booking): Part => html`<dl class="facts">
<dt>When</dt><dd>${wireSpanHtml(guestZone(booking), booking)}<br><span class="soft">${guestZone(booking)}</span></dd>
<dt>Where</dt><dd>${locationHtml(booking)}</dd>
<dt>Who</dt><dd>${booking.guest.name}, ${booking.guest.email}</dd>
${booking.notes !== null && html`<dt>Notes</dt><dd class="lines">${booking.notes}</dd>`}
</dl>`;

/** Returns the link to the times of the booking page. */
const bookAgain = ({ booking_page_id }: Booking): Part => html`<p><a href="/book/${booking_page_id}">Book another time</a></p>`;

/** Returns the page of a guest's own booking, with its links. `origin` is the public origin: in a frame no other part shows the address. */
export function bookingView(booking: Booking, secret: string, now: number, origin: string): PageAnswer {
  const links = guestLinks('', secret);
  const { view_url: address } = guestLinks(origin, secret);
  const isCancelled = booking.status === 'cancelled';
  // Only moves count until the cancellation.
  const isMoved = booking.sequence > 0;
  const isOver = Date.parse(booking.starts_at) <= now;
  return renderPage(
    200,
    `${isCancelled ? 'Cancelled' : isMoved ? 'Moved' : 'Booked'}: ${booking.booking_page}`,
    html`<div class="card">
<h1 class="title">${booking.booking_page}</h1>
${
  isCancelled
    ? html`<p class="notice" role="status" tabindex="-1" data-answer>This booking was cancelled.</p>`
    : html`<p class="done" role="status" tabindex="-1" data-answer>${isOver ? 'This was your booking.' : isMoved ? 'Your booking was moved to this time.' : 'Your time is booked.'}</p>`
}
${factsHtml(booking)}
<p class="buttons"><a class="button" href="${links.ics_url}">${isCancelled ? 'Take it out of your calendar' : 'Add to your calendar'}</a></p>
${
  !isCancelled &&
  !isOver &&
  html`<h2>Something came up?</h2>
<p class="buttons tight"><a class="button second" href="${links.reschedule_url}">Move it to another time</a>
<a class="button plain" href="${links.cancel_url}">Cancel it</a></p>`
}
${!isCancelled && html`<p class="help">Your way back to this booking is this address: <a href="${address}" target="_blank" rel="noopener">${address}</a></p>`}
${bookAgain(booking)}
</div>`,
  );
}

/** Returns the page with the button that cancels a booking. The link alone cancels nothing: mail scanners open links. */
export const cancelPage = (booking: Booking, path: string): PageAnswer =>
  renderPage(
    200,
    `Cancel: ${booking.booking_page}`,
    html`<div class="card">
<h1>Cancel this booking?</h1>
<p><strong>${booking.booking_page}</strong></p>
${factsHtml(booking)}
<form method="post" action="${path}">
<div class="field"><label class="name" for="reason">Why? <span class="optional">(optional)</span></label>
<input id="reason" name="reason" type="text" maxlength="500" autocomplete="off"></div>
<div class="buttons"><button type="submit" class="second">Cancel the booking</button></div>
<p class="help">To keep the booking, go back or close this page.</p>
</form>
</div>`,
  );

/** Returns the page of a cancelled booking. */
export const cancelledPage = (booking: Booking): PageAnswer =>
  renderPage(
    200,
    `Cancelled: ${booking.booking_page}`,
    html`<div class="card">
<h1 class="title">${booking.booking_page}</h1>
<p class="done" role="status" tabindex="-1" data-answer>Your booking is cancelled.</p>
${factsHtml(booking)}
${bookAgain(booking)}
</div>`,
  );

/** Returns the page of a booking that has begun or was cancelled and cannot be changed. */
export const changeClosedPage = (status: 200 | 409, { status: is, booking_page }: Booking): PageAnswer =>
  messagePage(
    status,
    booking_page,
    is === 'cancelled' ? 'This booking was cancelled.' : 'This booking has begun; it cannot be changed here any more.',
  );

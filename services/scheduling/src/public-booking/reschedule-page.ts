import type { PageAnswer } from '@space/contracts/core';
import type { Booking } from '@space/contracts/scheduling';
import { html } from '@space/web';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { renderPage } from '../public-pages/layout.ts';
import type { MinuteZone } from '../slots/minute-zone.ts';
import { isoMinute } from '../slots/wall-clock.ts';
import { type TimeChoice, timeChoiceHtml } from './choose-time.ts';
import { offsetName, spanHtml, wireSpanHtml } from './format-time.ts';

/** Returns the page with other times for a booking. */
export const reschedulePage = (status: 200 | 409, booking: Booking, choice: TimeChoice, notice?: string): PageAnswer =>
  renderPage(
    status,
    `Move: ${booking.booking_page}`,
    html`<div class="card">
<h1>Choose another time</h1>
<p>${booking.booking_page}, until now <strong>${wireSpanHtml(choice.zone.name, booking)}</strong></p>
${notice && html`<p class="notice" role="alert" tabindex="-1">${notice}</p>`}
${timeChoiceHtml(choice)}
</div>`,
  );

/** Returns the page with the button that moves a booking to the selected time. */
export function confirmReschedulePage(row: BookingPageRow, booking: Booking, zone: MinuteZone, start: number, path: string): PageAnswer {
  const here = `${path}?${new URLSearchParams({ timezone: zone.name })}`;
  return renderPage(
    200,
    `Move: ${booking.booking_page}`,
    html`<div class="card">
<h1>Move to this time?</h1>
<p>${booking.booking_page}</p>
<dl class="facts">
<dt>Until now</dt><dd>${wireSpanHtml(zone.name, booking)}</dd>
<dt>New time</dt><dd><strong>${spanHtml(zone, start, start + row.duration_minutes)}</strong><br><span class="soft">${zone.name} (${offsetName(zone, start)})</span></dd>
</dl>
<form method="post" action="${here}">
<input type="hidden" name="-start" value="${isoMinute(start)}">
<div class="buttons"><button type="submit">Move the booking</button> <a class="button second" href="${here}">Choose another time</a></div>
</form>
</div>`,
  );
}

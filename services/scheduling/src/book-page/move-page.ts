import type { PageAnswer } from '@space/contracts/core';
import type { Booking } from '@space/contracts/scheduling';
import { html } from '@space/web';
import type { PageRow } from '../booking-pages/booking-pages.queries.ts';
import { page } from '../page/page-frame.ts';
import { isoMinute } from '../slots/wall-clock.ts';
import type { Zone } from '../slots/zone.ts';
import { type TimeChoice, timeChoice } from './choose-time.ts';
import { offsetName, spanHtml, wireSpanHtml } from './time-text.ts';

/** Other times that a booking can be moved to. */
export const movePage = (status: 200 | 409, booking: Booking, choice: TimeChoice, notice?: string): PageAnswer =>
  page(
    status,
    `Move: ${booking.booking_page}`,
    html`<div class="card">
<h1>Choose another time</h1>
<p>${booking.booking_page}, until now <strong>${wireSpanHtml(choice.zone.name, booking)}</strong></p>
${notice && html`<p class="notice" role="alert">${notice}</p>`}
${timeChoice(choice)}
</div>`,
  );

/** Asks whether a booking should move to the time that was chosen. */
export function confirmMovePage(row: PageRow, booking: Booking, zone: Zone, start: number, path: string): PageAnswer {
  const here = `${path}?${new URLSearchParams({ timezone: zone.name })}`;
  return page(
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

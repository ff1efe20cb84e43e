import type { PageAnswer } from '@space/contracts/core';
import type { Booking } from '@space/contracts/scheduling';
import { html, type PageContext } from '@space/web';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { renderPage } from '../public-pages/layout.ts';
import type { MinuteZone } from '../slots/minute-zone.ts';
import { isoMinute } from '../slots/wall-clock.ts';
import { type TimeChoice, timeChoiceHtml } from './choose-time.ts';
import { offsetName, spanHtml, wireSpanHtml } from './format-time.ts';

/** Returns the page with other times for a booking. */
export function reschedulePage(status: 200 | 409, booking: Booking, choice: TimeChoice, notice?: string): PageAnswer {
  const { context, zone } = choice;
  const { labels } = context.locale;
  return renderPage(
    context,
    status,
    labels.move_title(booking.booking_page),
    html`<div class="card booking">
<div class="about">
<h1>${labels.choose_another}</h1>
<p>${booking.booking_page}</p>
<dl class="facts"><dt>${labels.until_now}</dt><dd><strong>${wireSpanHtml(context.locale, zone.name, booking)}</strong></dd></dl>
${notice && html`<p class="notice" role="alert" tabindex="-1">${notice}</p>`}
</div>
${timeChoiceHtml(choice)}
</div>`,
    { is_wide: true },
  );
}

/** Returns the page with the button that moves a booking to the selected time. */
export function confirmReschedulePage(
  context: PageContext,
  row: BookingPageRow,
  booking: Booking,
  zone: MinuteZone,
  start: number,
  path: string,
): PageAnswer {
  const here = `${path}?${new URLSearchParams({ timezone: zone.name })}`;
  const { locale } = context;
  const { labels } = locale;
  return renderPage(
    context,
    200,
    labels.move_title(booking.booking_page),
    html`<div class="card">
<h1>${labels.move_question}</h1>
<p>${booking.booking_page}</p>
<dl class="facts">
<dt>${labels.until_now}</dt><dd>${wireSpanHtml(locale, zone.name, booking)}</dd>
<dt>${labels.new_time}</dt><dd><strong>${spanHtml(locale, zone, start, start + row.duration_minutes)}</strong><br><span class="soft">${zone.name} (${offsetName(zone, start)})</span></dd>
</dl>
<form method="post" action="${here}">
<input type="hidden" name="-start" value="${isoMinute(start)}">
<div class="buttons"><button type="submit">${labels.move_button}</button> <a class="button second" href="${here}">${labels.choose_another}</a></div>
</form>
</div>`,
  );
}

import type { PageAnswer } from '@space/contracts/core';
import type { Booking } from '@space/contracts/scheduling';
import { isoMinute, type MinuteZone } from '@space/time';
import { html, type PageContext } from '@space/web';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { renderPage } from '../public-pages/layout.ts';
import { keepLink } from './booking-view.ts';
import { type TimeChoice, timeChoiceHtml } from './choose-time.ts';
import { offsetName, spanHtml, wireSpanHtml } from './format-time.ts';

/** Returns the page with other times for a booking. `view` is the path of the booking's own page, if the guest came from there. */
export function reschedulePage(
  status: 200 | 409,
  booking: Booking,
  choice: TimeChoice,
  view: string | undefined,
  notice?: string,
): PageAnswer {
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
${view !== undefined && html`<p><a href="${view}">${labels.keep_booking}</a></p>`}
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
  /** The address of the page with other times. */
  here: string,
  view: string | undefined,
): PageAnswer {
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
<div class="buttons"><button type="submit">${labels.move_button}</button> <a class="button second" href="${here}">${labels.choose_another}</a>${keepLink(context, view)}</div>
</form>
</div>`,
  );
}

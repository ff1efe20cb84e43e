import type { Booking, LocationType } from '@space/contracts/scheduling';
import { Html, html, type Labels, type PageContext, type Part } from '@space/web';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { hostName } from '../booking-pages/host-name.ts';
import { isHttps } from '../booking-pages/validate-page.ts';
import { missingPlaceText } from '../bookings/missing-place.ts';

/** Returns the kind of a place as a label. */
const kindLabel = (labels: Labels, type: LocationType): string =>
  ({ service_meet: labels.online, in_person: labels.in_person, phone_call: labels.phone_call, custom_link: labels.online })[type];

/** Paths of the signs of facts, in a square of 20. */
const signs = {
  host: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 7a6.5 6.5 0 0 1 13 0',
  duration: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 6v4l2.5 2',
  place: 'M10 17.5s5.5-4.6 5.5-9a5.5 5.5 0 0 0-11 0c0 4.4 5.5 9 5.5 9Zm0-7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
} as const;

const sign = (name: keyof typeof signs): Html =>
  new Html(
    `<svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${signs[name]}"/></svg>`,
  );

/** Returns the host, the duration and the place of a booking page. */
function factsOf(context: PageContext, row: BookingPageRow): readonly (readonly [keyof typeof signs, string | null])[] {
  const { labels } = context.locale;
  const { duration_minutes, meeting_location_type: type, meeting_location_value: value } = row;
  return [
    ['host', hostName(context, row)],
    ['duration', labels.minutes(duration_minutes)],
    ['place', type === 'in_person' && value !== null ? value : placeText(labels, { type, value })],
  ];
}

/** Returns the text of a booking page in link previews: its description, otherwise host, duration and place. */
export const pageDescription = (context: PageContext, row: BookingPageRow): string =>
  row.description?.trim() ||
  factsOf(context, row)
    .flatMap(([, text]) => text ?? [])
    .join(' · ');

/** Returns the header of a booking page: name, host, duration, place and description. */
export function pageHeaderHtml(context: PageContext, row: BookingPageRow): Html {
  const { labels } = context.locale;
  const { name, description } = row;
  return html`<div class="about">
<h1 class="title">${name}</h1>
<dl class="signs">${factsOf(context, row).map(
    ([fact, text]) => text !== null && html`<div><dt>${sign(fact)}<span class="hidden">${labels[fact]}</span></dt><dd>${text}</dd></div>`,
  )}</dl>
${description && html`<p class="lines">${description}</p>`}
</div>`;
}

/** Returns the kind of a place; one without a link or an address says who sends it. */
const placeText = (labels: Labels, location: Booking['location']): string =>
  missingPlaceText(labels, location) ?? kindLabel(labels, location.type);

/** Returns the place of a booking. */
export function locationHtml({ locale }: PageContext, { status, location: { type, value } }: Booking): Part {
  const { labels } = locale;
  // A cancelled meeting gets no link.
  if (value === null) return status === 'cancelled' ? kindLabel(labels, type) : placeText(labels, { type, value });
  return (type === 'custom_link' || type === 'service_meet') && isHttps(value)
    ? html`<a href="${value}" rel="noreferrer">${value}</a>`
    : locale.labelled(kindLabel(labels, type), value);
}

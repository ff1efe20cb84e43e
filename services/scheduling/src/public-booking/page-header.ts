import type { Booking, LocationType } from '@space/contracts/scheduling';
import { type Html, html, type Part } from '@space/web';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { isHttps } from '../booking-pages/validate-page.ts';
import { NO_MEETING_LINK } from '../bookings/meeting-place.ts';

const locationLabels: Readonly<Record<LocationType, string>> = {
  service_meet: 'Online meeting',
  in_person: 'In person',
  phone_call: 'Phone call',
  custom_link: 'Online meeting',
};

/** Returns the header of a booking page: name, duration, place and description. */
export const pageHeaderHtml = ({
  name,
  description,
  duration_minutes,
  meeting_location_type: type,
  meeting_location_value: value,
}: BookingPageRow): Html =>
  html`<h1 class="title">${name}</h1>
<p class="soft">${duration_minutes} minutes · ${type === 'in_person' && value !== null ? value : placeText(type, value)}</p>
${description && html`<p class="lines">${description}</p>`}`;

/** Returns the kind of a place; an online meeting without an address says who sends it. */
const placeText = (type: LocationType, value: string | null): string =>
  type === 'service_meet' && value === null ? NO_MEETING_LINK : locationLabels[type];

/** Returns the place of a booking. */
export function locationHtml({ status, location: { type, value } }: Booking): Part {
  // A cancelled meeting gets no link.
  if (value === null) return status === 'cancelled' ? locationLabels[type] : placeText(type, value);
  return (type === 'custom_link' || type === 'service_meet') && isHttps(value)
    ? html`<a href="${value}" rel="noreferrer">${value}</a>`
    : `${locationLabels[type]}: ${value}`;
}

import type { Booking, LocationType } from '@space/contracts/scheduling';
import { type Html, html, type Part } from '@space/web';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { isHttps } from '../booking-pages/validate-page.ts';

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
  html`<h1>${name}</h1>
<p class="soft">${duration_minutes} minutes · ${type === 'in_person' && value !== null ? value : locationLabels[type]}</p>
${description && html`<p class="lines">${description}</p>`}`;

/** Returns the place of a booking. */
export function locationHtml({ location: { type, value } }: Booking): Part {
  if (value === null) return locationLabels[type];
  return type === 'custom_link' && isHttps(value)
    ? html`<a href="${value}" rel="noreferrer">${value}</a>`
    : `${locationLabels[type]}: ${value}`;
}

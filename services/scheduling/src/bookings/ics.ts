import type { Booking } from '@space/contracts/scheduling';
import type { Labels } from '@space/web';
import { icsFile, type Method, parameter, shortNotes, text, utc } from '../ics/ics-lines.ts';
import { missingPlaceText } from './missing-place.ts';

/** One booking as an event of an iCalendar file. */
interface IcsEvent {
  readonly booking: Booking;
  /** The time of its last change, ISO 8601. */
  readonly stamp: string;
  /** The name of the host of its booking page; null for a Space without a name. */
  readonly host: string | null;
  /** The page of the guest and the labels in the language of that page; absent from files that the Space reads. */
  readonly guest_page?: { readonly url: string; readonly labels: Labels };
  /** True for a file that the Space reads: its title names the guest. */
  readonly shows_guest: boolean;
}

/**
 * Returns the iCalendar file of one booking, with its guest as attendee. A confirmed one has no method: METHOD:PUBLISH allows
 * no attendee (RFC 5546, 3.2.1), and METHOD:REQUEST asks for a reply, which the organizer cannot receive. A cancelled one is
 * METHOD:CANCEL of the same UID.
 */
export const bookingIcs = (event: IcsEvent): string => file(event.booking.status === 'cancelled' ? 'CANCEL' : null, [event]);

/** Returns the iCalendar feed of several bookings. */
export const feedIcs = (name: string, events: readonly IcsEvent[]): string => file('PUBLISH', events.map(withShortNotes), name);

const withShortNotes = (event: IcsEvent): IcsEvent => {
  const { notes } = event.booking;
  return notes === null ? event : { ...event, booking: { ...event.booking, notes: shortNotes(notes) } };
};

const file = (method: Method, events: readonly IcsEvent[], name?: string): string =>
  icsFile(
    method,
    events.flatMap((event) => eventLines(event, method)),
    name,
  );

function eventLines({ booking, stamp, host, guest_page, shows_guest }: IcsEvent, method: Method): string[] {
  const { guest, location } = booking;
  const isCancelled = booking.status === 'cancelled';
  const description = isCancelled ? (booking.notes ?? undefined) : descriptionOf(booking, guest_page);
  return [
    'BEGIN:VEVENT',
    `UID:${booking.id}@space-api`,
    `SEQUENCE:${booking.sequence}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART:${utc(booking.starts_at)}`,
    `DTEND:${utc(booking.ends_at)}`,
    `SUMMARY:${text(shows_guest ? `${booking.booking_page}: ${guest.name}` : booking.booking_page)}`,
    ...(location.value === null ? [] : [`LOCATION:${text(location.value)}`]),
    ...(description === undefined ? [] : [`DESCRIPTION:${text(description)}`]),
    ...(guest_page === undefined ? [] : [`URL:${guest_page.url}`]),
    `ORGANIZER${host === null ? '' : `;CN=${parameter(host)}`}:mailto:noreply@space-api.invalid`,
    ...(method === 'PUBLISH'
      ? []
      : [`ATTENDEE;CN=${parameter(guest.name)}${isCancelled ? '' : ';PARTSTAT=ACCEPTED;RSVP=FALSE'}:mailto:${address(guest.email)}`]),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ];
}

/** Returns the place, the notes and the way to change a booking, as far as there are any; undefined without any. */
function descriptionOf({ location, notes }: Booking, guest_page: IcsEvent['guest_page']): string | undefined {
  const missingPlace = guest_page && missingPlaceText(guest_page.labels, location);
  const parts = [
    ...(missingPlace === undefined ? [] : [missingPlace]),
    ...(notes === null ? [] : [notes]),
    ...(guest_page === undefined ? [] : [`${guest_page.labels.manage_booking} ${guest_page.url}`]),
  ];
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

const address = (email: string): string => encodeURI(email).replace(/[;,]/g, encodeURIComponent);

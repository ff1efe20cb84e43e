import { type Booking, MAX_FEED_NOTES_CHARACTERS } from '@space/contracts/scheduling';

/** Bytes of one line of an iCalendar file, at most (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** The method of an iCalendar file (RFC 5546). */
type Method = 'PUBLISH' | 'CANCEL';

/** One booking as an event of an iCalendar file. */
interface IcsEvent {
  readonly booking: Booking;
  /** The time of its last change, ISO 8601. */
  readonly stamp: string;
  /** The page of the guest; absent from files that the Space reads. */
  readonly url?: string;
  /** True to name the guest and include the notes. */
  readonly shows_guest: boolean;
}

/**
 * Returns the iCalendar file of one booking: METHOD:PUBLISH while it is confirmed, METHOD:CANCEL of the same UID afterwards.
 * It requests no reply, since the organizer has no mailbox. A publication therefore names no attendee (RFC 5546, 3.2.1); a
 * cancellation must name one.
 */
export const bookingIcs = (event: IcsEvent): string => file(event.booking.status === 'cancelled' ? 'CANCEL' : 'PUBLISH', [event]);

/** Returns the iCalendar feed of several bookings. */
export const feedIcs = (name: string, events: readonly IcsEvent[]): string => file('PUBLISH', events.map(withShortNotes), name);

const withShortNotes = (event: IcsEvent): IcsEvent => {
  const { notes } = event.booking;
  if (notes === null || notes.length <= MAX_FEED_NOTES_CHARACTERS) return event;
  return { ...event, booking: { ...event.booking, notes: `${notes.slice(0, MAX_FEED_NOTES_CHARACTERS - 1).toWellFormed()}…` } };
};

function file(method: Method, events: readonly IcsEvent[], name?: string): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Space API//Scheduling//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name === undefined ? [] : [`NAME:${text(name)}`, `X-WR-CALNAME:${text(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT15M']),
    ...events.flatMap((event) => eventLines(event, method)),
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('');
}

function eventLines({ booking, stamp, url, shows_guest }: IcsEvent, method: Method): string[] {
  const { guest, location } = booking;
  const isCancelled = booking.status === 'cancelled';
  return [
    'BEGIN:VEVENT',
    `UID:${booking.id}@space-api`,
    `SEQUENCE:${booking.sequence}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART:${utc(booking.starts_at)}`,
    `DTEND:${utc(booking.ends_at)}`,
    `SUMMARY:${text(shows_guest ? `${booking.booking_page}: ${guest.name}` : booking.booking_page)}`,
    ...(location.value === null ? [] : [`LOCATION:${text(location.value)}`]),
    ...(shows_guest && booking.notes !== null ? [`DESCRIPTION:${text(booking.notes)}`] : []),
    ...(url === undefined ? [] : [`URL:${url}`]),
    'ORGANIZER;CN=Space:mailto:noreply@space-api.invalid',
    ...(method === 'CANCEL' ? [`ATTENDEE;CN=${parameter(guest.name)}:mailto:${address(guest.email)}`] : []),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ];
}

/** Returns a time in UTC as `20260504T090000Z`. */
const utc = (time: string): string => `${time.slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Returns a text value with line ends, commas, semicolons and backslashes escaped by a backslash (RFC 5545, 3.3.11). */
const text = (value: string): string =>
  value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n]/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in a line
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** Returns a quoted parameter value, without the quotes and line ends that it cannot contain. */
const parameter = (value: string): string => `"${value.replace(/["\p{Cc}]/gu, ' ')}"`;

const address = (email: string): string => encodeURI(email).replace(/[;,]/g, encodeURIComponent);

/** Returns a line folded after at most 75 bytes, never inside a character. */
function folded(line: string): string {
  if (line.length * 3 <= LINE_BYTES || Buffer.byteLength(line) <= LINE_BYTES) return `${line}\r\n`;
  let out = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      out += '\r\n ';
      bytes = 1;
    }
    out += character;
    bytes += size;
  }
  return `${out}\r\n`;
}

import { MAX_FEED_NOTES_CHARACTERS } from '@space/contracts/scheduling';

/** Bytes of one line of an iCalendar file, at most (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** The method of an iCalendar file (RFC 5546); null for a file that only describes an event. */
export type Method = 'PUBLISH' | 'CANCEL' | null;

/** Returns an iCalendar file of the lines of its components. A feed has a name. */
export const icsFile = (method: Method, lines: readonly string[], name?: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Space API//Scheduling//EN',
    'CALSCALE:GREGORIAN',
    ...(method === null ? [] : [`METHOD:${method}`]),
    ...(name === undefined ? [] : [`NAME:${text(name)}`, `X-WR-CALNAME:${text(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT15M']),
    ...lines,
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('');

/** Returns notes as a feed has them: the first characters of long ones. */
export const shortNotes = (notes: string): string =>
  notes.length <= MAX_FEED_NOTES_CHARACTERS ? notes : `${notes.slice(0, MAX_FEED_NOTES_CHARACTERS - 1).toWellFormed()}…`;

/** Returns a time in UTC as `20260504T090000Z`. */
export const utc = (time: string): string => `${time.slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Returns a text value with line ends, commas, semicolons and backslashes escaped by a backslash (RFC 5545, 3.3.11). */
export const text = (value: string): string =>
  value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n]/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in a line
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** Returns a quoted parameter value, without the quotes and line ends that it cannot contain. */
export const parameter = (value: string): string => `"${value.replace(/["\p{Cc}]/gu, ' ')}"`;

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

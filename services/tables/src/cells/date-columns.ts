import { readZonedTime } from '@space/contracts/core';
import { MINUTE_MS, zoneOf } from '@space/time';
import type { Cell, Column } from '../schema/schema.ts';
import { type DateOrder, dateOrderOfFormat, isCalendarDate, parseDate } from './calendar-date.ts';
import { type CellType, configOf, type ParsedCell, quoted, reject } from './cell-type.ts';
import { formatClock } from './date-format.ts';
import { plainCsv, plainText } from './plain-text.ts';

const iso = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const written = /^(.{6,40}?)(?:T|,? | at )(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)? ?(am|pm)? ?(Z|UTC|GMT)?$/i;

/** A day without a time, `YYYY-MM-DD`. */
export const date: CellType = {
  value_type: 'date',
  parseJson: (column, value) =>
    typeof value === 'string' && isCalendarDate(value)
      ? withinBounds(column, value)
      : reject('wrong_type', 'must be a date that exists, like 2026-03-31'),
  parseText(column, text, { date_order }) {
    const zoned = readZonedTime(text);
    if (zoned && 'message' in zoned) return reject('wrong_type', zoned.message);
    const time = zoned?.instant ?? readTime(text, 'UTC');
    const day = parseDate(text, date_order ?? dateOrderOfFormat(configOf<'date'>(column).format)) ?? dayOf(time, text);
    return day === undefined
      ? reject('wrong_type', `must be a date that exists and can be read one way only, like 2026-03-31, which ${quoted(text)} is not`)
      : withinBounds(column, day);
  },
  format(column, cell) {
    const { format } = configOf<'date'>(column);
    if (typeof cell !== 'string' || !isCalendarDate(cell)) return plainText(cell);
    return (format && formatClock(format, Date.parse(cell))) || cell;
  },
  formatCsv: (_, cell) => plainCsv(cell),
};

/** An instant, stored in UTC with milliseconds, so that text order equals time order. */
export const datetime: CellType = {
  value_type: 'datetime',
  parseJson(_, value) {
    const zoned = typeof value === 'string' ? readZoned(value) : undefined;
    if (zoned) return zoned;
    const time = typeof value === 'string' && iso.exec(value)?.[5] !== undefined ? readTime(value, 'UTC') : undefined;
    return time === undefined
      ? reject(
          'wrong_type',
          'must be a time that exists with its offset or its zone, like 2026-03-31T09:30:00Z, 2026-03-31T09:30:00+02:00 or 2026-03-31T09:30[Europe/Berlin]',
        )
      : { cell: time };
  },
  parseText(column, text, { date_order }) {
    const zoned = readZoned(text);
    if (zoned) return zoned;
    const { timezone = 'UTC', format } = configOf<'datetime'>(column);
    const time = readTime(text, timezone) ?? readWritten(text, timezone, date_order ?? dateOrderOfFormat(format));
    return time === undefined
      ? reject(
          'wrong_type',
          `must be a time that exists and can be read one way only, like 2026-03-31 09:30 or 2026-03-31T09:30[Europe/Berlin], which ${quoted(text)} is not`,
        )
      : { cell: time };
  },
  format: (column, cell) => showTime(cell, configOf<'datetime'>(column)),
  formatCsv: (_, cell) => plainCsv(cell),
};

/** Formats an instant as wall-clock time in the zone of its column. */
export function showTime(cell: Cell, { timezone = 'UTC', format }: { timezone?: string | undefined; format?: string | undefined }): string {
  const instant = typeof cell === 'string' && iso.test(cell) ? Date.parse(cell) : Number.NaN;
  if (Number.isNaN(instant)) return plainText(cell);
  const clock = zoneOf(timezone).wallAt(instant);
  const formatted = format && formatClock(format, clock);
  if (formatted) return formatted;
  const shown = new Date(clock).toISOString();
  return `${shown.slice(0, 10)} ${shown.slice(11, shown.slice(17, 19) === '00' ? 16 : 19)}${timezone === 'UTC' ? ' UTC' : ''}`;
}

/** Returns the day in a zone at a stored instant. */
export const dayIn = (zone: string, instant: string): string =>
  new Date(zoneOf(zone).wallAt(Date.parse(instant))).toISOString().slice(0, 10);

/** Returns the midnight at which a stored day begins in a zone, in stored form; undefined outside the years 1 to 9999. */
export const midnightIn = (zone: string, day: string): string | undefined => storedTime(zoneOf(zone).instantOf(Date.parse(day)));

/** Parses a local time with its zone to its stored form; undefined for a text of another form. */
function readZoned(text: string): ParsedCell | undefined {
  const zoned = readZonedTime(text);
  return zoned && ('instant' in zoned ? { cell: zoned.instant } : reject('wrong_type', zoned.message));
}

/** Parses an ISO 8601 time to its stored form; a time without an offset is local to `zone`. */
function readTime(text: string, zone: string): string | undefined {
  const [, day = '', time = '', seconds = '00', fraction = '', offset] = iso.exec(text) ?? [];
  if (!isCalendarDate(day)) return undefined;
  // Digits beyond milliseconds are truncated, not rounded, so that a time stays within its second.
  const clock = Date.parse(`${day}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  if (Number.isNaN(clock) || time.startsWith('24')) return undefined;
  if (offset === undefined) return storedTime(zoneOf(zone).instantOf(clock));
  if (/z/i.test(offset)) return storedTime(clock);
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', '') || 0)];
  if (hours > 23 || minutes > 59) return undefined;
  return storedTime(clock - (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS);
}

/** Parses a time in a usual notation to its stored form: a day, with or without a time of day. */
function readWritten(text: string, zone: string, order: DateOrder | undefined): string | undefined {
  const [, day, hours = '0', minutes = '0', seconds = '0', fraction = '', half, utc] = written.exec(text) ?? [];
  const found = parseDate(day ?? text, order);
  const hour =
    half === undefined
      ? Number(hours)
      : Number(hours) > 12 || Number(hours) === 0
        ? 24
        : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (found === undefined || hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const clock = Date.parse(found) + ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, '0'));
  return storedTime(zoneOf(utc === undefined ? zone : 'UTC').instantOf(clock));
}

function storedTime(instant: number): string | undefined {
  const time = new Date(instant).toISOString();
  return /^(?!0000)\d{4}-/.test(time) ? time : undefined;
}

/** Returns the day as written in a time, ignoring the offset and the zone. */
const dayOf = (time: string | undefined, text: string): string | undefined => (time === undefined ? undefined : text.slice(0, 10));

function withinBounds(column: Column, day: string): ParsedCell {
  const { min, max } = configOf<'date'>(column);
  if (min !== undefined && day < min) return reject('out_of_range', `must be ${min} or later`);
  if (max !== undefined && day > max) return reject('out_of_range', `must be ${max} or earlier`);
  return { cell: day };
}

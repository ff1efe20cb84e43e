import { MAX_FORMULA_FORMAT } from '@space/contracts/tables';
import { fail } from '../values/evaluation-failure.ts';
import { dayOf, instantText, isDay, milliseconds, wallClock } from '../values/moments.ts';
import { isDate, isDatetime } from '../values/stored-dates.ts';
import { charge } from '../values/work.ts';
import { defineFunction, type FormulaFunction } from './function.ts';

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Tokens of a format, longest first; text between brackets is literal. */
const tokens = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DDDD|DDD|Do|DD|D|dddd|ddd|HH|H|hh|h|mm|m|SSS|ss|s|A|a|ZZ|Z|Q|W|E|X|x/g;

const ordinal = (value: number): string =>
  `${value}${value % 100 > 10 && value % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')}`;
const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0');

function formatMoment(moment: string, format: string, zone: string): string {
  const wall = Temporal.PlainDateTime.from(wallClock(moment, zone));
  const offset = () =>
    isDay(moment)
      ? Temporal.PlainDate.from(moment).toZonedDateTime(zone).offset
      : Temporal.Instant.from(moment).toZonedDateTimeISO(zone).offset;
  const hour = wall.hour % 12 === 0 ? 12 : wall.hour % 12;
  const values: ReadonlyMap<string, () => string> = new Map([
    ['YYYY', () => padded(wall.year, 4)],
    ['YY', () => padded(wall.year % 100)],
    ['MMMM', () => months[wall.month - 1]!],
    ['MMM', () => months[wall.month - 1]!.slice(0, 3)],
    ['MM', () => padded(wall.month)],
    ['M', () => String(wall.month)],
    ['DDDD', () => padded(wall.dayOfYear, 3)],
    ['DDD', () => String(wall.dayOfYear)],
    ['Do', () => ordinal(wall.day)],
    ['DD', () => padded(wall.day)],
    ['D', () => String(wall.day)],
    ['dddd', () => weekdays[wall.dayOfWeek % 7]!],
    ['ddd', () => weekdays[wall.dayOfWeek % 7]!.slice(0, 3)],
    ['HH', () => padded(wall.hour)],
    ['H', () => String(wall.hour)],
    ['hh', () => padded(hour)],
    ['h', () => String(hour)],
    ['mm', () => padded(wall.minute)],
    ['m', () => String(wall.minute)],
    ['SSS', () => padded(wall.millisecond, 3)],
    ['ss', () => padded(wall.second)],
    ['s', () => String(wall.second)],
    ['A', () => (wall.hour < 12 ? 'AM' : 'PM')],
    ['a', () => (wall.hour < 12 ? 'am' : 'pm')],
    ['Z', offset],
    ['ZZ', () => offset().replace(':', '')],
    ['Q', () => String(Math.ceil(wall.month / 3))],
    ['W', () => String(dayOf(moment, zone).weekOfYear)],
    ['E', () => String(wall.dayOfWeek)],
    ['X', () => String(Math.floor(milliseconds(moment, zone) / 1000))],
    ['x', () => String(milliseconds(moment, zone))],
  ]);
  return format.replace(tokens, (token, literal: string | undefined) => literal ?? values.get(token)!());
}

const fields: ReadonlyMap<string, { readonly digits: string; readonly field: string }> = new Map([
  ['YYYY', { digits: '(\\d{4})', field: 'year' }],
  ['MMMM', { digits: `(${months.join('|')})`, field: 'name' }],
  ['MMM', { digits: `(${months.map((name) => name.slice(0, 3)).join('|')})`, field: 'name' }],
  ['MM', { digits: '(\\d{2})', field: 'month' }],
  ['M', { digits: '(\\d{1,2})', field: 'month' }],
  ['DD', { digits: '(\\d{2})', field: 'day' }],
  ['D', { digits: '(\\d{1,2})', field: 'day' }],
  ['HH', { digits: '(\\d{2})', field: 'hour' }],
  ['H', { digits: '(\\d{1,2})', field: 'hour' }],
  ['hh', { digits: '(\\d{2})', field: 'hour' }],
  ['h', { digits: '(\\d{1,2})', field: 'hour' }],
  ['mm', { digits: '(\\d{2})', field: 'minute' }],
  ['m', { digits: '(\\d{1,2})', field: 'minute' }],
  ['ss', { digits: '(\\d{2})', field: 'second' }],
  ['s', { digits: '(\\d{1,2})', field: 'second' }],
  ['SSS', { digits: '(\\d{3})', field: 'millisecond' }],
  ['A', { digits: '(AM|PM)', field: 'half' }],
  ['a', { digits: '(am|pm)', field: 'half' }],
]);

/** Parses a text of a format; the time is local to the zone. */
function parse(text: string, format: string, zone: string): string {
  const found: string[] = [];
  let pattern = '';
  let from = 0;
  for (const token of format.matchAll(tokens)) {
    const field = fields.get(token[0]);
    pattern += RegExp.escape(format.slice(from, token.index));
    pattern += field ? field.digits : RegExp.escape(token[1] ?? token[0]);
    // A repeated field would make the pattern ambiguous and slow.
    if (field && found.includes(field.field)) return fail('not_a_date');
    if (field) found.push(field.field);
    from = token.index + token[0].length;
  }
  const match = new RegExp(`^${pattern}${RegExp.escape(format.slice(from))}$`, 'i').exec(text.trim());
  if (!match) return fail('not_a_date');
  const groups = new Map(found.map((field, index) => [field, match[index + 1]!]));
  const number = (field: string, otherwise: number) => Number(groups.get(field) ?? otherwise);
  const name = groups.get('name')?.slice(0, 3).toLowerCase();
  const half = groups.get('half')?.toLowerCase();
  const hour = number('hour', 0);
  if (half !== undefined && (hour < 1 || hour > 12)) return fail('not_a_date');
  const month = name === undefined ? number('month', 1) : months.findIndex((each) => each.toLowerCase().startsWith(name)) + 1;
  const day = `${padded(number('year', 1970), 4)}-${padded(month)}-${padded(number('day', 1))}`;
  const clock = [half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0), number('minute', 0), number('second', 0)];
  return momentAt(`${day}T${clock.map((each) => padded(each)).join(':')}.${padded(number('millisecond', 0), 3)}`, zone);
}

/** Returns the moment of a wall-clock time in a zone; fails for an invalid time. */
function momentAt(wall: string, zone: string): string {
  if (!isDatetime(`${wall}Z`)) return fail('not_a_date');
  return instantText(Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds);
}

const iso = /^(.{10})(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.(\d{1,3})\d*)?(Z|[-+]\d\d:?\d\d)?)?$/i;

/** Parses a text in the style of ISO 8601; without an offset the time is local to the zone. */
function parseIso(text: string, zone: string): string {
  const [, day = '', clock = '00:00', seconds = ':00', fraction = '', offset] = iso.exec(text.trim()) ?? [];
  const full = `${day}T${clock}${seconds}.${fraction.padEnd(3, '0')}`;
  if (!isDate(day) || !isDatetime(`${full}Z`)) return fail('not_a_date');
  if (offset === undefined) return momentAt(full, zone);
  const time = Date.parse(`${full}${offset.toUpperCase().replace(/^([-+]\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(time) ? fail('not_a_date') : instantText(time);
}

/** Units of work per code unit of a format: each may be a token that calculates with the date. */
const WORK_PER_FORMAT_CHARACTER = 2_000;

const limitedFormat = (format: string): string => (format.length > MAX_FORMULA_FORMAT ? fail('too_long') : format);

/** Functions that format and parse dates with English names; they have no SQL. */
export const dateFormatFunctions: readonly FormulaFunction[] = [
  defineFunction({
    name: 'DATETIME_FORMAT',
    aliases: ['DATE_FORMAT'],
    parameters: [
      { name: 'date', takes: 'moment' },
      { name: 'format', takes: 'text', optional: true },
    ],
    result: 'text',
    evaluate: ([moment, given], { zone, budget }) => {
      const format = limitedFormat(given ?? (isDay(moment) ? 'YYYY-MM-DD' : 'YYYY-MM-DD[T]HH:mm:ssZ'));
      charge(budget, (format.length + 1) * WORK_PER_FORMAT_CHARACTER);
      return formatMoment(moment, format, zone);
    },
  }),
  defineFunction({
    name: 'DATETIME_PARSE',
    aliases: ['DATE_PARSE'],
    parameters: [
      { name: 'text', takes: 'text' },
      { name: 'format', takes: 'text', optional: true },
    ],
    result: 'datetime',
    evaluate: ([text, format], { zone, budget }) => {
      if (text.trim() === '') return null;
      if (format === undefined) return parseIso(text, zone);
      charge(budget, (limitedFormat(format).length + 1) * WORK_PER_FORMAT_CHARACTER);
      return parse(text, format, zone);
    },
  }),
];

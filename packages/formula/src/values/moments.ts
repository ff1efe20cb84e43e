import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@space/time';
import { fail } from './evaluation-failure.ts';

/*
 * A moment is a text as cells store it: a date "2026-03-29", or a date with time "2026-03-29T01:00:00.000Z". Days, weeks,
 * months and years are counted on the wall clock of the formula's zone, hours and shorter units on the time line. A
 * wall-clock time that the zone skips moves forward by the gap; of a time that occurs twice, the first one counts.
 */

/** Returns true for a date without time. */
export const isDay = (moment: string): boolean => moment.length === 10;

/** Returns the moment at which a date begins in a zone; returns a date with time unchanged. */
export function datetimeOf(moment: string, zone: string): string {
  if (!isDay(moment)) return moment;
  if (zone === 'UTC') return `${moment}T00:00:00.000Z`;
  return instantText(Temporal.PlainDate.from(moment).toZonedDateTime(zone).epochMilliseconds);
}

/** Returns a moment in milliseconds since the epoch. */
export const milliseconds = (moment: string, zone: string): number => Date.parse(datetimeOf(moment, zone));

/** Returns the wall-clock time at a moment, as `2026-03-29T01:00:00.000`. */
export function wallClock(moment: string, zone: string): string {
  if (isDay(moment)) return `${moment}T00:00:00.000`;
  if (zone === 'UTC') return moment.slice(0, 23);
  const wall = Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDateTime();
  if (wall.year < 1 || wall.year > 9999) fail('out_of_range');
  return wall.toString({ fractionalSecondDigits: 3 });
}

/** Returns the calendar day of a moment. */
export const dayOf = (moment: string, zone: string): Temporal.PlainDate => Temporal.PlainDate.from(wallClock(moment, zone).slice(0, 10));

/** Returns a day as cells store it; fails outside the years 1 to 9999. */
export function dayText(day: Temporal.PlainDate): string {
  if (day.year < 1 || day.year > 9999) fail('out_of_range');
  return day.toString();
}

const MIN_TIMESTAMP = Date.parse('0001-01-01T00:00:00.000Z');
const MAX_TIMESTAMP = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns an instant as cells store it; fails outside the years 1 to 9999. */
export function instantText(epochMilliseconds: number): string {
  if (!(epochMilliseconds >= MIN_TIMESTAMP && epochMilliseconds <= MAX_TIMESTAMP)) fail('out_of_range');
  return new Date(epochMilliseconds).toISOString();
}

/** Units of time by each accepted spelling. */
export const units: ReadonlyMap<string, string> = new Map(
  [
    ['milliseconds', 'millisecond', 'ms'],
    ['seconds', 'second', 's'],
    ['minutes', 'minute', 'm'],
    ['hours', 'hour', 'h'],
    ['days', 'day', 'd'],
    ['weeks', 'week', 'w'],
    ['months', 'month'],
    ['quarters', 'quarter', 'q'],
    ['years', 'year', 'y'],
  ].flatMap(([unit, ...others]) => [unit!, ...others].map((name) => [name, unit!] as const)),
);

/** Units of the time line, in milliseconds. */
export const exactUnits: ReadonlyMap<string, number> = new Map([
  ['milliseconds', 1],
  ['seconds', SECOND_MS],
  ['minutes', MINUTE_MS],
  ['hours', HOUR_MS],
]);

/** Units of the calendar, in days or months. */
export const calendarUnits: ReadonlyMap<string, { readonly of: 'days' | 'months'; readonly count: number }> = new Map([
  ['days', { of: 'days', count: 1 }],
  ['weeks', { of: 'days', count: 7 }],
  ['months', { of: 'months', count: 1 }],
  ['quarters', { of: 'months', count: 3 }],
  ['years', { of: 'months', count: 12 }],
]);

/** The number of leading characters of the wall clock that all moments of a unit share. */
export const unitPrefixes: ReadonlyMap<string, number> = new Map([
  ['years', 4],
  ['months', 7],
  ['days', 10],
  ['hours', 13],
  ['minutes', 16],
  ['seconds', 19],
  ['milliseconds', 23],
]);

/** Upper bounds of the distance between two moments of the years 1 to 9999. */
const MAX_DISTANCE = { days: 4_000_000, months: 120_000 } as const;

/** Returns a moment that many units later. The count is truncated; the 31st becomes the last day of a shorter month. */
export function addUnits(moment: string, count: number, unit: string, zone: string): string {
  const whole = Math.trunc(count);
  const exact = exactUnits.get(unit);
  if (exact !== undefined) return instantText(milliseconds(moment, zone) + whole * exact);
  const calendar = calendarUnits.get(unit)!;
  const amount = whole * calendar.count;
  if (Math.abs(amount) > MAX_DISTANCE[calendar.of]) fail('out_of_range');
  const duration = { [calendar.of]: amount };
  if (isDay(moment)) return dayText(Temporal.PlainDate.from(moment).add(duration));
  return instantText(Temporal.Instant.from(moment).toZonedDateTimeISO(zone).add(duration).epochMilliseconds);
}

/** Returns the number of whole units between two moments, negative when the first is earlier. */
export function differenceInUnits(a: string, b: string, unit: string, zone: string): number {
  const exact = exactUnits.get(unit);
  if (exact !== undefined) return Math.trunc((milliseconds(a, zone) - milliseconds(b, zone)) / exact) || 0;
  const { of, count } = calendarUnits.get(unit)!;
  const [wallA, wallB] = [Temporal.PlainDateTime.from(wallClock(a, zone)), Temporal.PlainDateTime.from(wallClock(b, zone))];
  const backwards = Temporal.PlainDateTime.compare(wallA, wallB) < 0;
  const [later, earlier] = backwards ? [wallB, wallA] : [wallA, wallB];
  const whole = of === 'days' ? later.since(earlier, { largestUnit: 'days' }).days : monthsBetween(earlier, later);
  return Math.trunc(whole / count) * (backwards ? -1 : 1) || 0;
}

/** Counts the months that can be added to the earlier moment without passing the later one. */
function monthsBetween(earlier: Temporal.PlainDateTime, later: Temporal.PlainDateTime): number {
  const months = (later.year - earlier.year) * 12 + later.month - earlier.month;
  return Temporal.PlainDateTime.compare(earlier.add({ months }), later) > 0 ? months - 1 : months;
}

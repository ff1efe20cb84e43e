import { fail } from './cell-fault.ts';

/*
 * Moments are the texts that cells hold: a date "2026-03-29", or a date with time "2026-03-29T01:00:00.000Z". Days,
 * weeks, months and years are counted on the wall clock of the zone of the formula, hours and less on the time line.
 * A wall-clock time that a zone skips becomes the moment an hour later, one that it has twice becomes the first.
 */

/** Whether a moment is a date without time. */
export const isDay = (moment: string): boolean => moment.length === 10;

/** A date as the moment at which it begins in a zone; a date with time as it is. */
export function datetimeOf(moment: string, zone: string): string {
  if (!isDay(moment)) return moment;
  if (zone === 'UTC') return `${moment}T00:00:00.000Z`;
  return instantText(Temporal.PlainDate.from(moment).toZonedDateTime(zone).epochMilliseconds);
}

/** A moment in milliseconds since the epoch. */
export const milliseconds = (moment: string, zone: string): number => Date.parse(datetimeOf(moment, zone));

/** The wall clock at a moment, as `2026-03-29T01:00:00.000`. */
export function wallClock(moment: string, zone: string): string {
  if (isDay(moment)) return `${moment}T00:00:00.000`;
  if (zone === 'UTC') return moment.slice(0, 23);
  const wall = Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDateTime();
  if (wall.year < 1 || wall.year > 9999) fail('out_of_range');
  return wall.toString({ fractionalSecondDigits: 3 });
}

/** The calendar day of a moment. */
export const dayOf = (moment: string, zone: string): Temporal.PlainDate => Temporal.PlainDate.from(wallClock(moment, zone).slice(0, 10));

/** A day as a cell holds it. */
export function dayText(day: Temporal.PlainDate): string {
  if (day.year < 1 || day.year > 9999) fail('out_of_range');
  return day.toString();
}

const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** A time as a cell holds it. */
export function instantText(epochMilliseconds: number): string {
  if (!(epochMilliseconds >= EARLIEST && epochMilliseconds <= LATEST)) fail('out_of_range');
  return new Date(epochMilliseconds).toISOString();
}

/** The units of time, by every way to write them. */
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

/** How many milliseconds a unit of the time line has. */
export const exactUnits: ReadonlyMap<string, number> = new Map([
  ['milliseconds', 1],
  ['seconds', 1_000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
]);

/** How many days or months a unit of the calendar has. */
export const calendarUnits: ReadonlyMap<string, { readonly of: 'days' | 'months'; readonly count: number }> = new Map([
  ['days', { of: 'days', count: 1 }],
  ['weeks', { of: 'days', count: 7 }],
  ['months', { of: 'months', count: 1 }],
  ['quarters', { of: 'months', count: 3 }],
  ['years', { of: 'months', count: 12 }],
]);

/** No count that leads from one moment of the years 1 to 9999 to another is larger than this. */
const FARTHEST = { days: 4_000_000, months: 120_000 } as const;

/** A moment so many units later; the last day of a month stays within it. The count is cut to a whole number. */
export function added(moment: string, count: number, unit: string, zone: string): string {
  const whole = Math.trunc(count);
  const exact = exactUnits.get(unit);
  if (exact !== undefined) return instantText(milliseconds(moment, zone) + whole * exact);
  const calendar = calendarUnits.get(unit)!;
  const amount = whole * calendar.count;
  if (Math.abs(amount) > FARTHEST[calendar.of]) fail('out_of_range');
  const duration = { [calendar.of]: amount };
  if (isDay(moment)) return dayText(Temporal.PlainDate.from(moment).add(duration));
  return instantText(Temporal.Instant.from(moment).toZonedDateTimeISO(zone).add(duration).epochMilliseconds);
}

/** How many whole units lie between two moments, negative when the first is the earlier one. */
export function difference(a: string, b: string, unit: string, zone: string): number {
  const exact = exactUnits.get(unit);
  if (exact !== undefined) return Math.trunc((milliseconds(a, zone) - milliseconds(b, zone)) / exact) || 0;
  const { of, count } = calendarUnits.get(unit)!;
  const [wallA, wallB] = [Temporal.PlainDateTime.from(wallClock(a, zone)), Temporal.PlainDateTime.from(wallClock(b, zone))];
  const backwards = Temporal.PlainDateTime.compare(wallA, wallB) < 0;
  const [later, earlier] = backwards ? [wallB, wallA] : [wallA, wallB];
  const whole = of === 'days' ? later.since(earlier, { largestUnit: 'days' }).days : monthsBetween(earlier, later);
  return Math.trunc(whole / count) * (backwards ? -1 : 1) || 0;
}

/** A month has passed when as many months added to the earlier moment do not lead past the later one. */
function monthsBetween(earlier: Temporal.PlainDateTime, later: Temporal.PlainDateTime): number {
  const months = (later.year - earlier.year) * 12 + later.month - earlier.month;
  return Temporal.PlainDateTime.compare(earlier.add({ months }), later) > 0 ? months - 1 : months;
}

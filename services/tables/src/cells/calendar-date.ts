import type { dateOrders } from '@space/contracts/tables';

/** The order of day and month in dates such as 03/04/2026. */
export type DateOrder = (typeof dateOrders)[number];

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const withDots = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const withSlashes = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
const dayMonthName = /^(\d{1,2})(?:st|nd|rd|th)?[. -]{0,2}([a-z]{3,9})[., -]{1,2}(\d{4})$/i;
const monthNameDay = /^([a-z]{3,9})[. ]{1,2}(\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;

/** Returns true for an existing day of the years 1 to 9999, as `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return year !== undefined && calendarDate(Number(year), Number(month), Number(day)) === text;
}

/**
 * Parses a day in one of the usual notations to `YYYY-MM-DD`; undefined if it is invalid or ambiguous. With slashes and
 * no number above 12, only `order` says which number is the month.
 */
export function parseDate(text: string, order?: DateOrder): string | undefined {
  if (text.length > 40) return undefined;
  const [, year, month, day] = yearFirst.exec(text) ?? [];
  if (year !== undefined) return calendarDate(Number(year), Number(month), Number(day));
  const dots = withDots.exec(text);
  if (dots) return calendarDate(Number(dots[3]), Number(dots[2]), Number(dots[1]));
  const slashes = withSlashes.exec(text);
  if (slashes) return dateOfSlashes(slashes.slice(1).map(Number) as [number, number, number], order);
  const dayFirst = dayMonthName.exec(text);
  if (dayFirst) return calendarDate(Number(dayFirst[3]), monthOf(dayFirst[2]!), Number(dayFirst[1]));
  const monthFirst = monthNameDay.exec(text);
  if (monthFirst) return calendarDate(Number(monthFirst[3]), monthOf(monthFirst[1]!), Number(monthFirst[2]));
  return undefined;
}

const slashed = /^\s*(\d{1,2})[/-](\d{1,2})[/-]\d{4}(?!\d)/;

/**
 * Returns the order of day and month at the start of a text such as 25/03/2026: `ambiguous` if both can be first, and undefined
 * if the text begins with no such date or both orders mean the same day.
 */
export function dateOrderOf(text: string): DateOrder | 'ambiguous' | undefined {
  const [, one, two] = slashed.exec(text) ?? [];
  const [first, second] = [Number(one), Number(two)];
  return one === undefined || first === second || (first > 12 && second > 12) ? undefined : orderOf(first, second);
}

/** Returns the order in which the first two numbers of a date can be its day and month. */
function orderOf(first: number, second: number): DateOrder | 'ambiguous' {
  if (first > 12) return 'day_first';
  return second > 12 ? 'month_first' : 'ambiguous';
}

/** Returns the order of day and month in a format that begins with one of them, such as `DD/MM/YYYY`; undefined for other formats. */
export function dateOrderOfFormat(format = ''): DateOrder | undefined {
  if (/^D.*M/.test(format)) return 'day_first';
  return /^M.*D/.test(format) ? 'month_first' : undefined;
}

function dateOfSlashes([first, second, year]: [number, number, number], wanted: DateOrder | undefined): string | undefined {
  const order = wanted ?? (first === second ? 'day_first' : orderOf(first, second));
  if (order === 'ambiguous') return undefined;
  return order === 'day_first' ? calendarDate(year, second, first) : calendarDate(year, first, second);
}

/** Returns 1 to 12 for an English month name or its beginning, or 0. */
const monthOf = (name: string): number => months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;

function calendarDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = year >= 1 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}

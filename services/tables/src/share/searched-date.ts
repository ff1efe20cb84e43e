import type { PageLocale } from '@space/web';
import { dateOrderOfFormat, parseDate } from '../cells/calendar-date.ts';
import { configOf } from '../cells/cell-type.ts';
import type { Column } from '../schema/schema.ts';
import { formatOf } from './shown-number.ts';

/** The days that a visitor searches for: a day, a month or a year, or a month or a day of every year. */
export type SearchedDate =
  | {
      readonly first: Temporal.PlainDate;
      /** The day after the last one. */
      readonly end: Temporal.PlainDate;
      /** The time of a single day, to the minute. */
      readonly time?: Temporal.PlainTime;
    }
  | { readonly month: number; readonly day: number | undefined };

/** A time at the end of a date: `, 09:05 UTC`, `9:05 pm`, `09 h 05`. */
const timeAtEnd = /[\s,]+(\d{1,2}) ?[:h] ?(\d{2})(?::\d{2})?(?: ?([ap])[. ]{0,2}m\.?)?(?: ?utc)?$/;

/**
 * Parses a search as days, in a notation of the page or of the column: numbers, or names of months in the language of the page.
 * A year of two digits is one of this century or of the last one.
 */
export function parseSearchedDates(locale: PageLocale, column: Column, search: string): readonly SearchedDate[] {
  const { format = '' } = configOf<'date'>(formatOf(column));
  const text = search.replace(/\s+/g, ' ').toLowerCase();
  const [ending, hour, minute, half] = timeAtEnd.exec(text) ?? [];
  const time = ending === undefined ? undefined : clockTime(Number(hour), Number(minute), half);
  const days = time ? text.slice(0, -ending!.length) : text;
  const isShortYear = /(?<!Y)YY(?!Y)/.test(format) && !format.includes('YYYY');
  const found = (isShortYear ? withCenturies(days) : [days]).flatMap((one) => parseDays(locale, format, one) ?? []);
  if (!time) return found;
  return found.flatMap((one) => ('first' in one && one.first.until(one.end).days === 1 ? [{ ...one, time }] : []));
}

function clockTime(hour: number, minute: number, half: string | undefined): Temporal.PlainTime | undefined {
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return hours < 24 && minute < 60 ? Temporal.PlainTime.from({ hour: hours, minute }) : undefined;
}

const withCenturies = (text: string): string[] =>
  /\D\d{2}$/.test(text) ? ['20', '19'].map((century) => text.replace(/(?=\d{2}$)/, century)) : [text];

function parseDays(locale: PageLocale, format: string, text: string): SearchedDate | undefined {
  const isMonthFirst = (dateOrderOfFormat(format) ?? (locale.is_month_first ? 'month_first' : 'day_first')) === 'month_first';
  const date = parseDate(text, isMonthFirst ? 'month_first' : 'day_first');
  if (date !== undefined) return daysFrom(Temporal.PlainDate.from(date), { days: 1 });
  const [, year, month = '1'] = /^(\d{4})(?:[-/.](\d{1,2}))?$/.exec(text) ?? [];
  if (year !== undefined) return days(Number(year), text.length === 4 ? undefined : Number(month));
  const monthAndYear = (hasDecimalPoint(locale) ? /^(\d{1,2})[-/](\d{4})$/ : /^(\d{1,2})[-/.](\d{4})$/).exec(text);
  if (monthAndYear) return days(Number(monthAndYear[2]), Number(monthAndYear[1]));
  const [, one, two] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? /^(\d{1,2})\.(\d{1,2})\.$/.exec(text) ?? [];
  if (one !== undefined)
    return isMonthFirst && !text.endsWith('.') ? everyYear(Number(one), Number(two)) : everyYear(Number(two), Number(one));
  return parseWords(locale, format, text);
}

const hasDecimalPoint = (locale: PageLocale): boolean =>
  locale
    .numberFormat({})
    .formatToParts(0.5)
    .some(({ type, value }) => type === 'decimal' && value === '.');

/** Parses days with the name of a month, in any order. */
function parseWords(locale: PageLocale, format: string, text: string): SearchedDate | undefined {
  const ignored = linkingWords(locale);
  let [year, month, day]: (number | undefined)[] = [];
  for (const word of text.split(/[\s.,/-]+/)) {
    if (word === '' || ignored.has(word)) continue;
    const [, number] = /^(\d{1,2}|\d{4})(?:\p{L}{0,2}|[ºª])$/u.exec(word) ?? [];
    const named = number === undefined ? monthNamed(locale, word) : undefined;
    if (number?.length === 4 && year === undefined) year = Number(number);
    else if (number !== undefined && number.length < 3 && day === undefined) day = Number(number);
    else if (named !== undefined && month === undefined) month = named;
    else return undefined;
  }
  if (month === undefined) return undefined;
  if (year !== undefined) return days(year, month, day);
  return showsMonthNames(locale, format) ? everyYear(month, day) : undefined;
}

/** Returns the words of a date that are neither a number nor a month, such as the Spanish `de`. */
const linkingWords = (locale: PageLocale): ReadonlySet<string> =>
  new Set(
    locale
      .date(0)
      .toLowerCase()
      .split(/[\s.,]+/)
      .filter((word) => /^\p{L}+$/u.test(word) && monthNamed(locale, word) === undefined),
  );

/** Returns 1 to 12 for the name of a month, its short name, or the beginning of only one, with or without its accents. */
function monthNamed({ months, short_months }: PageLocale, word: string): number | undefined {
  const wanted = folded(word);
  const exact = [short_months, months].map((names) => names.findIndex((name) => folded(name) === wanted)).find((at) => at >= 0);
  if (exact !== undefined) return exact + 1;
  const begun = months.flatMap((name, at) => (wanted.length >= 3 && folded(name).startsWith(wanted) ? [at + 1] : []));
  return begun.length === 1 ? begun[0] : undefined;
}

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();

const showsMonthNames = (locale: PageLocale, format: string): boolean =>
  format === '' ? /\p{L}{3}/u.test(locale.shortDate(0)) : format.includes('MMM');

function days(year: number, month: number | undefined, day?: number): SearchedDate | undefined {
  const length = month === undefined ? { years: 1 } : day === undefined ? { months: 1 } : { days: 1 };
  const fields = { year, month: month ?? 1, day: day ?? 1 };
  return isDay(fields) ? daysFrom(Temporal.PlainDate.from(fields), length) : undefined;
}

const everyYear = (month: number, day: number | undefined): SearchedDate | undefined =>
  // A leap year has every day.
  isDay({ year: 2000, month, day: day ?? 1 }) ? { month, day } : undefined;

function isDay({ year, month, day }: { readonly year: number; readonly month: number; readonly day: number }): boolean {
  const inMonth = month >= 1 && month <= 12 && year >= 1;
  return inMonth && day >= 1 && day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth;
}

const daysFrom = (first: Temporal.PlainDate, length: Temporal.DurationLike): SearchedDate => ({ first, end: first.add(length) });

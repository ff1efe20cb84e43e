import type { PageLanguage } from '@space/contracts/core';
import type { PublicLook } from '@space/contracts/platform';
import { DAY_MS } from '@space/time';
import { LRUCache } from 'lru-cache';
import { de } from './labels/de.ts';
import { en, type Labels } from './labels/en.ts';
import { es } from './labels/es.ts';
import { fr } from './labels/fr.ts';

/** The labels of public pages by language. */
export const labelsByLanguage: Readonly<Record<PageLanguage, Labels>> = { en, de, es, fr };

/** The labels of a page, and its way to write dates, times and numbers. Days are counted since 1970-01-01, weekdays from Monday, 0. */
export interface PageLocale {
  /** BCP 47 tag: the `lang` of the page. */
  readonly tag: string;
  readonly labels: Labels;
  /** The weekday in the first column of a calendar. */
  readonly first_weekday: number;
  /** Short names of the weekdays, from Monday. */
  readonly weekdays: readonly string[];
  /** Returns a day as text: `Monday 4 May 2026`. */
  longDate(day: number): string;
  /** Returns a day as text without its weekday: `4 May 2026`. */
  date(day: number): string;
  /** Returns the month of a day as text: `May 2026`. */
  monthName(day: number): string;
  /** Returns a time of day in minutes as text: `09:30` or `9:30 am`. */
  clock(minute: number): string;
  /** Returns a number as text, with at most `digits` decimal places. */
  number(value: number, digits?: number): string;
  /** Returns a percentage as text, with at most one decimal place: `87.5%`. */
  percent(value: number): string;
  /** Returns a label with its text as one line: `Email: please answer this`. French has a no-break space before the colon. */
  labelled(label: string, text: string): string;
  /** Returns the name of a country by its two letters. */
  country(code: string): string;
  /** Returns a day as short text: `4 May 2026`, `04.05.2026`. */
  shortDate(day: number): string;
  /** The names of the months, from January. */
  readonly months: readonly string[];
  /** The short names of the months, from January; no two are the same. */
  readonly short_months: readonly string[];
  /** True if a date of numbers begins with its month. */
  readonly is_month_first: boolean;
  /** Returns a format of numbers. */
  numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat;
}

/** The settings of a Space that decide about the locale of its pages. */
export type LocalePreferences = Pick<PublicLook, 'locale' | 'week_start' | 'clock'>;

const WEEK_STARTS = { monday: 0, saturday: 5, sunday: 6 } as const;

/** A locale costs some milliseconds to create and little memory. */
const cache = new LRUCache<string, PageLocale>({ max: 200 });

/** Formats of numbers by language and options. Columns have few of them. */
const numberFormats = new LRUCache<string, Intl.NumberFormat>({ max: 500 });

const languageOf = (tag: string): string => tag.split('-', 1)[0]!.toLowerCase();

const isPageLanguage = (language: string): language is PageLanguage => Object.hasOwn(labelsByLanguage, language);

/**
 * Returns the locale of a page: that of the page itself, otherwise that of its Space, otherwise that of the visitor. A language
 * without a region takes the region of the Space or of the visitor if they have the same language.
 */
export function choosePageLocale(
  own: string | null | undefined,
  { locale, week_start, clock }: LocalePreferences,
  visitor: string,
): PageLocale {
  const [first, ...others] = [own, locale, visitor].filter((tag) => tag !== null && tag !== undefined && isPageLanguage(languageOf(tag)));
  const chosen = first ?? 'en';
  const tag = chosen.includes('-') ? chosen : (others.find((other) => languageOf(other!) === chosen) ?? chosen);
  const key = JSON.stringify([tag, week_start, clock]);
  const cached = cache.get(key);
  if (cached) return cached;
  const created = createPageLocale(tag, week_start, clock);
  cache.set(key, created);
  return created;
}

function createPageLocale(tag: string, week_start: PublicLook['week_start'], clock: PublicLook['clock']): PageLocale {
  // English without a region is international: weeks from Monday, 24 hours.
  const written = tag === 'en' ? 'en-GB' : tag;
  const hour12 =
    clock === null ? (new Intl.DateTimeFormat(written, { hour: 'numeric' }).resolvedOptions().hour12 ?? false) : clock === '12h';
  const dates = new Intl.DateTimeFormat(written, { dateStyle: 'full', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(written, { dateStyle: 'long', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(written, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(written, {
    ...(hour12 ? { hour: 'numeric', hourCycle: 'h12' } : { hour: '2-digit', hourCycle: 'h23' }),
    minute: '2-digit',
    timeZone: 'UTC',
  });
  const weekdays = new Intl.DateTimeFormat(written, { weekday: 'short', timeZone: 'UTC' });
  const countries = new Intl.DisplayNames(written, { type: 'region' });
  const short = new Intl.DateTimeFormat(written, { dateStyle: 'medium', timeZone: 'UTC' });
  const numeric = new Intl.DateTimeFormat(written, { dateStyle: 'short', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(written, { month: 'long', timeZone: 'UTC' });
  const shortMonth = new Intl.DateTimeFormat(written, { month: 'short', timeZone: 'UTC' });
  const at = (day: number) => new Date(day * DAY_MS);
  return {
    tag,
    labels: labelsByLanguage[languageOf(tag) as PageLanguage],
    first_weekday: week_start === null ? firstWeekday(written) : WEEK_STARTS[week_start],
    // 1970-01-05 was a Monday.
    weekdays: Array.from({ length: 7 }, (_, weekday) => weekdays.format(at(4 + weekday))),
    longDate: written === 'en-GB' ? (day) => dates.format(at(day)).replace(',', '') : (day) => dates.format(at(day)),
    date: (day) => days.format(at(day)),
    monthName: (day) => months.format(at(day)),
    clock: hour12
      ? // A line must not break before "pm".
        (minute) => times.format(new Date(minute * 60_000)).replace(/\s/g, '\u00a0')
      : (minute) => times.format(new Date(minute * 60_000)),
    number: (value, digits = 2) => value.toLocaleString(written, { maximumFractionDigits: digits }),
    percent: (value) => numberFormatOf(written, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100),
    labelled: (label, text) => `${label}${languageOf(tag) === 'fr' ? '\u00a0' : ''}: ${text}`,
    country: (code) => countries.of(code) ?? code,
    shortDate: (day) => short.format(at(day)),
    months: Array.from({ length: 12 }, (_, index) => month.format(at(index * 30.5 + 10))),
    short_months: Array.from({ length: 12 }, (_, index) => shortMonth.format(at(index * 30.5 + 10))),
    is_month_first: numeric.formatToParts(at(0)).find(({ type }) => type === 'day' || type === 'month')?.type === 'month',
    numberFormat: (options) => numberFormatOf(written, options),
  };
}

function numberFormatOf(tag: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([tag, options]);
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(tag, options);
    numberFormats.set(key, format);
  }
  return format;
}

/** Returns the first weekday of a locale, from Monday, 0. Node 20 has the property, later versions have the function. */
function firstWeekday(tag: string): number {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    readonly getWeekInfo?: () => { readonly firstDay: number };
    readonly weekInfo?: { readonly firstDay: number };
  };
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) - 1;
}

/** The regions that a browser may ask for: those with an own way of dates, times or numbers. Few, so that all locales are cached. */
const REGIONS: Readonly<Record<PageLanguage, readonly string[]>> = {
  en: ['AU', 'CA', 'GB', 'HK', 'IE', 'IN', 'NZ', 'PH', 'SG', 'US', 'ZA'],
  de: ['AT', 'BE', 'CH', 'DE', 'LI', 'LU'],
  es: ['AR', 'BO', 'CL', 'CO', 'CR', 'CU', 'DO', 'EC', 'ES', 'GT', 'HN', 'MX', 'NI', 'PA', 'PE', 'PR', 'PY', 'SV', 'US', 'UY', 'VE'],
  fr: ['BE', 'CA', 'CH', 'FR', 'LU'],
};

/** Characters of a header that are read. */
const READ_CHARACTERS = 300;

/** Returns the first language of an `Accept-Language` header that pages are written in, with its region if it is listed; or `en`. */
export function preferredLocale(header: string | undefined): string {
  const ranges = (header ?? '')
    .slice(0, READ_CHARACTERS)
    .split(',')
    .map((range, at) => {
      const [tag = '', ...parameters] = range.trim().split(';');
      const weight = parameters.map((one) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { tag: tag.trim(), weight: Number(weight ?? 1), at };
    })
    .filter(({ tag, weight }) => weight > 0 && isPageLanguage(languageOf(tag)))
    .sort((a, b) => b.weight - a.weight || a.at - b.at);
  const [, ...parts] = (ranges[0]?.tag ?? 'en').toUpperCase().split('-');
  const language = languageOf(ranges[0]?.tag ?? 'en') as PageLanguage;
  const region = parts.find((part) => REGIONS[language].includes(part));
  return region === undefined ? language : `${language}-${region}`;
}

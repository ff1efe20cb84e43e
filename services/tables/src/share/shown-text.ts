import { DAY_MS, MINUTE_MS, zoneOf } from '@space/time';
import type { PageLocale } from '@space/web';
import { isCalendarDate } from '../cells/calendar-date.ts';
import { cellText } from '../cells/cell-text.ts';
import { configOf } from '../cells/cell-type.ts';
import { formatClock } from '../cells/date-format.ts';
import { roundTo, shift } from '../cells/decimal.ts';
import { withoutBinaryError } from '../cells/number-columns.ts';
import { plainText } from '../cells/plain-text.ts';
import type { Cell, Column } from '../schema/schema.ts';

/** Decimals of a number whose column says nothing about them. */
const ALL_DECIMALS = 15;

/** Returns a value of a column as a page of this locale shows it, by the settings of the column. An empty value is "". */
export function shownText(locale: PageLocale, column: Column, value: Cell | undefined): string {
  if (value === null || value === undefined) return '';
  if (column.value_type === 'boolean') return value === true ? locale.labels.yes : locale.labels.no;
  if (typeof value === 'number') return numberText(locale, column, value);
  if (column.value_type === 'date' && typeof value === 'string') return dateText(locale, column, value);
  if (column.value_type === 'datetime' && typeof value === 'string') return timeText(locale, column, value);
  if (column.type === 'lookup' && Array.isArray(value)) return value.map((item) => itemText(locale, item)).join(', ');
  return cellText(column, value);
}

/** Returns an item of a list that has no column here. */
const itemText = (locale: PageLocale, item: Cell): string => (typeof item === 'number' ? plainNumber(locale, item) : plainText(item));

/** A number without settings. Thousands have a separator from five digits on, so that a year has none. */
function plainNumber(locale: PageLocale, value: number, precision?: number): string {
  const format = locale.numberFormat({
    minimumFractionDigits: precision ?? 0,
    maximumFractionDigits: precision ?? ALL_DECIMALS,
    useGrouping: 'min2',
  });
  return format.format(withoutBinaryError(value));
}

function numberText(locale: PageLocale, column: Column, value: number): string {
  switch (column.type) {
    case 'number':
      return plainNumber(locale, value, configOf<'number'>(column).precision);
    case 'currency': {
      const { currency_code, precision } = configOf<'currency'>(column);
      const exact = withoutBinaryError(value);
      const usual = currency_code
        ? locale.numberFormat({ style: 'currency', currency: currency_code }).resolvedOptions().maximumFractionDigits!
        : 2;
      const most = precision ?? (roundTo(exact, usual) === exact ? undefined : ALL_DECIMALS);
      const digits = {
        ...((precision !== undefined || !currency_code) && { minimumFractionDigits: precision ?? 2 }),
        ...(most === undefined ? !currency_code && { maximumFractionDigits: 2 } : { maximumFractionDigits: most }),
      };
      return locale.numberFormat(currency_code ? { style: 'currency', currency: currency_code, ...digits } : digits).format(exact);
    }
    case 'percent': {
      const { precision } = configOf<'percent'>(column);
      const digits = { minimumFractionDigits: precision ?? 0, maximumFractionDigits: precision ?? 10 };
      return locale.numberFormat({ style: 'percent', ...digits }).format(shift(roundTo(shift(value, 2), 12), -2));
    }
    case 'formula':
    case 'lookup':
    case 'rollup':
    case 'count':
      return plainNumber(locale, value, configOf<'formula'>(column).precision);
    default:
      return cellText(column, value);
  }
}

function dateText(locale: PageLocale, column: Column, value: string): string {
  if (!isCalendarDate(value)) return cellText(column, value);
  const { format } = configOf<'date'>(column);
  const clock = Date.parse(value);
  return (format && formatClock(format, clock, locale)) || locale.shortDate(clock / DAY_MS);
}

function timeText(locale: PageLocale, column: Column, value: string): string {
  const instant = Date.parse(value);
  if (Number.isNaN(instant)) return cellText(column, value);
  const { time_zone = 'UTC', format } = configOf<'datetime'>(column);
  const clock = zoneOf(time_zone).wallAt(instant);
  const formatted = format && formatClock(format, clock, locale);
  if (formatted) return formatted;
  const day = Math.floor(clock / DAY_MS);
  const minute = Math.floor((clock - day * DAY_MS) / MINUTE_MS);
  return `${locale.shortDate(day)}, ${locale.clock(minute)}${time_zone === 'UTC' ? ' UTC' : ''}`;
}

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
import { currencyStyle, decimalOptions, formatOf, isCurrency, PLAIN_DECIMALS, type ShownDecimals, shownDecimals } from './shown-number.ts';

/** Returns a value of a column as a page of this locale shows it, by the settings of the column or of its target column. An empty value is "". */
export function shownText(locale: PageLocale, column: Column, value: Cell | undefined): string {
  if (value === null || value === undefined) return '';
  if (column.value_type === 'boolean') return value === true ? locale.labels.yes : locale.labels.no;
  const format = formatOf(column);
  if ((column.type === 'lookup' || format !== column) && Array.isArray(value))
    return value.map((item) => plainValueText(locale, format, item) ?? plainText(item)).join(', ');
  return plainValueText(locale, format, value) ?? cellText(column, value);
}

/** Returns a number, or a date or time of a column of them, in the form of the column; undefined for other values. */
function plainValueText(locale: PageLocale, column: Column, value: Cell): string | undefined {
  if (typeof value === 'number') return numberText(locale, column, value);
  if (typeof value !== 'string') return undefined;
  if (column.value_type === 'date') return dateText(locale, column, value);
  return column.value_type === 'datetime' ? timeText(locale, column, value) : undefined;
}

/** A number without settings. Thousands have a separator from five digits on, so that a year has none. */
const plainNumber = (locale: PageLocale, value: number, decimals: ShownDecimals = PLAIN_DECIMALS): string =>
  locale.numberFormat({ ...decimalOptions(decimals), useGrouping: 'min2' }).format(withoutBinaryError(value));

function numberText(locale: PageLocale, column: Column, value: number): string {
  const decimals = shownDecimals(column);
  if (isCurrency(column))
    return locale.numberFormat({ ...currencyStyle(column), ...decimalOptions(decimals) }).format(withoutBinaryError(value));
  switch (column.type) {
    case 'percent':
      return locale.numberFormat({ style: 'percent', ...decimalOptions(decimals) }).format(shift(roundTo(shift(value, 2), 12), -2));
    case 'number':
    case 'formula':
    case 'lookup':
    case 'rollup':
    case 'count':
      return plainNumber(locale, value, decimals);
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
  const { timezone = 'UTC', format } = configOf<'datetime'>(column);
  const clock = zoneOf(timezone).wallAt(instant);
  const formatted = format && formatClock(format, clock, locale);
  if (formatted) return formatted;
  const day = Math.floor(clock / DAY_MS);
  const minute = Math.floor((clock - day * DAY_MS) / MINUTE_MS);
  return `${locale.shortDate(day)}, ${locale.clock(minute)}${timezone === 'UTC' ? ' UTC' : ''}`;
}

import type { PageLocale } from '@space/web';
import type { Cell, Column } from '../schema/schema.ts';
import type { AggregateSpec } from './aggregates.ts';
import { addsDecimals, formatOf, isCurrency, shownAs, withCurrencyDigits } from './shown-number.ts';
import { shownText } from './shown-text.ts';

const counts: ReadonlySet<AggregateSpec['function']> = new Set(['count', 'count_empty', 'count_filled', 'count_unique']);

/**
 * Formats an aggregate for display. Counts are numbers, and other functions have the format of the column. Sums, averages and medians
 * of a currency without a precision have the decimals of the currency.
 */
export function aggregateText(locale: PageLocale, aggregate: AggregateSpec['function'], column: Column | undefined, value: Cell): string {
  if (value === null) return '–';
  if (typeof value === 'number' && (!column || counts.has(aggregate))) return locale.number(value);
  if (!column) return String(value);
  if (typeof value !== 'number' || !addsDecimals(aggregate)) return shownText(locale, column, value);
  const format = formatOf(column);
  if (isCurrency(format)) return shownText(locale, shownAs(column, withCurrencyDigits(format)), value);
  return shownText(locale, column, aggregate === 'sum' ? value : Math.round(value * 1e6) / 1e6);
}

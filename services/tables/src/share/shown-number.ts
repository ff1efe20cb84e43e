import { configOf } from '../cells/cell-type.ts';
import type { Column } from '../schema/schema.ts';

/** A column of a page. The values of a rollup or lookup are shown as those of `shown_as`, its target column. */
interface ShownColumn extends Column {
  readonly shown_as?: Column;
}

/** Returns a column whose values are shown as those of another one. */
export const shownAs = (column: Column, format: Column): ShownColumn => ({ ...column, shown_as: format });

/** Returns the column whose type and settings decide the form of the values of a column: that of `shownAs`, or itself. */
export const formatOf = (column: Column): Column => (column as ShownColumn).shown_as ?? column;

/** The decimals of the shown numbers of a column: at least and at most. */
export interface ShownDecimals {
  readonly least: number;
  readonly most: number;
}

/** The decimals of a number without settings. */
export const PLAIN_DECIMALS: ShownDecimals = { least: 0, most: 15 };

/** Returns the decimals that a page shows of the numbers of a column; of a percentage, not of its fraction. */
export function shownDecimals(column: Column): ShownDecimals {
  const { precision } = configOf<'number'>(column);
  if (precision !== undefined) return { least: precision, most: precision };
  if (column.type === 'percent') return { least: 0, most: 10 };
  return isCurrency(column) ? { least: currencyDigits(column), most: PLAIN_DECIMALS.most } : PLAIN_DECIMALS;
}

/** Returns true for a function of a rollup or an aggregate whose result has more decimals than the numbers of its column. */
export const addsDecimals = (name: string | undefined): boolean => name === 'sum' || name === 'average' || name === 'median';

/** Returns true for a column of amounts. */
export const isCurrency = ({ type }: Column): boolean => type === 'currency';

/** Returns the decimals that the currency of a column has: 2 for the euro and without a currency, 0 for the yen. */
function currencyDigits(column: Column): number {
  const style = currencyStyle(column);
  return style ? new Intl.NumberFormat('en', style).resolvedOptions().minimumFractionDigits! : 2;
}

/** Returns a column of a currency whose numbers have its precision, or else the decimals of the currency, for computed amounts. */
export const withCurrencyDigits = (column: Column): Column => ({
  ...column,
  config: { precision: currencyDigits(column), ...column.config },
});

/** Returns these decimals as options of a format. */
export const decimalOptions = ({ least, most }: ShownDecimals): Intl.NumberFormatOptions => ({
  minimumFractionDigits: least,
  maximumFractionDigits: most,
});

/** Returns the options that write the currency of a column; undefined if it has none. */
export function currencyStyle(column: Column): Intl.NumberFormatOptions | undefined {
  const { currency_code } = configOf<'currency'>(column);
  return currency_code ? { style: 'currency', currency: currency_code } : undefined;
}

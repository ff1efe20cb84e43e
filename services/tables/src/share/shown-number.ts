import { configOf } from '../cells/cell-type.ts';
import type { Column } from '../schema/schema.ts';

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

/** Returns true for a currency, and for a rollup of a column with a currency. */
export const isCurrency = (column: Column): boolean => column.type === 'currency' || currencyStyle(column) !== undefined;

/** Returns the decimals that the currency of a column has: 2 for the euro and without a currency, 0 for the yen. */
export function currencyDigits(column: Column): number {
  const style = currencyStyle(column);
  return style ? new Intl.NumberFormat('en', style).resolvedOptions().minimumFractionDigits! : 2;
}

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

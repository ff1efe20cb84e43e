import type { PageLocale } from '@space/web';
import { parseNumber } from '../cells/decimal.ts';
import type { Column } from '../schema/schema.ts';
import { currencyStyle } from './shown-number.ts';

/** A number that a visitor searches for. */
export interface SearchedNumber {
  /** The number without separators of thousands, as it is written otherwise: `-1771.10`. */
  readonly digits: string;
  /** The currency or the percent sign that is written with it; "" for none. */
  readonly unit: string;
  readonly isUnitFirst: boolean;
}

const written = /^([+-]?)\s?([^\d\s+.,'-]{0,5})\s?([+-]?)([.,]?\d(?:[\d.,' ]*\d)?)\s?([^\d\s+.,'-]{0,5})$/u;

/** Parses a search as a number in the notation of the page, otherwise in any other one; undefined for other text. */
export function parseSearchedNumber(locale: PageLocale, search: string): SearchedNumber | undefined {
  const [, sign, before, signAfterUnit, number, after] = written.exec(plainSeparators(search)) ?? [];
  if (number === undefined || (before !== '' && after !== '') || (sign !== '' && signAfterUnit !== '')) return undefined;
  const digits = digitsOf(locale, number);
  if (digits === undefined) return undefined;
  const minus = `${sign}${signAfterUnit}` === '-' ? '-' : '';
  return { digits: `${minus}${digits}`, unit: before || after || '', isUnitFirst: before !== '' };
}

const plainSeparators = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('−', '-').replaceAll('’', "'").trim();

/** Returns a number without its sign as digits with a point. */
function digitsOf(locale: PageLocale, number: string): string | undefined {
  const parts = locale.numberFormat({}).formatToParts(1_234_567.8);
  const part = (type: 'group' | 'decimal') => plainSeparators(`.${parts.find((one) => one.type === type)?.value ?? ' '}.`).slice(1, -1);
  const [whole = '', ...fractions] = number.split(part('decimal'));
  const groups = whole.split(part('group'));
  const areGroups = groups.every((group, at) => /^\d{2,3}$/.test(group) || (at === 0 && /^\d{1,2}$/.test(group)));
  const local = [groups.length === 1 || areGroups ? groups.join('') : whole, ...fractions].join('.');
  const other = () => String(parseNumber(number));
  const digits = isPlain(local) ? local : other();
  return isPlain(digits) ? digits.replace(/^0*(?=\d)/, '').replace(/^(?=\.)/, '0') : undefined;
}

const isPlain = (text: string): boolean => /^(?:\d{1,17}(?:\.\d{1,15})?|\.\d{1,15})$/.test(text);

/** True if the numbers of a column are shown with this unit, or if there is none. */
export function hasUnit(locale: PageLocale, column: Column, unit: string): boolean {
  if (unit === '') return true;
  if (column.type === 'percent') return unit === '%';
  const style = currencyStyle(column);
  if (!style) return false;
  const symbol = locale
    .numberFormat(style)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;
  const wanted = unit.toLowerCase();
  return symbol?.toLowerCase().endsWith(wanted) === true || style.currency!.toLowerCase() === wanted;
}

/** Returns digits as a column shows them that has at least this many decimals: without zeros that it does not show. */
export function withoutHiddenZeros(digits: string, least: number): string {
  const [whole, fraction = ''] = digits.split('.');
  const shown = `${fraction.slice(0, least)}${fraction.slice(least).replace(/0+$/, '')}`;
  return shown === '' ? whole! : `${whole}.${shown}`;
}

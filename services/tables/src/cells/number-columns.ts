import type { Cell, Column } from '../schema/schema.ts';
import { type CellType, configOf, type ParsedCell, quoted, reject } from './cell-type.ts';
import { parseNumber, roundTo, shift } from './decimal.ts';
import { plainCsv, plainText } from './plain-text.ts';

/** Largest magnitude at which a float64 holds every whole number. */
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/** A number, rounded to `precision` decimals if the column has one. */
export const number: CellType = numeric({
  check: (column, value) => bounded(column, value, configOf<'number'>(column).precision),
  parse: parseNumber,
  text: (column, value) => withDecimals(value, configOf<'number'>(column).precision),
});

/** An amount of money. */
export const currency: CellType = numeric({
  check: (column, value) => bounded(column, value, configOf<'currency'>(column).precision),
  parse: (text) => parseNumber(text.replace(/\p{Sc}|^[A-Z]{3}\b|\b[A-Z]{3}$/gu, '')),
  findError(column, text) {
    const { currency_code } = configOf<'currency'>(column);
    const code = /\b[A-Z]{3}\b/.exec(text)?.[0];
    return currency_code && code && code !== currency_code ? `is in ${code} while the column is in ${currency_code}` : undefined;
  },
  text(column, value) {
    const { currency_code, precision } = configOf<'currency'>(column);
    const exact = withoutBinaryError(value);
    const amount = withDecimals(exact, precision ?? (roundTo(exact, 2) === exact ? 2 : undefined));
    return currency_code ? `${amount} ${currency_code}` : amount;
  },
});

/** A fraction: 0.5 is 50 %. `precision` counts the decimals of the percentage, so with 0 a cell can be 0.51 but not 0.515. */
export const percent: CellType = numeric({
  check(column, value) {
    const { precision } = configOf<'percent'>(column);
    return bounded(column, value, precision === undefined ? undefined : precision + 2);
  },
  parse(text) {
    if (!text.endsWith('%')) return parseNumber(text);
    const percentage = parseNumber(text.slice(0, -1));
    return percentage === undefined ? undefined : shift(percentage, -2);
  },
  text: (column, value) => `${withDecimals(roundTo(shift(value, 2), 12), configOf<'percent'>(column).precision)} %`,
});

/** Whole points from 0 to `max` (default 5). */
export const rating: CellType = numeric({
  check(column, value) {
    const { max = 5 } = configOf<'rating'>(column);
    if (!Number.isInteger(value)) return reject('wrong_type', `must be a whole number from 0 to ${max}`);
    return value < 0 || value > max ? reject('out_of_range', `must be from 0 to ${max}`) : { cell: value === 0 ? 0 : value };
  },
  parse: parseNumber,
  text: (_, value) => String(value),
});

interface Numeric {
  /** Returns the stored form of a finite number. */
  check(column: Column, value: number): ParsedCell;
  parse(text: string, column: Column): number | undefined;
  /** Returns the reason why a text cannot belong to this column, although it may contain a number. */
  findError?(column: Column, text: string): string | undefined;
  text(column: Column, value: number): string;
}

/** Returns the behaviour of a type whose cells are numbers. */
export function numeric({ check, parse, findError, text }: Numeric): CellType {
  const accept = (column: Column, value: number): ParsedCell =>
    Number.isFinite(value) ? check(column, value) : reject('out_of_range', `must be from -${MAX_NUMBER} to ${MAX_NUMBER}`);
  return {
    value_type: 'number',
    parseJson: (column, value) => (typeof value === 'number' ? accept(column, value) : reject('wrong_type', 'must be a number')),
    parseText(column, written) {
      const wrong = findError?.(column, written);
      if (wrong) return reject('wrong_type', wrong);
      const value = parse(written, column);
      return value === undefined ? reject('wrong_type', `must be a number, which ${quoted(written)} is not`) : accept(column, value);
    },
    format: (column, cell: Cell) => (typeof cell === 'number' ? text(column, cell) : plainText(cell)),
    formatCsv: (_, cell) => plainCsv(cell),
  };
}

function bounded(column: Column, value: number, precision: number | undefined): ParsedCell {
  if (Math.abs(value) > MAX_NUMBER)
    return reject(
      'out_of_range',
      `must be from -${MAX_NUMBER} to ${MAX_NUMBER}, which is as far as numbers are exact; store longer ones as text`,
    );
  const rounded = precision === undefined ? (value === 0 ? 0 : value) : roundTo(value, precision);
  const { min, max } = configOf<'number'>(column);
  if (min !== undefined && rounded < min) return reject('out_of_range', `must be at least ${min}`);
  if (max !== undefined && rounded > max) return reject('out_of_range', `must be at most ${max}`);
  return { cell: rounded };
}

/** Formats a number with exactly this many decimals, or as many as it has. */
export const withDecimals = (value: number, precision: number | undefined): string =>
  precision === undefined ? String(withoutBinaryError(value)) : value.toFixed(precision);

/** Returns a number as its 15 leading digits say, which removes the error of sums in binary: 1771.1000000000001 is 1771.1. */
export const withoutBinaryError = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

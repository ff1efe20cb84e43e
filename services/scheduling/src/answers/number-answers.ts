import { type FormField, stepRange } from '@space/contracts/scheduling';
import { AnswerError, type AnswerReader, wrongType } from './answer-error.ts';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Returns a number, or the number in a text as browsers send it; undefined for any other value. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const text = value.trim();
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** Reads a number from `min` to `max` with at most so many decimal places. */
function numberBetween(min: number, max: number, digits: number | undefined): AnswerReader {
  const notNumber = wrongType('a number');
  const tooSmall = new AnswerError('too_small', `must be at least ${min}`);
  const tooLarge = new AnswerError('too_large', `must be at most ${max}`);
  const tooFine = new AnswerError('too_precise', digits === 0 ? 'must be a whole number' : `must have at most ${digits} decimal places`);
  return (value) => {
    const number = numberOf(value);
    if (number === undefined) return typeof value === 'string' && value.trim() === '' ? undefined : notNumber;
    if (number < min) return tooSmall;
    if (number > max) return tooLarge;
    if (digits === 0 ? !Number.isInteger(number) : digits !== undefined && Number(number.toFixed(digits)) !== number) return tooFine;
    return number === 0 ? 0 : number;
  };
}

/** Reads a number. */
export const number = ({ validation = {} }: FormField): AnswerReader =>
  numberBetween(validation.min ?? -Number.MAX_SAFE_INTEGER, validation.max ?? Number.MAX_SAFE_INTEGER, validation.integer ? 0 : undefined);

/** Reads an amount of money with the decimal places of its currency. */
export const currency = ({ validation = {} }: FormField): AnswerReader =>
  numberBetween(
    validation.min ?? -1_000_000_000_000,
    validation.max ?? 1_000_000_000_000,
    new Intl.NumberFormat('en', { style: 'currency', currency: currencyOf(validation.currency) }).resolvedOptions().maximumFractionDigits ??
      2,
  );

/** Returns the currency of a field; default EUR. */
export const currencyOf = (currency: string | undefined): string => currency ?? 'EUR';

/** Reads one step of a rating, a scale or an NPS question. */
export function steps(field: FormField): AnswerReader {
  const { first, last } = stepRange(field);
  return numberBetween(first, last, 0);
}

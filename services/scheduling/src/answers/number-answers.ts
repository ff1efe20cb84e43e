import type { FormField } from '@space/contracts/scheduling';
import { AnswerError, type AnswerReader, wrongType } from './answer-error.ts';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** A number, or text that is one, as browsers send it; undefined for anything else. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const text = value.trim();
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** A number between `min` and `max`, with so many digits behind the point. */
function numberBetween(min: number, max: number, digits: number | undefined): AnswerReader {
  const notNumber = wrongType('a number');
  const tooSmall = new AnswerError('too_small', `must be at least ${min}`);
  const tooLarge = new AnswerError('too_large', `must be at most ${max}`);
  const tooFine = new AnswerError(
    'too_precise',
    digits === 0 ? 'must be a whole number' : `must have at most ${digits} digits behind the point`,
  );
  return (value) => {
    const number = numberOf(value);
    if (number === undefined) return typeof value === 'string' && value.trim() === '' ? undefined : notNumber;
    if (number < min) return tooSmall;
    if (number > max) return tooLarge;
    if (digits === 0 ? !Number.isInteger(number) : digits !== undefined && Number(number.toFixed(digits)) !== number) return tooFine;
    return number === 0 ? 0 : number;
  };
}

/** A number. */
export const number = ({ validation = {} }: FormField): AnswerReader =>
  numberBetween(validation.min ?? -Number.MAX_SAFE_INTEGER, validation.max ?? Number.MAX_SAFE_INTEGER, validation.integer ? 0 : undefined);

/** An amount of money, as fine as its currency is. */
export const currency = ({ validation = {} }: FormField): AnswerReader =>
  numberBetween(
    validation.min ?? -1_000_000_000_000,
    validation.max ?? 1_000_000_000_000,
    new Intl.NumberFormat('en', { style: 'currency', currency: currencyOf(validation.currency) }).resolvedOptions().maximumFractionDigits ??
      2,
  );

/** The currency of a field that names none. */
export const currencyOf = (currency: string | undefined): string => currency ?? 'EUR';

/** The first and the last step of a question that is answered by one of several steps. */
export function stepRange({ type, validation = {} }: FormField): { readonly first: number; readonly last: number } {
  if (type === 'nps') return { first: 0, last: 10 };
  if (type === 'rating') return { first: 1, last: validation.max ?? 5 };
  return { first: validation.min ?? 1, last: validation.max ?? 10 };
}

/** One of several steps: a rating, a scale, or from 0 to 10 how likely somebody is to recommend. */
export function steps(field: FormField): AnswerReader {
  const { first, last } = stepRange(field);
  return numberBetween(first, last, 0);
}

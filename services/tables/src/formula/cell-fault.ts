import type { CellError } from '../schema.ts';

/** Why a formula has no value for a row. */
const messages: ReadonlyMap<string, string> = new Map([
  ['div_by_zero', 'A number is divided by zero.'],
  ['not_a_number', 'The result is not a number.'],
  ['out_of_range', 'The result is larger than a number or a date can be.'],
  ['too_long', 'The result has more than 100,000 characters.'],
  ['not_a_date', 'The text is not a date of this format.'],
  ['too_slow', 'The pattern takes too long on this text.'],
  ['invalid_pattern', 'The pattern is not a regular expression.'],
  ['error', 'The formula says that this is an error.'],
]);

/** Thrown by closures when a row has no value; not an Error, since rows by the million may have one and none needs a stack. */
export class CellFault {
  readonly code: string;
  readonly message: string | undefined;

  constructor(code: string, message?: string) {
    this.code = code;
    this.message = message;
  }
}

/** Ends the evaluation of a row with an error. */
export function fail(code: string, message?: string): never {
  throw new CellFault(code, message);
}

/** An error of a cell with the sentence of its code, or with that of the formula's author. */
export const cellError = (code: string, message?: string | null): CellError => ({
  code,
  message: message ?? messages.get(code) ?? 'The formula has no value here.',
});

import type { CellError } from './cell.ts';

/** Messages of the codes with which an evaluation can fail. */
const messages: ReadonlyMap<string, string> = new Map([
  ['div_by_zero', 'A number is divided by zero.'],
  ['not_a_number', 'The result is not a number.'],
  ['out_of_range', 'The result is larger than a number or a date can be.'],
  ['too_long', 'The result has more than 100,000 characters.'],
  ['not_a_date', 'The text is not a date of this format.'],
  ['too_slow', 'The formula does too much work for this row; shorten its texts or split it into several columns.'],
  ['invalid_pattern', 'The pattern is not a regular expression.'],
  ['error', 'The formula says that this is an error.'],
]);

/** Thrown by closures when a row has no value. It is not an `Error`: millions of rows may fail, and a stack would be wasted on them. */
export class EvaluationFailure {
  readonly code: string;
  readonly message: string | undefined;

  constructor(code: string, message?: string) {
    this.code = code;
    this.message = message;
  }
}

/** Throws an `EvaluationFailure`, which ends the evaluation of this row. */
export function fail(code: string, message?: string): never {
  throw new EvaluationFailure(code, message);
}

/** Returns the error of a cell, with the author's message or the default message of the code. */
export const cellError = (code: string, message?: string | null): CellError => ({
  code,
  message: message ?? messages.get(code) ?? 'The formula has no value here.',
});

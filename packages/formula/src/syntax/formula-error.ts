/** Codes of the errors that make an expression invalid. */
export type FormulaErrorCode =
  | 'syntax'
  | 'unknown_column'
  | 'unknown_function'
  | 'wrong_argument_count'
  | 'wrong_type'
  | 'too_deep'
  | 'too_long';

/** The expected and the actual input, for errors where the two add to the message. */
export interface FormulaErrorDetails {
  readonly expected?: string;
  readonly actual?: string;
}

/** Thrown for an invalid expression: a code, a position in code units from 0, and a message that says how to fix it. */
export class FormulaError extends Error {
  readonly code: FormulaErrorCode;
  readonly position: number;
  readonly expected?: string;
  readonly actual?: string;

  constructor(code: FormulaErrorCode, position: number, message: string, details: FormulaErrorDetails = {}) {
    super(message);
    this.name = 'FormulaError';
    this.code = code;
    this.position = position;
    if (details.expected !== undefined) this.expected = details.expected;
    if (details.actual !== undefined) this.actual = details.actual;
  }
}

/** The reason why an answer is invalid: a code, and the end of a sentence that begins with the field. */
export class AnswerError {
  readonly code: string;
  readonly message: string;

  constructor(code: string, message: string) {
    this.code = code;
    this.message = message;
  }
}

/**
 * Reads the value sent for one field, which is neither empty nor missing. Returns the answer to store, `undefined` when the
 * value answers nothing, or an AnswerError. A reader is created once per version of a form and used for every submission,
 * so it computes nothing that depends on the field alone.
 */
export type AnswerReader = (value: unknown) => unknown;

/** Returns the error of a value of the wrong type. */
export const wrongType = (expected: string): AnswerError => new AnswerError('wrong_type', `must be ${expected}`);

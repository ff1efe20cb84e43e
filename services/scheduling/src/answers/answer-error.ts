/** Why an answer is none: a word for machines and the end of a sentence that begins with the field. */
export class AnswerError {
  readonly code: string;
  readonly message: string;

  constructor(code: string, message: string) {
    this.code = code;
    this.message = message;
  }
}

/**
 * Reads what was sent for one field, which is neither nothing nor an empty text: the answer as it is kept, `undefined` when it
 * answers nothing all the same, or a Fault. It is made once for a version of a form and used for every submission, so it does
 * no work that could have been done before.
 */
export type AnswerReader = (value: unknown) => unknown;

/** The error of a value that is of the wrong type altogether. */
export const wrongType = (expected: string): AnswerError => new AnswerError('wrong_type', `must be ${expected}`);

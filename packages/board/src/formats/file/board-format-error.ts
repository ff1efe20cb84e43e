/** A file that is not a drawing of its format, or too large. Its message is one plain sentence with the rule. */
export class BoardFormatError extends Error {
  readonly code: 'invalid' | 'too_large';

  constructor(code: BoardFormatError['code'], message: string) {
    super(message);
    this.name = 'BoardFormatError';
    this.code = code;
  }
}

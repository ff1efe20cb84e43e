/** Thrown for bytes that no work can be done on, with the reason in one snake_case word. */
export class Unreadable extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`the bytes are refused: ${reason}`, options);
    this.name = 'Unreadable';
    this.reason = reason;
  }
}

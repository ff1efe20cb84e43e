/** The reasons for which a file has no text that can be read. */
export type TextFailureReason = 'unsupported' | 'encrypted' | 'broken' | 'too_large';

/** Thrown for a file whose text cannot be read; the same file fails again. */
export class TextFailure extends Error {
  readonly reason: TextFailureReason;

  constructor(reason: TextFailureReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'TextFailure';
    this.reason = reason;
  }
}

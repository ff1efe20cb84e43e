import { JobRefusal } from '@space/worker/job-refusal';

/** The reasons for which an operation on rich text is refused. */
export type RichTextErrorCode =
  /** An argument breaks a rule, such as Markdown that is nested too deeply. */
  | 'invalid'
  /** A size is above its limit. */
  | 'too_large'
  /** The document does not have a block, or a text that was searched for. */
  | 'conflict'
  /** A Yjs update is broken, incomplete or breaks the schema. */
  | 'invalid_update'
  /** The machine had no time for the operation. */
  | 'busy';

/** The place of a fault: the line of the Markdown (from 1), the index of the edit (from 0) and the block. */
export interface RichTextErrorPlace {
  readonly line?: number;
  readonly edit?: number;
  readonly block_id?: string;
}

/** A refusal with a code, one plain sentence and its place. Every error that this package raises on purpose is one. */
export class RichTextError extends JobRefusal<RichTextErrorCode, RichTextErrorPlace> {
  override readonly name = 'RichTextError';

  constructor(code: RichTextErrorCode, message: string, place: RichTextErrorPlace = {}) {
    super(code, message, place);
  }

  /** Returns the same refusal with the index of the edit that caused it. */
  atEdit(edit: number): RichTextError {
    return new RichTextError(this.code, this.message, { ...this.place, edit });
  }
}

import { JobRefusal } from '@space/worker/job-refusal';

/** The reasons for which an operation on a whiteboard is refused. */
export type BoardErrorCode =
  /** An argument breaks a rule, such as a field that an element of its type does not have. */
  | 'invalid'
  /** The whiteboard does not have an element that the operation names. */
  | 'unknown_element'
  /** Frames would be in themselves, or nested too deeply. */
  | 'conflict'
  /** A size is above its limit. */
  | 'too_large'
  /** A Yjs update is broken, incomplete or breaks the schema. */
  | 'invalid_update'
  /** The machine had no time for the operation. */
  | 'busy';

/** The place of a fault: the index of the element or change in its list (from 0), the field, and the id of an element. */
export interface BoardErrorPlace {
  readonly index?: number;
  readonly field?: string;
  readonly element_id?: string;
}

/** A refusal with a code, one plain sentence and its place. Every error that this package raises on purpose is one. */
export class BoardError extends JobRefusal<BoardErrorCode, BoardErrorPlace> {
  override readonly name = 'BoardError';

  constructor(code: BoardErrorCode, message: string, place: BoardErrorPlace = {}) {
    super(code, message, place);
  }

  /** The index of the element or change in its list, from 0. */
  get index(): number | undefined {
    return this.place.index;
  }

  /** The field that breaks a rule. */
  get field(): string | undefined {
    return this.place.field;
  }
}

import type { Undo } from '../../core/operation.ts';

/** A call of a tool, by its name: the behaviour, the arguments, the answer and the undo. */
type UndoCase = readonly [tool: string, behaviour: string, args: object, output: object, undo: Undo | null];

/** The tests of the undo of one domain. */
export interface UndoCases {
  readonly cases: readonly UndoCase[];
  /** Ids of changes that have neither `undo` nor `no_undo` yet. The list may only become shorter. */
  readonly missing: readonly string[];
}

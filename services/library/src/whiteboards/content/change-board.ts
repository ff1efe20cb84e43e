import { type BoardComparison, compareElements } from '@space/board';
import type { Call } from '@space/bus';
import { type Operation, type OutputOf, Problem } from '@space/contracts/core';
import { MAX_BOARD_ANSWER_BYTES, type whiteboardElements } from '@space/contracts/whiteboards';
import { replayIfStored } from '@space/event-log';
import { assertEditable } from '../../contents/kinds/assert-editable.ts';
import { appendUpdate } from '../../contents/storage/append-update.ts';
import { applyInTurn } from '../../contents/storage/apply-in-turn.ts';
import { loadPresent } from '../../contents/storage/load-state.ts';
import { findWhiteboard } from '../rows/find-whiteboard.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';
import { referencesOf } from '../storage/board-references.ts';
import { storedBoardOf } from '../storage/stored-board.ts';
import { assertReferenceCount, assertThings, type GivenThing } from './assert-things.ts';
import type { WhiteboardPorts } from './whiteboard-ports.ts';

/** A change that was applied to a copy of a whiteboard; null in `update` if nothing differs. */
interface Applied {
  readonly update: Uint8Array | null;
}

/** The versions before and after a change, which are equal if nothing changed, and what differs. */
interface ChangedAt {
  readonly id: string;
  readonly version: number;
  readonly previous_version: number;
  readonly comparison: BoardComparison;
}

/** A change as a function of the whiteboard: it is applied again if the whiteboard changes meanwhile. */
export interface ElementsChange<Made extends Applied, Answer> {
  readonly apply: (state: Uint8Array, whiteboard: WhiteboardRow) => Promise<Made>;
  /** The things that the call names; none for a change that brings only former elements back. */
  readonly given?: readonly GivenThing[];
  readonly answer: (made: Made, at: ChangedAt) => Answer;
}

/** Changes the elements of a whiteboard as a call asks, and answers what changed. */
export async function changeBoard<O extends Operation, Made extends Applied>(
  { ports, writer, boards, kind, turns }: WhiteboardPorts,
  call: Call<O>,
  change: ElementsChange<Made, OutputOf<O>>,
): Promise<OutputOf<O>> {
  // All operations that change elements emit the same events.
  const changing = call as unknown as Call<typeof whiteboardElements.operations.update_bulk>;
  const { id } = changing.input;
  const { space_id: space, actor } = call.caller;
  const { database } = ports;

  async function attempt(mayFollowOthers: boolean): Promise<OutputOf<O>> {
    const whiteboard = await findWhiteboard(database, space, id);
    assertEditable(whiteboard, kind.tables);
    const state = await loadPresent(database, boards, space, whiteboard);
    const made = await change.apply(state, whiteboard);
    const { update } = made;
    const before = await boards.run(space, 'read_elements', { state });
    const after = update === null ? before : await boards.run(space, 'read_elements', { state: await joined(space, state, update) });
    if (change.given) {
      await assertThings(ports, call, change.given, referencesOf(before));
      assertReferenceCount(referencesOf(before), referencesOf(after));
    }
    const comparison = compareElements(before, after);
    const answerAt = (version: number) =>
      fitting(change.answer(made, { id, version, previous_version: update === null ? version : version - 1, comparison }));
    const derived = storedBoardOf(after);
    return (await writer.write(changing, async function changeInTransaction(tx) {
      if (update === null) return answerAt(whiteboard.content_version) as never;
      const at_version = whiteboard.content_version;
      const appended = { space, id, actor, update, at_version, derived, change: comparison, mayFollowOthers };
      const { content_version } = await appendUpdate(tx, kind, appended);
      return answerAt(content_version) as never;
    })) as OutputOf<O>;
  }

  const joined = (space_id: string, state: Uint8Array, update: Uint8Array) =>
    boards.run(space_id, 'join_updates', { state, updates: [update] });
  return applyInTurn(turns, id, async () => (await replayIfStored('library', ports, changing)) as never, attempt);
}

/** Returns an answer. Throws `too_large` for one that no message carries: the change would be stored, and its caller would not know. */
function fitting<Answer>(answer: Answer): Answer {
  if (Buffer.byteLength(JSON.stringify(answer)) > MAX_BOARD_ANSWER_BYTES)
    throw new Problem('too_large', 'The answer would have too many bytes; change fewer elements in one call.');
  return answer;
}

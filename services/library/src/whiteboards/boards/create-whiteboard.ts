import { emptyBoard } from '@space/board';
import type { Handlers } from '@space/bus';
import { Problem, unresolvedReferences } from '@space/contracts/core';
import { MAX_WHITEBOARDS, whiteboardCreated, type whiteboards } from '@space/contracts/whiteboards';
import { newId } from '@space/database';
import { replayIfStored } from '@space/event-log';
import { loadPresent } from '../../contents/storage/load-state.ts';
import { insertUpdate } from '../../contents/storage/updates.queries.ts';
import { preparePlace, takePlace } from '../../tree/place.ts';
import type { WhiteboardPorts } from '../content/whiteboard-ports.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { answerOf, findWhiteboard } from '../rows/find-whiteboard.ts';
import { countWhiteboards, findWhiteboardRows, insertWhiteboard } from '../rows/whiteboard-rows.queries.ts';
import { storeBoard } from '../storage/store-board.ts';

/** Returns the handler that creates a whiteboard, empty or with the elements of another one. */
export function createWhiteboard({ ports, writer, boards, kind }: WhiteboardPorts): Handlers<typeof whiteboards>['create'] {
  const { database } = ports;

  /** Returns the state of a new whiteboard. Throws `unresolved_reference` for a whiteboard that there is not. */
  async function firstState(space: string, from: string | undefined): Promise<Uint8Array> {
    if (from === undefined) return emptyBoard();
    const source = (await findWhiteboardRows(database, space, [from])).get(from);
    if (!source) throw unresolvedReferences([{ path: 'from_whiteboard_id', noun: 'whiteboard', id: from }]);
    return boards.run(space, 'copy', { state: await loadPresent(database, boards, space, source) });
  }

  return async function create(call) {
    const { title, background, folder_id, folder_path, from_whiteboard_id } = call.input;
    const { space_id: space, actor } = call.caller;
    const stored = await replayIfStored('library', ports, call);
    if (stored) return stored;
    const state = await firstState(space, from_whiteboard_id);
    const board = await kind.derive(space, state);
    const place = await preparePlace(database, space, { folder_id, folder_path });
    return writer.write(call, async function createInTransaction(tx) {
      const folder = (await takePlace(tx, space, place)) ?? null;
      if ((await countWhiteboards(tx, space)) >= MAX_WHITEBOARDS)
        throw new Problem(
          'limit_reached',
          `A Space can have ${MAX_WHITEBOARDS} whiteboards with those in the trash; delete one for good first.`,
        );
      const id = newId('wbd');
      await insertWhiteboard(tx, { space_id: space, id, folder_id: folder, title, background, created_by: actor }, tx.now);
      await insertUpdate(tx, kind.tables, { space, id, version: 1, update: state, actor }, tx.now);
      const whiteboard = kind.withDerived(await findWhiteboard(tx, space, id), board);
      await storeBoard(tx, whiteboard, board);
      const dataOf = await eventDataOf(tx, space, [whiteboard]);
      tx.emit(whiteboardCreated, { ...dataOf(whiteboard), elements_count: board.elements_count });
      return answerOf(tx, space, id);
    });
  };
}

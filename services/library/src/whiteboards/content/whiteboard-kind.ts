import { compareElements } from '@space/board';
import { scheduledCall } from '@space/bus';
import {
  CHANGES_PER_VERSION,
  DOCUMENT_CHANGE_DAYS,
  DOCUMENT_VERSION_DAYS,
  MAX_NAMED_VERSIONS,
  MINUTES_BETWEEN_VERSIONS,
  QUIET_VERSION_MINUTES,
} from '@space/contracts/documents';
import { whiteboardElements, type whiteboardUpdated } from '@space/contracts/whiteboards';
import type { ContentKind } from '../../contents/kinds/content-kind.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';
import { findWhiteboardRows, lockWhiteboardRows } from '../rows/whiteboard-rows.queries.ts';
import { whiteboardTables } from '../rows/whiteboard-tables.ts';
import { announceBoardChange, type BoardChange, noChange } from '../storage/announce-board.ts';
import { assetIdsOf } from '../storage/board-references.ts';
import { storeBoard } from '../storage/store-board.ts';
import { type StoredBoard, storedBoardOf } from '../storage/stored-board.ts';
import type { BoardWork } from './board-work.ts';

/** The types of the content of whiteboards. */
export interface WhiteboardTypes {
  readonly row: WhiteboardRow;
  readonly derived: StoredBoard;
  readonly change: BoardChange;
  readonly news: null;
  readonly event: typeof whiteboardUpdated;
}

/** Returns whiteboards as a kind of contents, with the threads that work on them. */
export const whiteboardKind = (boards: BoardWork): ContentKind<WhiteboardTypes> => ({
  tables: whiteboardTables,
  limits: {
    change_days: DOCUMENT_CHANGE_DAYS,
    checkpoint_days: DOCUMENT_VERSION_DAYS,
    quiet_minutes: QUIET_VERSION_MINUTES,
    changes_per_checkpoint: CHANGES_PER_VERSION,
    checkpoint_minutes: MINUTES_BETWEEN_VERSIONS,
    named_versions: MAX_NAMED_VERSIONS,
  },
  work: boards,
  find: findWhiteboardRows,
  lock: lockWhiteboardRows,
  // An element has its id as its key, so editors leave none out.
  complete: async (_space, state) => ({ state, update: null }),
  derive: async (space, state) => storedBoardOf(await boards.run(space, 'read_elements', { state })),
  compare: async (space, before, after) =>
    before === null
      ? noChange
      : compareElements(
          await boards.run(space, 'read_elements', { state: before }),
          await boards.run(space, 'read_elements', { state: after }),
        ),
  withDerived: (row, { refs }) => ({ ...row, asset_ids: assetIdsOf(refs) }),
  async storeDerived(tx, row, board) {
    await storeBoard(tx, row, board);
    return null;
  },
  announceChange: announceBoardChange,
  async announceNews() {},
  async write(writer, caller, change) {
    const call = scheduledCall('whiteboard_elements.update_bulk', whiteboardElements.operations.update_bulk, caller, {} as never);
    await writer.write(call, async function changeInTransaction(tx) {
      await change(tx);
      return null as never;
    });
  },
});

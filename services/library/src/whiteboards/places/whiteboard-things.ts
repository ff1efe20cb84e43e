import { type Whiteboard, whiteboardDeleted, whiteboardMoved, whiteboardRestored } from '@space/contracts/whiteboards';
import { deleteWithUses } from '../../things/things.queries.ts';
import type { Things } from '../../things/things.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { answerOf, answersOf } from '../rows/find-whiteboard.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';
import { findWhiteboardRows, lockWhiteboardRows } from '../rows/whiteboard-rows.queries.ts';

/** Whiteboards as things that lie in folders. */
export const whiteboardThings: Things<
  WhiteboardRow,
  Whiteboard,
  typeof whiteboardMoved,
  typeof whiteboardDeleted,
  typeof whiteboardRestored
> = {
  kind: 'whiteboard',
  scope: 'whiteboards:write',
  nameOf: ({ title }) => title,
  find: findWhiteboardRows,
  lock: lockWhiteboardRows,
  answer: answerOf,
  answers: answersOf,
  deleteRows: (tx, space, ids) => deleteWithUses(tx, space, 'whiteboard', ids),
  async announceMoved(tx, space, whiteboards, from) {
    const dataOf = await eventDataOf(tx, space, whiteboards);
    for (const [at, whiteboard] of whiteboards.entries()) tx.emit(whiteboardMoved, { ...dataOf(whiteboard), from_folder_id: from[at]! });
  },
  async announceDeleted(tx, space, whiteboards, permanent) {
    const dataOf = await eventDataOf(tx, space, whiteboards);
    for (const whiteboard of whiteboards)
      tx.emit(whiteboardDeleted, { ...dataOf({ ...whiteboard, asset_ids: permanent ? [] : whiteboard.asset_ids }), permanent });
  },
  async announceRestored(tx, space, whiteboards) {
    const dataOf = await eventDataOf(tx, space, whiteboards);
    for (const whiteboard of whiteboards) tx.emit(whiteboardRestored, dataOf(whiteboard));
  },
};

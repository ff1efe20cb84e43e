import type { BoardComparison } from '@space/board';
import { MAX_EVENT_ELEMENTS, MAX_EVENT_TEXTS, whiteboardUpdated } from '@space/contracts/whiteboards';
import type { Transaction } from '@space/event-log';
import type { AnnouncedChange } from '../../contents/kinds/content-kind.ts';
import { eventDataOf } from '../rows/event-data.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';

/** The ids of elements that a change changed, and texts that are new. */
export type BoardChange = Pick<BoardComparison, 'added' | 'changed' | 'removed' | 'texts'>;

/** The change of a whiteboard whose former elements are no longer stored. */
export const noChange: BoardChange = { added: [], changed: [], removed: [], texts: [] };

/** Announces a change of the elements of a whiteboard. */
export async function announceBoardChange(
  tx: Transaction<typeof whiteboardUpdated>,
  whiteboard: WhiteboardRow,
  { previous_version, change: { added, changed, removed, texts }, editors }: AnnouncedChange<BoardChange>,
): Promise<void> {
  const dataOf = await eventDataOf(tx, whiteboard.space_id, [whiteboard]);
  tx.emit(whiteboardUpdated, {
    ...dataOf(whiteboard),
    changed: ['elements'],
    previous_version,
    added: added.length,
    updated: changed.length,
    removed: removed.length,
    element_ids: [...added, ...changed, ...removed].slice(0, MAX_EVENT_ELEMENTS),
    texts: texts.slice(0, MAX_EVENT_TEXTS),
    editors: [...editors],
  });
}

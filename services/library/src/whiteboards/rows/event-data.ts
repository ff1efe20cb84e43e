import type { WhiteboardEventData } from '@space/contracts/whiteboards';
import type { CommonQueryMethods } from 'slonik';
import { inFolder } from '../../tree/folder-event.ts';
import { findPathsOf } from '../../tree/tree.queries.ts';
import type { WhiteboardRow } from './whiteboard-row.ts';

/** Returns a function that gives the data of every event about one of some whiteboards, as their folders stand in the transaction. */
export async function eventDataOf(
  tx: CommonQueryMethods,
  space: string,
  whiteboards: readonly Pick<WhiteboardRow, 'folder_id'>[],
): Promise<(whiteboard: WhiteboardRow) => WhiteboardEventData> {
  const paths = await findPathsOf(
    tx,
    space,
    whiteboards.flatMap(({ folder_id }) => folder_id ?? []),
  );
  return (whiteboard) => ({
    whiteboard_id: whiteboard.id,
    whiteboard: whiteboard.title,
    version: whiteboard.content_version,
    path: `/whiteboards/${whiteboard.id}`,
    asset_ids: whiteboard.asset_ids,
    ...inFolder(whiteboard.folder_id, whiteboard.folder_id === null ? [] : paths.get(whiteboard.folder_id)),
  });
}

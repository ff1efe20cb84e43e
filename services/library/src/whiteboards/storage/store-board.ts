import type { CommonQueryMethods } from 'slonik';
import { replaceUses } from '../../uses/uses.queries.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';
import { placesOf } from './board-references.ts';
import { deleteElements, findDigests, storeElements } from './elements.queries.ts';
import type { StoredBoard } from './stored-board.ts';
import { storeSummary } from './summaries.queries.ts';

/** Stores the elements of a whiteboard, which is locked, and the assets that they show. Only rows of elements that changed are written. */
export async function storeBoard(
  tx: CommonQueryMethods & { readonly now: string },
  whiteboard: WhiteboardRow,
  board: StoredBoard,
): Promise<void> {
  const { space_id, id, title, content_version } = whiteboard;
  const known = await findDigests(tx, space_id, id);
  const changed = board.rows.filter((row) => known.get(row.id) !== row.digest);
  const present = new Set(board.rows.map((row) => row.id));
  const gone = [...known.keys()].filter((element) => !present.has(element));
  if (gone.length > 0) await deleteElements(tx, space_id, id, gone);
  if (changed.length > 0) await storeElements(tx, space_id, id, changed);
  await storeSummary(tx, whiteboard, content_version, board);
  await replaceUses(tx, space_id, { kind: 'whiteboard', id, name: title, path: `/whiteboards/${id}` }, placesOf(board.refs));
}

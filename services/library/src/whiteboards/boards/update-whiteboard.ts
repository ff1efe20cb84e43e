import { extendJson, type Handlers } from '@space/bus';
import { type WhiteboardValues, whiteboardMoved, type whiteboards, whiteboardUpdated } from '@space/contracts/whiteboards';
import { mustMatch } from '@space/database';
import type { Transaction } from '@space/event-log';
import type { z } from 'zod';
import { assertNotTrashed } from '../../contents/kinds/assert-editable.ts';
import { preparePlace, takePlace } from '../../tree/place.ts';
import { replaceUses } from '../../uses/uses.queries.ts';
import type { WhiteboardPorts } from '../content/whiteboard-ports.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { answerOf, lockWhiteboard } from '../rows/find-whiteboard.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';
import { updateWhiteboardRow } from '../rows/whiteboard-rows.queries.ts';
import { placesOf } from '../storage/board-references.ts';
import { findReferences, renameSummary } from '../storage/summaries.queries.ts';

type Values = z.output<typeof WhiteboardValues>;

const names = ['title', 'background', 'is_locked', 'folder_id'] as const satisfies readonly (keyof Values)[];

/** Returns the handler that changes the title, the background, the folder and the lock of a whiteboard. */
export const updateWhiteboard =
  ({ ports, writer }: Pick<WhiteboardPorts, 'ports' | 'writer'>): Handlers<typeof whiteboards>['update'] =>
  async (call) => {
    const { id, folder_id, folder_path, ...fields } = call.input;
    const space = call.caller.space_id;
    const place = await preparePlace(ports.database, space, { folder_id, folder_path });
    return writer.write(call, async function updateInTransaction(tx) {
      const folder = await takePlace(tx, space, place);
      const before = await lockWhiteboard(tx, space, id);
      mustMatch(call.if_version, before.version);
      assertNotTrashed(before);
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const after: WhiteboardRow = { ...before, ...given, ...(folder === undefined ? {} : { folder_id: folder }) };
      const changed = names.filter((name) => before[name] !== after[name]);
      if (changed.length > 0) await storeUpdate(tx, before, after, changed);
      const was = Object.fromEntries(changed.map((name) => [name, before[name]]));
      return extendJson(await answerOf(tx, space, id), { before: was as Partial<Values> });
    });
  };

/** Writes a whiteboard that is locked, and announces its changed fields. */
async function storeUpdate(
  tx: Transaction<typeof whiteboardUpdated | typeof whiteboardMoved>,
  before: WhiteboardRow,
  after: WhiteboardRow,
  changed: readonly (typeof names)[number][],
): Promise<void> {
  const { space_id, id, title } = after;
  await updateWhiteboardRow(tx, after, tx.now);
  if (changed.includes('title')) {
    await renameSummary(tx, space_id, id, title);
    const refs = await findReferences(tx, space_id, id);
    await replaceUses(tx, space_id, { kind: 'whiteboard', id, name: title, path: `/whiteboards/${id}` }, placesOf(refs));
  }
  const dataOf = await eventDataOf(tx, space_id, [after]);
  const others = changed.filter((name) => name !== 'folder_id');
  if (others.length > 0)
    tx.emit(whiteboardUpdated, {
      ...dataOf(after),
      changed: others,
      previous_version: after.content_version,
      added: 0,
      updated: 0,
      removed: 0,
      element_ids: [],
      texts: [],
      editors: [],
    });
  if (changed.includes('folder_id')) tx.emit(whiteboardMoved, { ...dataOf(after), from_folder_id: before.folder_id });
}

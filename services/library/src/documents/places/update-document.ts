import { extendJson, type Handlers } from '@space/bus';
import { type DocumentValues, documentMoved, type documents, documentUpdated } from '@space/contracts/documents';
import { mustMatch } from '@space/database';
import type { Transaction, Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { z } from 'zod';
import { preparePlace, takePlace } from '../../tree/place.ts';
import { replaceUses } from '../../uses/uses.queries.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { updateDocumentRow } from '../rows/document-rows.queries.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { answerOf, assertNotTrashed, lockDocuments } from '../rows/find-document.ts';
import { placesOf } from '../storage/store-text.ts';
import { findPublishedReferences, findReferences, renameText } from '../storage/texts.queries.ts';

type Values = z.output<typeof DocumentValues>;

const names = ['title', 'icon', 'is_locked', 'folder_id'] as const satisfies readonly (keyof Values)[];

/** Returns the handler that changes the title, the icon, the folder and the lock of a document. */
export const updateDocument =
  (ports: Ports, writer: Writer): Handlers<typeof documents>['update'] =>
  async (call) => {
    const { id, folder_id, folder_path, ...fields } = call.input;
    const space = call.caller.space_id;
    const place = await preparePlace(ports.database, space, { folder_id, folder_path });
    return writer.write(call, async function updateInTransaction(tx) {
      const folder = await takePlace(tx, space, place);
      const [before] = await lockDocuments(tx, space, [id]);
      mustMatch(call.if_version, before!.version);
      assertNotTrashed(before!);
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const after: DocumentRow = { ...before!, ...given, ...(folder === undefined ? {} : { folder_id: folder }) };
      const changed = names.filter((name) => before![name] !== after[name]);
      if (changed.length > 0) await storeUpdate(tx, before!, after, changed);
      const was = Object.fromEntries(changed.map((name) => [name, before![name]]));
      return extendJson(await answerOf(tx, space, id), { before: was as Partial<Values> });
    });
  };

/** Writes a document that is locked, and announces its changed fields. */
async function storeUpdate(
  tx: Transaction<typeof documentUpdated | typeof documentMoved>,
  before: DocumentRow,
  after: DocumentRow,
  changed: readonly (typeof names)[number][],
): Promise<void> {
  const { space_id, id, title } = after;
  await updateDocumentRow(tx, after, tx.now);
  if (changed.includes('title')) {
    await renameText(tx, space_id, id, title);
    const refs = await findReferences(tx, space_id, id);
    const published = await findPublishedReferences(tx, space_id, id);
    await replaceUses(tx, space_id, { kind: 'document', id, name: title, path: `/documents/${id}` }, placesOf(refs, published));
  }
  const dataOf = await eventDataOf(tx, space_id, [after]);
  const others = changed.filter((name) => name !== 'folder_id');
  if (others.length > 0)
    tx.emit(documentUpdated, {
      ...dataOf(after),
      changed: others,
      previous_version: after.content_version,
      changed_blocks: [],
      characters_added: 0,
      characters_removed: 0,
      editors: [],
      excerpt: after.excerpt,
    });
  if (changed.includes('folder_id')) tx.emit(documentMoved, { ...dataOf(after), from_folder_id: before.folder_id });
}

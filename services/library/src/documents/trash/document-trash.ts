import { extendJson, type Handlers } from '@space/bus';
import type { documents } from '@space/contracts/documents';
import { mustMatch } from '@space/database';
import type { Writer } from '@space/event-log';
import { lockPlaces } from '../../tree/tree.queries.ts';
import { answerOf, lockDocuments } from '../rows/find-document.ts';
import { removeDocuments, restoreDocuments } from './remove-documents.ts';

/** Creates the handlers that delete and restore documents. */
export function documentTrashHandlers(
  writer: Writer,
): Pick<Handlers<typeof documents>, 'delete' | 'delete_bulk' | 'restore' | 'restore_bulk'> {
  return {
    delete: (call) =>
      writer.write(call, async function deleteInTransaction(tx) {
        const { id, permanent } = call.input;
        const space = call.caller.space_id;
        await lockPlaces(tx, space);
        const [document] = await lockDocuments(tx, space, [id]);
        mustMatch(call.if_version, document!.version);
        await removeDocuments(tx, space, [document!], { permanent });
        return { id, deleted: true as const, was_trashed: document!.trashed_at !== null };
      }),

    delete_bulk: (call) =>
      writer.write(call, async function deleteManyInTransaction(tx) {
        const { ids, permanent } = call.input;
        const space = call.caller.space_id;
        await lockPlaces(tx, space);
        const locked = await lockDocuments(tx, space, ids);
        const removed = await removeDocuments(tx, space, locked, { permanent });
        const deleted_ids = locked.filter(({ trashed_at }) => trashed_at === null).map((document) => document.id);
        return { ids, deleted: removed.length, deleted_ids };
      }),

    restore: (call) =>
      writer.write(call, async function restoreInTransaction(tx) {
        const { id } = call.input;
        const space = call.caller.space_id;
        await lockPlaces(tx, space);
        const restored = await restoreDocuments(tx, space, await lockDocuments(tx, space, [id]));
        return extendJson(await answerOf(tx, space, id), { was_trashed: restored.length > 0 });
      }),

    restore_bulk: (call) =>
      writer.write(call, async function restoreManyInTransaction(tx) {
        const { ids } = call.input;
        const space = call.caller.space_id;
        await lockPlaces(tx, space);
        const restored_ids = await restoreDocuments(tx, space, await lockDocuments(tx, space, ids));
        return { ids, restored: restored_ids.length, restored_ids };
      }),
  };
}

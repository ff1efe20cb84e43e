import { extendJson, type Handlers } from '@space/bus';
import type { assets } from '@space/contracts/assets';
import { mustMatch } from '@space/database';
import type { Writer } from '@space/event-log';
import { answerOf, lockAssets } from '../rows/find-asset.ts';
import { lockPlaces } from '../tree/tree.queries.ts';
import { removeAssets, restoreAssets } from './remove-assets.ts';

/** Creates the handlers that delete and restore assets. */
export function trashHandlers(
  writer: Writer,
  origin: string,
): Pick<Handlers<typeof assets>, 'delete' | 'delete_bulk' | 'restore' | 'restore_bulk'> {
  return {
    delete: (call) =>
      writer.write(call, async function deleteInTransaction(tx) {
        const { id, force, permanent } = call.input;
        const space = call.caller.space_id;
        await lockPlaces(tx, space);
        const [asset] = await lockAssets(tx, space, [id]);
        mustMatch(call.if_version, asset!.version);
        await removeAssets(tx, space, [asset!], { force, permanent, origin });
        return { id, deleted: true as const, was_trashed: asset!.trashed_at !== null };
      }),

    delete_bulk: (call) =>
      writer.write(call, async function deleteManyInTransaction(tx) {
        const { ids, force, permanent } = call.input;
        const space = call.caller.space_id;
        await lockPlaces(tx, space);
        const locked = await lockAssets(tx, space, ids);
        const removed = await removeAssets(tx, space, locked, { force, permanent, origin });
        const deleted_ids = locked.filter(({ trashed_at }) => trashed_at === null).map((asset) => asset.id);
        return { ids, deleted: removed.length, deleted_ids };
      }),

    restore: (call) =>
      writer.write(call, async function restoreInTransaction(tx) {
        const { id } = call.input;
        const space = call.caller.space_id;
        await lockPlaces(tx, space);
        const restored = await restoreAssets(tx, space, await lockAssets(tx, space, [id]), origin);
        return extendJson(await answerOf(tx, space, id, origin), { was_trashed: restored.length > 0 });
      }),

    restore_bulk: (call) =>
      writer.write(call, async function restoreManyInTransaction(tx) {
        const { ids } = call.input;
        const space = call.caller.space_id;
        await lockPlaces(tx, space);
        const restored_ids = await restoreAssets(tx, space, await lockAssets(tx, space, ids), origin);
        return { ids, restored: restored_ids.length, restored_ids };
      }),
  };
}

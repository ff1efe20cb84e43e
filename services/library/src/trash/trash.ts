import type { Handlers } from '@space/bus';
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
        return { id, deleted: true as const };
      }),

    delete_bulk: (call) =>
      writer.write(call, async function deleteManyInTransaction(tx) {
        const { ids, force, permanent } = call.input;
        const space = call.caller.space_id;
        await lockPlaces(tx, space);
        const deleted = await removeAssets(tx, space, await lockAssets(tx, space, ids), { force, permanent, origin });
        return { ids, deleted };
      }),

    restore: (call) =>
      writer.write(call, async function restoreInTransaction(tx) {
        const { id } = call.input;
        const space = call.caller.space_id;
        await lockPlaces(tx, space);
        await restoreAssets(tx, space, await lockAssets(tx, space, [id]), origin);
        return answerOf(tx, space, id, origin);
      }),

    restore_bulk: (call) =>
      writer.write(call, async function restoreManyInTransaction(tx) {
        const { ids } = call.input;
        const space = call.caller.space_id;
        await lockPlaces(tx, space);
        return { ids, restored: await restoreAssets(tx, space, await lockAssets(tx, space, ids), origin) };
      }),
  };
}

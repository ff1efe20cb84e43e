import type { Handlers } from '@space/bus';
import type { assets } from '@space/contracts/assets';
import { invalidFields } from '@space/contracts/core';
import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { answersOf, assertNotTrashed, lockAssets } from '../rows/find-asset.ts';
import { moveRows } from '../rows/move-rows.ts';
import { assertFoldersTake } from '../tree/assert-folders.ts';
import { preparePlace, takePlace } from '../tree/place.ts';

/** Returns the handler that moves assets: all of them or none. */
export const moveAssets =
  (ports: Ports, writer: Writer, origin: string): Handlers<typeof assets>['move_bulk'] =>
  async (call) => {
    const { ids, moves, folder_id, folder_path } = call.input;
    const space = call.caller.space_id;
    assertOneForm(call.input);
    const place = await preparePlace(ports.database, space, { folder_id, folder_path });
    return writer.write(call, async function moveInTransaction(tx) {
      const folder = (await takePlace(tx, space, place)) ?? null;
      const targets = new Map(moves ? moves.map((one) => [one.id, one.folder_id]) : ids!.map((id) => [id, folder]));
      if (moves) await assertFoldersTake(tx, space, moves);
      const rows = await lockAssets(tx, space, [...targets.keys()]);
      rows.forEach(assertNotTrashed);
      const moved = rows.filter(({ id, folder_id: before }) => before !== targets.get(id));
      await moveRows(tx, space, moved, (asset) => targets.get(asset.id)!, origin);
      return {
        data: await answersOf(tx, space, [...targets.keys()], origin),
        before: moved.map(({ id, folder_id: before }) => ({ id, folder_id: before })),
      };
    });
  };

function assertOneForm({ ids, moves, folder_id, folder_path }: { readonly [field: string]: unknown }): void {
  if ((ids === undefined) === (moves === undefined))
    throw invalidFields([{ path: 'ids', code: 'required', message: 'is required, unless moves is given; send one of them' }]);
  if (ids !== undefined && folder_id === undefined && folder_path === undefined)
    throw invalidFields([{ path: 'folder_id', code: 'required', message: 'is required with ids, unless folder_path is given' }]);
  if (moves !== undefined && (folder_id !== undefined || folder_path !== undefined))
    throw invalidFields([
      { path: 'moves', code: 'conflict', message: 'gives each asset its own folder; leave folder_id and folder_path out' },
    ]);
}

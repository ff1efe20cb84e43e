import type { Handlers } from '@space/bus';
import type { assets, assetUpdated } from '@space/contracts/assets';
import { invalidFields, Problem, unresolvedReferences } from '@space/contracts/core';
import type { folderCreated } from '@space/contracts/folders';
import type { Transaction, Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { answersOf, assertNotTrashed, lockAssets } from '../rows/find-asset.ts';
import { moveRows } from '../rows/move-rows.ts';
import { preparePlace, takePlace } from '../tree/place.ts';
import { findFolders } from '../tree/tree.queries.ts';

/** A transaction that moves assets. */
type MovingTransaction = Transaction<typeof assetUpdated | typeof folderCreated>;

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

async function assertFoldersTake(
  tx: MovingTransaction,
  space: string,
  moves: readonly { readonly folder_id: string | null }[],
): Promise<void> {
  const found = new Map(
    (
      await findFolders(
        tx,
        space,
        moves.flatMap(({ folder_id }) => folder_id ?? []),
      )
    ).map((folder) => [folder.id, folder]),
  );
  const missing = moves.flatMap(({ folder_id }, at) =>
    folder_id !== null && !found.has(folder_id) ? [{ path: `moves.${at}.folder_id`, noun: 'folder', id: folder_id }] : [],
  );
  if (missing.length > 0) throw unresolvedReferences(missing);
  const closed = [...found.values()].find(({ is_trashed }) => is_trashed);
  if (closed) throw new Problem('conflict', `The folder "${closed.name}" is in the trash; restore it first.`);
}

import type { Call } from '@space/bus';
import { Problem } from '@space/contracts/core';
import { folderDeleted, folderUpdated } from '@space/contracts/folders';
import type { folders } from '@space/contracts/library';
import type { Transaction } from '@space/event-log';
import { folderEventData } from '../tree/folder-event.ts';
import { type FolderRow, findByName, findFolders, findIdsBelow, lockFolders } from '../tree/tree.queries.ts';
import {
  assertMayChange,
  countThings,
  findThingsIn,
  moveFound,
  releaseThings,
  removeFound,
  type Shelf,
  type ThingDeleted,
  type ThingMoved,
} from './folder-things.ts';
import { deleteFolders, findChildIds, lockFolder, removeParents, setFoldersTrashed, updateFolder } from './folders.queries.ts';

type DeletingTransaction = Transaction<typeof folderDeleted | typeof folderUpdated | ThingDeleted | ThingMoved>;

/** Deletes a folder as a call asks. It goes alone, with all that is in it, or after what is in it has moved to its parent. */
export async function deleteFolder(tx: DeletingTransaction, call: Call<typeof folders.operations.delete>, shelf: Shelf) {
  const { id, contents, force, permanent } = call.input;
  const space = call.caller.space_id;
  await lockFolders(tx, space);
  const folder = await lockFolder(tx, space, id, call.if_version);
  if (folder.is_trashed && !permanent) return { id, deleted: true as const, was_trashed: true, moved: 0 };
  const isMovedUp = contents === 'move_up' && !folder.is_trashed;
  // First, because a folder in it may have its name.
  if (isMovedUp) await setFoldersTrashed(tx, space, [id], id, tx.now);
  const moved = isMovedUp ? await moveContentsUp(tx, call, folder, shelf) : 0;
  if (contents === 'refuse' && !folder.is_trashed) await assertEmpty(tx, space, folder, shelf);
  const isAll = permanent && (folder.is_trashed || contents === 'trash');
  const ids = contents === 'trash' || isAll ? await findIdsBelow(tx, space, id, isAll) : [id];
  const found = await findThingsIn(tx, space, shelf, ids, isAll);
  assertMayChange(call.caller, ids.length, found);
  await removeFound(tx, space, found, { force, permanent, deletion: id });
  await announceAll(tx, space, ids, { permanent, contents });
  if (permanent) await endFolders(tx, space, ids);
  else if (!isMovedUp) await setFoldersTrashed(tx, space, ids, id, tx.now);
  return { id, deleted: true as const, was_trashed: folder.is_trashed, moved };
}

async function assertEmpty(tx: DeletingTransaction, space: string, folder: FolderRow, shelf: Shelf): Promise<void> {
  const children = await findChildIds(tx, space, folder.id);
  if (children.length + countThings(await findThingsIn(tx, space, shelf, [folder.id], false)) > 0)
    throw new Problem(
      'attached',
      `The folder "${folder.name}" is not empty; send contents=trash to delete all in it, or contents=move_up.`,
    );
}

/** Moves the folders and things in a folder to its parent. Throws `duplicate` if the parent has a folder of the same name. */
async function moveContentsUp(
  tx: DeletingTransaction,
  { caller }: Pick<Call<typeof folders.operations.delete>, 'caller'>,
  folder: FolderRow,
  shelf: Shelf,
): Promise<number> {
  const space = caller.space_id;
  const children = await findFolders(tx, space, await findChildIds(tx, space, folder.id));
  const found = await findThingsIn(tx, space, shelf, [folder.id], false);
  assertMayChange(caller, children.length, found);
  for (const child of children) {
    const existing_id = await findByName(tx, space, folder.parent_id, child.name);
    if (existing_id !== null)
      throw new Problem('duplicate', `A folder "${child.name}" exists in the parent already (${existing_id}); rename one of them first.`, {
        existing_id,
      });
  }
  for (const child of children) {
    const after = { ...child, parent_id: folder.parent_id };
    await updateFolder(tx, space, after, tx.now);
    tx.emit(folderUpdated, { ...(await folderEventData(tx, space, after)), changed: ['parent_id'], from_folder_id: folder.id });
  }
  return children.length + (await moveFound(tx, space, found, folder.parent_id));
}

async function announceAll(
  tx: DeletingTransaction,
  space: string,
  ids: readonly string[],
  how: { readonly permanent: boolean; readonly contents: 'refuse' | 'trash' | 'move_up' },
): Promise<void> {
  for (const folder of await findFolders(tx, space, ids)) tx.emit(folderDeleted, { ...(await folderEventData(tx, space, folder)), ...how });
}

/** Deletes folders for good. What stays in the trash without them is in no folder then. */
async function endFolders(tx: DeletingTransaction, space: string, ids: readonly string[]): Promise<void> {
  await releaseThings(tx, space, ids);
  await removeParents(tx, space, ids);
  await deleteFolders(tx, space, ids);
}

import type { Call } from '@space/bus';
import type { assetDeleted, assetUpdated } from '@space/contracts/assets';
import { type Caller, Problem } from '@space/contracts/core';
import type { documentDeleted, documentMoved } from '@space/contracts/documents';
import { folderDeleted, folderUpdated, MAX_THINGS_PER_CHANGE } from '@space/contracts/folders';
import type { folders } from '@space/contracts/library';
import type { Transaction } from '@space/event-log';
import { moveDocumentRows } from '../documents/places/move-rows.ts';
import { lockDocumentRows } from '../documents/rows/document-rows.queries.ts';
import { emptyFoldersOfDocuments, findDocumentIdsIn } from '../documents/trash/document-trash.queries.ts';
import { removeDocuments } from '../documents/trash/remove-documents.ts';
import { lockAssetRows } from '../rows/asset-rows.queries.ts';
import { moveRows } from '../rows/move-rows.ts';
import { removeAssets } from '../trash/remove-assets.ts';
import { emptyFolders, findAssetIdsIn } from '../trash/trash.queries.ts';
import { folderEventData } from '../tree/folder-event.ts';
import { type FolderRow, findByName, findFolders, findIdsBelow, lockFolders } from '../tree/tree.queries.ts';
import { deleteFolders, findChildIds, lockFolder, removeParents, setFoldersTrashed, updateFolder } from './folders.queries.ts';

type DeletingTransaction = Transaction<
  typeof folderDeleted | typeof folderUpdated | typeof assetDeleted | typeof assetUpdated | typeof documentDeleted | typeof documentMoved
>;

/** Deletes a folder as a call asks. It goes alone, with all that is in it, or after what is in it has moved to its parent. */
export async function deleteFolder(tx: DeletingTransaction, call: Call<typeof folders.operations.delete>, origin: string) {
  const { id, contents, force, permanent } = call.input;
  const space = call.caller.space_id;
  await lockFolders(tx, space);
  const folder = await lockFolder(tx, space, id, call.if_version);
  if (folder.is_trashed && !permanent) return { id, deleted: true as const, was_trashed: true, moved: 0 };
  const isMovedUp = contents === 'move_up' && !folder.is_trashed;
  // First, because a folder in it may have its name.
  if (isMovedUp) await setFoldersTrashed(tx, space, [id], id, tx.now);
  const moved = isMovedUp ? await moveContentsUp(tx, call, folder, origin) : 0;
  if (contents === 'refuse' && !folder.is_trashed) await assertEmpty(tx, space, folder);
  const isAll = permanent && (folder.is_trashed || contents === 'trash');
  const ids = contents === 'trash' || isAll ? await findIdsBelow(tx, space, id, isAll) : [id];
  const assetIds = await findAssetIdsIn(tx, space, ids, isAll, MAX_THINGS_PER_CHANGE + 1);
  const documentIds = await findDocumentIdsIn(tx, space, ids, isAll, MAX_THINGS_PER_CHANGE + 1);
  assertChangeSize(ids.length + assetIds.length + documentIds.length);
  assertMayChange(call.caller, assetIds);
  const documents = await lockDocumentRows(tx, space, documentIds);
  await removeDocuments(tx, space, [...documents.values()], { permanent, deletion: id });
  const rows = await lockAssetRows(tx, space, assetIds);
  await removeAssets(tx, space, [...rows.values()], { force, permanent, deletion: id, origin });
  await announceAll(tx, space, ids, { permanent, contents });
  if (permanent) await endFolders(tx, space, ids);
  else if (!isMovedUp) await setFoldersTrashed(tx, space, ids, id, tx.now);
  return { id, deleted: true as const, was_trashed: folder.is_trashed, moved };
}

/** Throws `missing_scope` if a call changes assets without the scope for it. */
export function assertMayChange({ scopes }: Caller, assets: readonly string[]): void {
  if (assets.length > 0 && !scopes?.includes('assets:write'))
    throw new Problem('missing_scope', 'The folder contains assets, and this key lacks the scope assets:write; use a key that has it.', {
      missing_scope: 'assets:write',
    });
}

/** Throws `limit_reached` for a call that would change too much. */
export function assertChangeSize(count: number): void {
  if (count > MAX_THINGS_PER_CHANGE)
    throw new Problem(
      'limit_reached',
      `One call can delete, restore or move ${MAX_THINGS_PER_CHANGE} folders, documents and assets; do it folder by folder, or with bulk calls.`,
    );
}

async function assertEmpty(tx: DeletingTransaction, space: string, folder: FolderRow): Promise<void> {
  const children = await findChildIds(tx, space, folder.id);
  const assets = await findAssetIdsIn(tx, space, [folder.id], false, 1);
  const documents = await findDocumentIdsIn(tx, space, [folder.id], false, 1);
  if (children.length + assets.length + documents.length > 0)
    throw new Problem(
      'attached',
      `The folder "${folder.name}" is not empty; send contents=trash to delete all in it, or contents=move_up.`,
    );
}

/** Moves the folders, documents and assets of a folder to its parent. Throws `duplicate` if the parent has a folder of the same name. */
async function moveContentsUp(
  tx: DeletingTransaction,
  { caller }: Pick<Call<typeof folders.operations.delete>, 'caller'>,
  folder: FolderRow,
  origin: string,
): Promise<number> {
  const space = caller.space_id;
  const children = await findFolders(tx, space, await findChildIds(tx, space, folder.id));
  const assetIds = await findAssetIdsIn(tx, space, [folder.id], false, MAX_THINGS_PER_CHANGE + 1);
  const documentIds = await findDocumentIdsIn(tx, space, [folder.id], false, MAX_THINGS_PER_CHANGE + 1);
  assertMayChange(caller, assetIds);
  assertChangeSize(children.length + assetIds.length + documentIds.length);
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
  const documents = await lockDocumentRows(tx, space, documentIds);
  await moveDocumentRows(tx, space, [...documents.values()], () => folder.parent_id);
  const rows = await lockAssetRows(tx, space, assetIds);
  await moveRows(tx, space, [...rows.values()], () => folder.parent_id, origin);
  return children.length + documents.size + rows.size;
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
  await emptyFolders(tx, space, ids);
  await emptyFoldersOfDocuments(tx, space, ids);
  await removeParents(tx, space, ids);
  await deleteFolders(tx, space, ids);
}

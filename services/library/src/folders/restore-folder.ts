import type { assetRestored } from '@space/contracts/assets';
import type { Caller } from '@space/contracts/core';
import type { documentRestored } from '@space/contracts/documents';
import { folderRestored, MAX_THINGS_PER_CHANGE } from '@space/contracts/folders';
import type { Transaction } from '@space/event-log';
import { lockDocumentRows } from '../documents/rows/document-rows.queries.ts';
import { findDocumentsTrashedWith } from '../documents/trash/document-trash.queries.ts';
import { restoreDocuments } from '../documents/trash/remove-documents.ts';
import { lockAssetRows } from '../rows/asset-rows.queries.ts';
import { restoreAssets } from '../trash/remove-assets.ts';
import { findAssetsTrashedWith } from '../trash/trash.queries.ts';
import { folderEventData } from '../tree/folder-event.ts';
import { assertDepth } from '../tree/make-folder.ts';
import { countLevels, findFolders, findFoldersAbove, findIdsBelow, lockFolders } from '../tree/tree.queries.ts';
import { assertChangeSize, assertMayChange } from './delete-folder.ts';
import { findFoldersTrashedWith, lockFolder, removeParent, setFoldersTrashed } from './folders.queries.ts';

/** Takes a folder out of the trash, with what was deleted with it, and returns false if it was not there. Throws `limit_reached` if the tree has become too deep for it. */
export async function restoreFolder(
  tx: Transaction<typeof folderRestored | typeof assetRestored | typeof documentRestored>,
  caller: Caller,
  id: string,
  origin: string,
): Promise<boolean> {
  const space = caller.space_id;
  await lockFolders(tx, space);
  const folder = await lockFolder(tx, space, id, null);
  if (!folder.is_trashed) return false;
  const deletion = folder.trashed_with ?? id;
  const below = new Set(await findIdsBelow(tx, space, id, true));
  const ids = (await findFoldersTrashedWith(tx, space, deletion)).filter((one) => below.has(one));
  const assetIds = await findAssetsTrashedWith(tx, space, deletion, ids, MAX_THINGS_PER_CHANGE + 1);
  const documentIds = await findDocumentsTrashedWith(tx, space, deletion, ids, MAX_THINGS_PER_CHANGE + 1);
  assertMayChange(caller, assetIds);
  assertChangeSize(ids.length + assetIds.length + documentIds.length);
  const [parent] = folder.parent_id === null ? [] : await findFolders(tx, space, [folder.parent_id]);
  if (parent?.is_trashed) await removeParent(tx, space, id);
  await setFoldersTrashed(tx, space, ids, null, tx.now);
  const above = await findFoldersAbove(tx, space, id);
  assertDepth(above.length - 1 + (await countLevels(tx, space, id)));
  for (const one of await findFolders(tx, space, ids)) tx.emit(folderRestored, await folderEventData(tx, space, one));
  const documents = await lockDocumentRows(tx, space, documentIds);
  await restoreDocuments(tx, space, [...documents.values()]);
  const rows = await lockAssetRows(tx, space, assetIds);
  await restoreAssets(tx, space, [...rows.values()], origin);
  return true;
}

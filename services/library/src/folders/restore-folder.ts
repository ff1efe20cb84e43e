import type { Caller } from '@space/contracts/core';
import { folderRestored } from '@space/contracts/folders';
import type { Transaction } from '@space/event-log';
import { folderEventData } from '../tree/folder-event.ts';
import { assertDepth } from '../tree/make-folder.ts';
import { countLevels, findFolders, findFoldersAbove, findIdsBelow, lockFolders } from '../tree/tree.queries.ts';
import { assertMayChange, findThingsTrashedWith, restoreFound, type Shelf, type ThingRestored } from './folder-things.ts';
import { findFoldersTrashedWith, lockFolder, removeParent, setFoldersTrashed } from './folders.queries.ts';

/** Takes a folder out of the trash, with what was deleted with it, and returns false if it was not there. Throws `limit_reached` if the tree has become too deep for it. */
export async function restoreFolder(
  tx: Transaction<typeof folderRestored | ThingRestored>,
  caller: Caller,
  id: string,
  shelf: Shelf,
): Promise<boolean> {
  const space = caller.space_id;
  await lockFolders(tx, space);
  const folder = await lockFolder(tx, space, id, null);
  if (!folder.is_trashed) return false;
  const deletion = folder.trashed_with ?? id;
  const below = new Set(await findIdsBelow(tx, space, id, true));
  const ids = (await findFoldersTrashedWith(tx, space, deletion)).filter((one) => below.has(one));
  const found = await findThingsTrashedWith(tx, space, shelf, deletion, ids);
  assertMayChange(caller, ids.length, found);
  const [parent] = folder.parent_id === null ? [] : await findFolders(tx, space, [folder.parent_id]);
  if (parent?.is_trashed) await removeParent(tx, space, id);
  await setFoldersTrashed(tx, space, ids, null, tx.now);
  const above = await findFoldersAbove(tx, space, id);
  assertDepth(above.length - 1 + (await countLevels(tx, space, id)));
  for (const one of await findFolders(tx, space, ids)) tx.emit(folderRestored, await folderEventData(tx, space, one));
  await restoreFound(tx, space, found);
  return true;
}

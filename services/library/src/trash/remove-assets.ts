import { assetDeleted, assetRestored } from '@space/contracts/assets';
import type { Transaction } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { endUses } from '../objects/store-object.ts';
import type { AssetRow } from '../rows/asset-row.ts';
import { setFolderOf } from '../rows/asset-rows.queries.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { findFolders } from '../tree/tree.queries.ts';
import { assertUnused } from '../uses/assert-unused.ts';
import { findHashes } from '../versions/versions.queries.ts';
import { deleteAssetRows, setAssetsTrashed } from './trash.queries.ts';

/** The way in which assets are deleted. */
export interface Removal {
  readonly force: boolean;
  readonly permanent: boolean;
  /** The id by which assets come back together; default: each by itself. */
  readonly deletion?: string;
  /** The public origin. */
  readonly origin: string;
}

/** Deletes assets that are locked, and returns their ids. Those in the trash are deleted for good or stay. Throws `attached`. */
export async function removeAssets(
  tx: Transaction<typeof assetDeleted>,
  space: string,
  assets: readonly AssetRow[],
  { force, permanent, deletion, origin }: Removal,
): Promise<string[]> {
  const gone = permanent ? assets : assets.filter(({ trashed_at }) => trashed_at === null);
  if (gone.length === 0) return [];
  if (!force) await assertUnused(tx, space, gone);
  const dataOf = await eventDataOf(tx, space, gone, origin);
  const ids = gone.map(({ id }) => id);
  if (permanent) await deleteForGood(tx, space, ids);
  else if (deletion !== undefined) await setAssetsTrashed(tx, space, ids, deletion, tx.now);
  else for (const id of ids) await setAssetsTrashed(tx, space, [id], id, tx.now);
  for (const asset of gone) tx.emit(assetDeleted, { ...dataOf({ ...asset, trashed_at: tx.now }), permanent, used_by_count: asset.uses });
  return ids;
}

/** Deletes assets for good; their bytes leave the object store later. */
export async function deleteForGood(
  tx: CommonQueryMethods & { readonly now: string },
  space: string,
  ids: readonly string[],
): Promise<void> {
  const hashes = await findHashes(tx, space, ids);
  const { rowCount } = await deleteAssetRows(tx, space, ids);
  await endUses(tx, space, hashes, rowCount);
}

/** Takes assets that are locked out of the trash, and returns their ids. One whose folder is in the trash is in no folder then. */
export async function restoreAssets(
  tx: Transaction<typeof assetRestored>,
  space: string,
  assets: readonly AssetRow[],
  origin: string,
): Promise<string[]> {
  const trashed = assets.filter(({ trashed_at }) => trashed_at !== null);
  if (trashed.length === 0) return [];
  const ids = trashed.map(({ id }) => id);
  const folders = await findFolders(
    tx,
    space,
    trashed.flatMap(({ folder_id }) => folder_id ?? []),
  );
  const closed = new Set(folders.filter(({ is_trashed }) => is_trashed).map(({ id }) => id));
  const loose = trashed.filter(({ folder_id }) => folder_id !== null && closed.has(folder_id)).map(({ id }) => id);
  if (loose.length > 0) await setFolderOf(tx, space, loose, null, tx.now);
  await setAssetsTrashed(tx, space, ids, null, tx.now);
  const restored = trashed.map(
    (asset): AssetRow => ({
      ...asset,
      trashed_at: null,
      folder_id: loose.includes(asset.id) ? null : asset.folder_id,
    }),
  );
  const dataOf = await eventDataOf(tx, space, restored, origin);
  for (const asset of restored) tx.emit(assetRestored, dataOf(asset));
  return ids;
}

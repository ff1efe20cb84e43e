import { endUses } from '../objects/store-object.ts';
import type { Change } from '../things/things.ts';
import { findHashes } from '../versions/versions.queries.ts';
import { deleteAssetRows } from './trash.queries.ts';

/** Deletes assets for good; their bytes leave the object store later. */
export async function deleteForGood(tx: Change, space: string, ids: readonly string[]): Promise<void> {
  const hashes = await findHashes(tx, space, ids);
  const { rowCount } = await deleteAssetRows(tx, space, ids);
  await endUses(tx, space, hashes, rowCount);
}

import { Json } from '@space/bus';
import type { Asset } from '@space/contracts/assets';
import { notFound, Problem } from '@space/contracts/core';
import { findExisting, mustMatch } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { AssetRow } from './asset-row.ts';
import { assetById, findAssetRows, lockAssetRows, readAssets } from './asset-rows.queries.ts';

/** Returns an asset as the wire shows it, with its version. */
export async function answerOf(database: CommonQueryMethods, space: string, id: string, origin: string): Promise<Json<Asset>> {
  const row = await findExisting(database, assetById(space, id, origin), { noun: 'asset', id });
  return new Json<Asset>(row.json, row.version);
}

/** Returns assets as the wire shows them, in the order of their ids. */
export async function answersOf(database: CommonQueryMethods, space: string, ids: readonly string[], origin: string): Promise<Asset[]> {
  const rows = await readAssets(database, space, ids, origin);
  return ids.map((id) => JSON.parse(rows.get(id)!) as Asset);
}

/** Returns an asset, without a lock. Throws `not_found`. */
export async function findAsset(database: CommonQueryMethods, space: string, id: string): Promise<AssetRow> {
  const row = (await findAssetRows(database, space, [id])).get(id);
  if (!row) throw notFound('asset', id);
  return row;
}

/** Returns an asset, locked until the transaction ends. Throws `not_found` and `precondition_failed`. */
export async function lockAsset(tx: CommonQueryMethods, space: string, id: string, ifMatch: readonly number[] | null): Promise<AssetRow> {
  const [row] = await lockAssets(tx, space, [id]);
  mustMatch(ifMatch, row!.version);
  return row!;
}

/** Returns assets in the order of their ids, locked until the transaction ends. Throws `not_found`. */
async function lockAssets(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<AssetRow[]> {
  const rows = await lockAssetRows(tx, space, ids);
  return ids.map((id) => {
    const row = rows.get(id);
    if (!row) throw notFound('asset', id);
    return row;
  });
}

/** Throws `conflict` for an asset in the trash. */
export function assertNotTrashed(asset: Pick<AssetRow, 'name' | 'trashed_at'>): void {
  if (asset.trashed_at !== null) throw new Problem('conflict', `"${asset.name}" is in the trash; restore it first.`);
}

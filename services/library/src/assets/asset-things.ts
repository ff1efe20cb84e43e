import { type Asset, assetDeleted, assetRestored, assetUpdated } from '@space/contracts/assets';
import type { AssetRow } from '../rows/asset-row.ts';
import { findAssetRows, lockAssetRows } from '../rows/asset-rows.queries.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { answerOf, answersOf } from '../rows/find-asset.ts';
import type { Things } from '../things/things.ts';
import { deleteForGood } from '../trash/delete-for-good.ts';
import { assertUnused } from '../uses/assert-unused.ts';

/** Assets as things that lie in folders. */
export type AssetThings = Things<AssetRow, Asset, typeof assetUpdated, typeof assetDeleted, typeof assetRestored>;

/** Returns assets as things that lie in folders; `origin` is that of their public addresses. */
export const assetThings = (origin: string): AssetThings => ({
  kind: 'asset',
  scope: 'assets:write',
  nameOf: ({ name }) => name,
  find: findAssetRows,
  lock: lockAssetRows,
  answer: (database, space, id) => answerOf(database, space, id, origin),
  answers: (database, space, ids) => answersOf(database, space, ids, origin),
  assertUnused,
  deleteRows: deleteForGood,
  async announceMoved(tx, space, assets) {
    const dataOf = await eventDataOf(tx, space, assets, origin);
    for (const asset of assets) tx.emit(assetUpdated, { ...dataOf(asset), changed: ['folder_id'] });
  },
  async announceDeleted(tx, space, assets, permanent) {
    const dataOf = await eventDataOf(tx, space, assets, origin);
    for (const asset of assets)
      tx.emit(assetDeleted, { ...dataOf({ ...asset, trashed_at: tx.now }), permanent, used_by_count: asset.uses });
  },
  async announceRestored(tx, space, assets) {
    const dataOf = await eventDataOf(tx, space, assets, origin);
    for (const asset of assets) tx.emit(assetRestored, dataOf(asset));
  },
});

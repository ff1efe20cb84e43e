import { assetUpdated } from '@space/contracts/assets';
import type { Transaction } from '@space/event-log';
import type { AssetRow } from './asset-row.ts';
import { setFolderOf } from './asset-rows.queries.ts';
import { eventDataOf } from './event-data.ts';

/** Gives assets that are locked another folder, and announces it. */
export async function moveRows(
  tx: Transaction<typeof assetUpdated>,
  space: string,
  assets: readonly AssetRow[],
  target: (asset: AssetRow) => string | null,
  origin: string,
): Promise<void> {
  if (assets.length === 0) return;
  for (const [folder, of] of Map.groupBy(assets, target))
    await setFolderOf(
      tx,
      space,
      of.map(({ id }) => id),
      folder,
      tx.now,
    );
  const after = assets.map((asset): AssetRow => ({ ...asset, folder_id: target(asset) }));
  const dataOf = await eventDataOf(tx, space, after, origin);
  for (const asset of after) tx.emit(assetUpdated, { ...dataOf(asset), changed: ['folder_id'] });
}

import type { AssetEventData } from '@space/contracts/assets';
import type { CommonQueryMethods } from 'slonik';
import { inFolder } from '../tree/folder-event.ts';
import { findPathsOf } from '../tree/tree.queries.ts';
import { type AssetRow, urlOf } from './asset-row.ts';

/** Returns a function that gives the data of every event about one of some assets, as their folders stand in the transaction. */
export async function eventDataOf(
  tx: CommonQueryMethods,
  space: string,
  assets: readonly Pick<AssetRow, 'folder_id'>[],
  origin: string,
): Promise<(asset: AssetRow) => AssetEventData> {
  const paths = await findPathsOf(
    tx,
    space,
    assets.flatMap(({ folder_id }) => folder_id ?? []),
  );
  return (asset) => ({
    asset_id: asset.id,
    asset: asset.name,
    kind: asset.kind,
    content_type: asset.content_type,
    size: asset.size,
    sha256: asset.sha256,
    width: asset.width,
    height: asset.height,
    version: asset.file_version,
    alt_text: asset.alt_text,
    origin: asset.origin,
    url: urlOf(origin, asset),
    ...inFolder(asset.folder_id, asset.folder_id === null ? [] : paths.get(asset.folder_id)),
  });
}

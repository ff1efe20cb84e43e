import { type AssetOrigin, assetCreated, assetProcessed } from '@space/contracts/assets';
import type { Actor } from '@space/contracts/core';
import { newId } from '@space/database';
import type { Transaction } from '@space/event-log';
import { requestProcessing } from '../processing/request-processing.ts';
import type { AssetFile, AssetRow } from '../rows/asset-row.ts';
import { urlName } from '../rows/asset-row.ts';
import { insertAssetRows } from '../rows/asset-rows.queries.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { insertVersion } from './versions.queries.ts';

/** The fields of a new asset besides its file. */
export interface NewAsset {
  /** Default: a new one. */
  readonly id?: string;
  readonly origin: AssetOrigin;
  readonly folder_id: string | null;
  readonly alt_text: string | null;
  readonly description: string | null;
  readonly tags: string[];
}

/** Inserts an asset with its first version and announces it; returns its id. Its object is in use. */
export async function insertAsset(
  tx: Transaction<typeof assetCreated | typeof assetProcessed>,
  space: string,
  file: AssetFile,
  given: NewAsset,
  created_by: Actor,
  publicUrl: string,
): Promise<string> {
  const { width, height, is_processed, has_text } = await requestProcessing(tx, space, file);
  const asset: AssetRow = {
    space_id: space,
    ...file,
    ...given,
    id: given.id ?? newId('ast'),
    url_name: urlName(file.name),
    file_version: 1,
    focal_point: null,
    is_public: false,
    links_version: 0,
    created_by,
    trashed_at: null,
    trashed_with: null,
    version: 1,
    created_at: tx.now,
    updated_at: tx.now,
    uses: 0,
    is_shown: false,
    width,
    height,
  };
  await insertAssetRows(tx, [asset]);
  await insertVersion(tx, space, asset.id, { ...file, version: 1 }, created_by, tx.now);
  const dataOf = await eventDataOf(tx, space, [asset], publicUrl);
  tx.emit(assetCreated, dataOf(asset));
  if (is_processed) tx.emit(assetProcessed, { ...dataOf(asset), has_text });
  return asset.id;
}

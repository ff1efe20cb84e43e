import { assetIdOf, sortedAssetIds } from '@space/contracts/assets';

/** The assets of a thing as its events have them. */
export interface ShownAssets {
  readonly asset_ids: string[];
  readonly published_asset_ids: string[];
}

/** The assets of a thing that shows none. */
export const noAssets: ShownAssets = { asset_ids: [], published_asset_ids: [] };

/** The parts of a content that name assets: ids that were read in its text, and addresses of pictures. */
export interface AssetContent {
  readonly ids: readonly string[] | null;
  readonly addresses: readonly (string | null)[] | null;
}

/** Returns the sorted ids of the assets of a content. `origin` is the public one. */
export const assetIdsIn = ({ ids, addresses }: AssetContent, origin: string): string[] =>
  sortedAssetIds([...(ids ?? []), ...(addresses ?? []).flatMap((address) => (address && assetIdOf(address, origin)) || [])]);

/** Returns the assets of a thing: those of its present content, and those of the content that visitors see, if any. */
export function shownAssets(present: AssetContent, published: AssetContent | null, origin: string): ShownAssets {
  const published_asset_ids = published ? assetIdsIn(published, origin) : [];
  return { asset_ids: sortedAssetIds([...assetIdsIn(present, origin), ...published_asset_ids]), published_asset_ids };
}

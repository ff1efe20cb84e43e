import { z } from 'zod';
import { MAX_SHOWN_ASSETS } from './limits.ts';

/** Sorted ids of assets, each of them one time. */
const assetIds = z.array(z.string()).max(MAX_SHOWN_ASSETS);

/** The field of an event about a thing that can show assets: all that it shows after the change. */
export const shownAssets = { asset_ids: assetIds.describe('Ids of all assets that it shows after the change') };

/** The field of an event about a thing with a published state: the assets that visitors see after the change. */
export const publishedAssets = { published_asset_ids: assetIds.describe('Ids of all assets that its published state shows') };

/** Returns ids of assets as an event has them: sorted, each of them one time. */
export const sortedAssetIds = (ids: Iterable<string>): string[] => [...new Set(ids)].sort();

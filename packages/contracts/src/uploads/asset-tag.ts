/** Returns the tag of the answers that depend on an asset, in the caches of gateways. */
export const assetTag = (asset_id: string): string => `asset:${asset_id}`;

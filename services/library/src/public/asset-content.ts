import type { Handlers } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { assetContent } from '@space/contracts/uploads';
import type { Ports } from '@space/runtime';
import { findAsset } from '../rows/find-asset.ts';
import { findVersion } from '../versions/versions.queries.ts';
import { storedContent } from './content-directory.ts';

/** Creates the handler that says to a gateway where the bytes of an asset are, for a key that may read them. */
export function assetContentHandlers({ database }: Pick<Ports, 'database'>): Handlers<typeof assetContent> {
  return {
    async get({ input: { id, version }, caller }) {
      const asset = await findAsset(database, caller.space_id, id);
      if (version === undefined || version === asset.file_version) return storedContent(asset);
      const file = await findVersion(database, caller.space_id, id, version);
      if (!file) throw notFound('version', String(version));
      return storedContent({ ...asset, ...file });
    },
  };
}

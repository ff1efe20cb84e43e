import type { Handlers } from '@space/bus';
import { notFound } from '@space/contracts/core';
import { askedVariant, type assetContent } from '@space/contracts/uploads';
import type { Ports } from '@space/runtime';
import { findAsset } from '../rows/find-asset.ts';
import { findContent } from './content.queries.ts';
import { storedContent } from './content-directory.ts';

/** Creates the handler that says to a gateway where the bytes of an asset are, for a key that may read them. */
export function assetContentHandlers({ database }: Pick<Ports, 'database'>): Handlers<typeof assetContent> {
  return {
    async get({ input: { id, version, ...fields }, caller }) {
      const content = await findContent(database, caller.space_id, id, version);
      if (content) return storedContent(content, askedVariant(fields));
      const { trashed_at } = await findAsset(database, caller.space_id, id);
      throw version === undefined || trashed_at !== null ? notFound('asset', id) : notFound('version', String(version));
    },
  };
}

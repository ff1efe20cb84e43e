import type { Handlers } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { AskedVariant, contentDirectory, StoredContent } from '@space/contracts/uploads';
import type { Ports } from '@space/runtime';
import { objectKey } from '../objects/object-keys.ts';
import { type ContentRow, findContent, findLinkedContent, findPublicContent } from './content.queries.ts';

/** Returns what a gateway says about the bytes of an asset. */
export const storedContent = (
  { space_id, id, name, content_type, size, sha256, links_version, picture }: ContentRow,
  asked: AskedVariant | null = null,
): StoredContent => ({
  space_id,
  asset_id: id,
  object_key: objectKey(space_id, sha256),
  name,
  content_type,
  size,
  etag: sha256,
  links_version,
  picture,
  asked,
});

/** Creates the handlers by which a gateway finds the bytes of assets for visitors. */
export function contentDirectoryHandlers({
  database,
}: Pick<Ports, 'database'>): Pick<Handlers<typeof contentDirectory>, 'find_public' | 'find_linked' | 'find_previewed'> {
  return {
    async find_public({ input: { asset_id } }) {
      const row = await findPublicContent(database, asset_id);
      if (!row) throw notFound('asset', asset_id);
      return storedContent(row);
    },

    async find_linked({ input: { asset_id, links_version }, caller }) {
      const row = await findLinkedContent(database, caller.space_id, asset_id, links_version);
      if (!row) throw notFound('asset', asset_id);
      return storedContent(row);
    },

    async find_previewed({ input: { asset_id }, caller }) {
      const row = await findContent(database, caller.space_id, asset_id, undefined);
      if (!row) throw notFound('asset', asset_id);
      return storedContent(row);
    },
  };
}

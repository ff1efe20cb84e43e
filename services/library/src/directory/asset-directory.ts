import type { Handlers } from '@space/bus';
import type { assetDirectory } from '@space/contracts/assets';
import type { Ports } from '@space/runtime';
import { urlOf } from '../rows/asset-row.ts';
import { findAssetRows } from '../rows/asset-rows.queries.ts';

/** Creates the handler by which other services find the assets that their things show. */
export const assetDirectoryHandlers = ({ database }: Pick<Ports, 'database'>, origin: string): Handlers<typeof assetDirectory> => ({
  async find({ input: { ids }, caller }) {
    const rows = await findAssetRows(database, caller.space_id, ids);
    const items = [...rows.values()].map((row) => {
      const { id, name, size, content_type, kind, sha256, trashed_at } = row;
      const url = urlOf(origin, row);
      return { id, name, size, content_type, kind, sha256, is_public: url !== null, is_trashed: trashed_at !== null, url };
    });
    return { items };
  },
});

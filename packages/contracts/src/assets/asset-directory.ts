import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';
import { AssetKind } from './asset.ts';
import { MAX_SHOWN_ASSETS } from './limits.ts';

/** An asset as other services see it. */
export const NamedAsset = z.object({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  content_type: z.string(),
  kind: AssetKind,
  sha256: z.string(),
  is_public: z.boolean().describe('True if everyone may read its bytes, whether something published shows it or not'),
  is_trashed: z.boolean(),
  url: z.string().nullable().describe('Address for everyone; null unless it is public'),
});

/** An asset as other services see it. */
export type NamedAsset = z.infer<typeof NamedAsset>;

/** Answers other services about assets, over the bus only. */
export const assetDirectory = contract({
  name: 'asset_directory',
  service: 'library',
  tag: 'Asset directory',
  description: 'Finds the assets that things of other services show.',
  operations: {
    find: operation({
      summary: 'Find assets of this Space by id',
      audience: 'internal',
      input: z.strictObject({ ids: z.array(z.string().max(64)).max(MAX_SHOWN_ASSETS) }),
      output: z.object({ items: z.array(NamedAsset).describe('Those that exist, with those in the trash') }),
    }),
  },
});

import { z } from 'zod';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';

/** Says which assets a preview shows, over the bus only. */
export const previewAssets = contract({
  name: 'preview_assets',
  service: 'publishing',
  tag: 'Assets of previews',
  description: 'Says to a gateway whether the holder of a preview link may read an asset.',
  operations: {
    find: operation({
      summary: 'Find the Space of an asset that a preview shows',
      description:
        'The caller is in no Space. Throws not_found unless the link is that of a preview that has not expired, and the present draft shows the asset.',
      audience: 'internal',
      input: z.strictObject({ token: z.string().max(2_000), asset_id: id('asset') }),
      output: z.object({ space_id: z.string() }),
    }),
  },
});

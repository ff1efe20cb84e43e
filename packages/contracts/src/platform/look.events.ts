import { z } from 'zod';
import { publishedAssets, shownAssets } from '../assets/shown-assets.ts';
import { eventType } from '../core/event.ts';

/** The look of the public pages of a Space changed. */
export const lookUpdated = eventType({
  type: 'look_updated',
  group: 'pages',
  label: 'Look updated',
  data: z.object({
    look_id: z.literal('look').describe('Always look: a Space has one'),
    look: z.string().describe('Name that the pages show'),
    changed: z.array(z.string()).describe('The fields that changed'),
    ...shownAssets,
    ...publishedAssets,
  }),
  sample: {
    look_id: 'look' as const,
    look: 'Analytical Engines',
    changed: ['logo'],
    asset_ids: ['ast_01jd0000000000000000000000'],
    published_asset_ids: ['ast_01jd0000000000000000000000'],
  },
  shown_by: { kind: 'look', id: 'look_id' },
  filters: [],
});

import { z } from 'zod';
import { publishedAssets, shownAssets } from '../assets/shown-assets.ts';
import { eventType } from '../core/event.ts';

const aboutSite = {
  site_id: z.string(),
  site: z.string().describe('The title of the site'),
  url: z.string().describe('Its home page'),
  ...shownAssets,
  ...publishedAssets,
};
const engines = {
  site_id: 'sit_01jd0000000000000000000000',
  site: 'Analytical Engines',
  url: 'https://pages.example.com/s/analytical-engines/',
  asset_ids: ['ast_01jd0000000000000000000000'],
  published_asset_ids: ['ast_01jd0000000000000000000000'],
};
const siteFilters = ['site_id'] as const;

/** A site was created. */
export const siteCreated = eventType({
  type: 'site_created',
  group: 'pages',
  label: 'Site created',
  data: z.object(aboutSite),
  sample: engines,
  shown_by: { kind: 'site', id: 'site_id' },
  filters: [],
});

/** A site's title, description, navigation, logo, address, home page or order of pages changed. */
export const siteUpdated = eventType({
  type: 'site_updated',
  group: 'pages',
  label: 'Site updated',
  data: z.object({ ...aboutSite, changed: z.array(z.string()).describe('The fields that changed') }),
  sample: { ...engines, changed: ['nav_layout'] },
  shown_by: { kind: 'site', id: 'site_id' },
  filters: siteFilters,
});

/** A site was deleted. */
export const siteDeleted = eventType({
  type: 'site_deleted',
  group: 'pages',
  label: 'Site deleted',
  data: z.object({ ...aboutSite, pages: z.int().describe('Number of pages that were deleted with it') }),
  sample: { ...engines, asset_ids: [], published_asset_ids: [], pages: 0 },
  shown_by: { kind: 'site', id: 'site_id' },
  filters: siteFilters,
});

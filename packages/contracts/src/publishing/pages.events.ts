import { z } from 'zod';
import { publishedAssets, shownAssets } from '../assets/shown-assets.ts';
import { eventType } from '../core/event.ts';
import { timestamp } from '../core/fields.ts';

const aboutPage = {
  page_id: z.string(),
  page: z.string().describe('The title of the page'),
  site_id: z.string().nullable(),
  site: z.string().nullable().describe('The title of its site'),
};
const about = {
  page_id: 'pag_01jd0000000000000000000000',
  page: 'About us',
  site_id: 'sit_01jd0000000000000000000000',
  site: 'Analytical Engines',
};
/** The assets that a page shows after a change of it. */
const withAssets = { ...aboutPage, ...shownAssets, ...publishedAssets };
const withLogo = { ...about, asset_ids: ['ast_01jd0000000000000000000000'], published_asset_ids: [] };
const withoutAssets = { ...about, asset_ids: [], published_asset_ids: [] };
const pageFilters = ['page_id', 'site_id'] as const;

/** A page was created. */
export const pageCreated = eventType({
  type: 'page_created',
  group: 'pages',
  label: 'Page created',
  data: z.object(withAssets),
  sample: withLogo,
  shown_by: { kind: 'page', id: 'page_id' },
  filters: ['site_id'],
});

/** The content of a page or its place in a site changed; visitors see the content when the page is published. */
export const pageUpdated = eventType({
  type: 'page_updated',
  group: 'pages',
  label: 'Page updated',
  data: z.object({ ...withAssets, changed: z.array(z.string()).describe('The fields that changed') }),
  sample: { ...withLogo, changed: ['layout_html'] },
  shown_by: { kind: 'page', id: 'page_id' },
  filters: pageFilters,
});

/** A page was deleted, published or not. */
export const pageDeleted = eventType({
  type: 'page_deleted',
  group: 'pages',
  label: 'Page deleted',
  data: z.object(withAssets),
  sample: withoutAssets,
  shown_by: { kind: 'page', id: 'page_id' },
  filters: pageFilters,
});

/** A page or another version of it was published, by a call or by its schedule. */
export const pagePublished = eventType({
  type: 'page_published',
  group: 'pages',
  label: 'Page published',
  data: z.object({
    ...withAssets,
    version: z.int(),
    url: z.string().describe('Its public address'),
    scheduled: z.boolean().describe('True if its schedule caused it'),
  }),
  sample: {
    ...withLogo,
    published_asset_ids: withLogo.asset_ids,
    version: 1,
    url: 'https://pages.example.com/s/analytical-engines/about-us',
    scheduled: false,
  },
  shown_by: { kind: 'page', id: 'page_id' },
  filters: pageFilters,
});

/** A page was unpublished, by a call or by its schedule. */
export const pageUnpublished = eventType({
  type: 'page_unpublished',
  group: 'pages',
  label: 'Page unpublished',
  data: z.object({ ...withAssets, scheduled: z.boolean().describe('True if its schedule caused it') }),
  sample: { ...withLogo, scheduled: false },
  shown_by: { kind: 'page', id: 'page_id' },
  filters: pageFilters,
});

/** A page was scheduled to be published or unpublished, or its schedule was cancelled. */
export const pagePublishScheduled = eventType({
  type: 'page_publish_scheduled',
  group: 'pages',
  label: 'Page publishing scheduled',
  data: z.object({
    ...aboutPage,
    publish_at: timestamp.nullable().describe('Scheduled time of publication'),
    unpublish_at: timestamp.nullable().describe('Scheduled time at which it is unpublished'),
  }),
  sample: { ...about, publish_at: '2026-01-01T09:00:00.000Z', unpublish_at: null },
  filters: pageFilters,
});

/** A page could not be published at its scheduled time; the schedule has ended. */
export const pagePublishFailed = eventType({
  type: 'page_publish_failed',
  group: 'pages',
  label: 'Page could not be published',
  data: z.object({
    ...aboutPage,
    publish_at: timestamp.describe('The scheduled time of publication'),
    error: z.string().describe('The reason, as in schedule_error of the page'),
  }),
  sample: {
    ...about,
    publish_at: '2026-01-01T09:00:00.000Z',
    error:
      'layout_html: uses forms or booking pages that do not exist in this Space: form "frm_01jd0000000000000000000000" at line 1, column 6.',
  },
  filters: pageFilters,
});

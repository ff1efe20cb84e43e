import { z } from 'zod';
import { eventType } from '../core/event.ts';

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
const pageFilters = ['page_id', 'site_id'] as const;

/** A page was created. */
export const pageCreated = eventType({
  type: 'page_created',
  group: 'pages',
  label: 'Page created',
  data: z.object(aboutPage),
  sample: about,
  filters: ['site_id'],
});

/** What a page says or where it stands changed; visitors see what it says when it is published. */
export const pageUpdated = eventType({
  type: 'page_updated',
  group: 'pages',
  label: 'Page updated',
  data: z.object({ ...aboutPage, changed: z.array(z.string()).describe('The fields that changed') }),
  sample: { ...about, changed: ['layout_html'] },
  filters: pageFilters,
});

/** A page was deleted, published or not. */
export const pageDeleted = eventType({
  type: 'page_deleted',
  group: 'pages',
  label: 'Page deleted',
  data: z.object(aboutPage),
  sample: about,
  filters: pageFilters,
});

/** Visitors see a page, or another version of it, at once or because its time had come. */
export const pagePublished = eventType({
  type: 'page_published',
  group: 'pages',
  label: 'Page published',
  data: z.object({
    ...aboutPage,
    version: z.int(),
    url: z.string().describe('Where visitors find it'),
    scheduled: z.boolean().describe('Whether its time had come'),
  }),
  sample: { ...about, version: 1, url: 'https://pages.example.com/s/analytical-engines/about-us', scheduled: false },
  filters: pageFilters,
});

/** A page was taken down, at once or because its time had come. */
export const pageUnpublished = eventType({
  type: 'page_unpublished',
  group: 'pages',
  label: 'Page unpublished',
  data: z.object({ ...aboutPage, scheduled: z.boolean().describe('Whether its time had come') }),
  sample: { ...about, scheduled: false },
  filters: pageFilters,
});

/** A time was set at which a page will be published or taken down, or what was planned was called off. */
export const pagePublishScheduled = eventType({
  type: 'page_publish_scheduled',
  group: 'pages',
  label: 'Page publishing planned',
  data: z.object({
    ...aboutPage,
    publish_at: z.string().nullable().describe('When it will be published'),
    unpublish_at: z.string().nullable().describe('When it will be taken down'),
  }),
  sample: { ...about, publish_at: '2026-01-01T09:00:00.000Z', unpublish_at: null },
  filters: pageFilters,
});

/** The time of a page came, and it could not be published: what was planned is over. */
export const pagePublishFailed = eventType({
  type: 'page_publish_failed',
  group: 'pages',
  label: 'Page could not be published',
  data: z.object({
    ...aboutPage,
    publish_at: z.string().describe('When it was to be published'),
    error: z.string().describe('Why it was not, as schedule_error of the page says'),
  }),
  sample: {
    ...about,
    publish_at: '2026-01-01T09:00:00.000Z',
    error: 'layout_html uses what is not in this Space: form "frm_01jd0000000000000000000000" at line 1, column 6.',
  },
  filters: pageFilters,
});

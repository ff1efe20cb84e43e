import type { UndoCases } from './undo-case.ts';

const id = 'x_1';
const at = '2027-01-01T00:00:00.000Z';
const quiet = { publish_at: null, publish_slug: null, unpublish_at: null };
const live = (version: number, slug = 'about') => ({ status: 'published', published_version: version, published_slug: slug });
const hidden = { status: 'unpublished', published_version: null, published_slug: 'about' };
const page = (after: object, before: object) => ({ ...after, before: { ...quiet, ...before } });
const post = (status: string, before: object) => ({ status, before: { ...quiet, ...before } });
const publishPage = (args: object) => ({ tool: 'publish_page', arguments: { id, ...args } });
const publishPost = (args: object) => ({ tool: 'publish_blog_post', arguments: { id, ...args } });

const restore = (tool: string, args: object) => ({ tool, arguments: { id, ...args } });

/** The undo of changes of sites, pages, blogs and social posts. */
export const publishingUndoCases: UndoCases = {
  cases: [
    ['create_site', 'deletes the site', { title: 'A' }, { id, created: true }, { tool: 'delete_site', arguments: { id } }],
    ['create_site', 'has no undo for a site that existed', { title: 'A' }, { id, created: false }, null],
    ['update_site', 'restores the values before', { id, title: 'B' }, { before: { title: 'A' } }, restore('update_site', { title: 'A' })],
    ['update_site', 'has no undo when it changed nothing', { id, title: 'A' }, { before: {} }, null],
    ['create_page', 'deletes the page', { title: 'A' }, { id }, { tool: 'delete_page', arguments: { id } }],
    [
      'update_page',
      'restores the values before',
      { id, title: 'B' },
      { before: { title: 'A' }, changed: ['title'], replaced_version: null },
      restore('update_page', { title: 'A' }),
    ],
    [
      'update_page',
      'restores a document from a version',
      { id, title: 'B', layout_html: '' },
      { before: { title: 'A' }, changed: ['title', 'layout_html'], replaced_version: 3 },
      restore('restore_page_version', { version: 3 }),
    ],
    [
      'update_page',
      'has no undo for a document and a place together',
      { id, layout_html: '', indexed: false },
      { before: { indexed: true }, changed: ['indexed', 'layout_html'], replaced_version: 3 },
      null,
    ],
    [
      'update_page',
      'has no undo for a page that left a site',
      { id, site_id: null },
      { before: { site_id: 'sit_1' }, changed: ['site_id'], replaced_version: null },
      null,
    ],
    [
      'restore_page_version',
      'restores the version before',
      { id, version: 1 },
      { replaced_version: 2 },
      restore('restore_page_version', { version: 2 }),
    ],
    ['restore_page_version', 'has no undo when it changed nothing', { id, version: 1 }, { replaced_version: null }, null],
    ['create_blog_collection', 'deletes the blog', {}, { id, created: true }, { tool: 'delete_blog_collection', arguments: { id } }],
    ['create_blog_collection', 'has no undo for a blog that existed', {}, { id, created: false }, null],
    [
      'update_blog_collection',
      'restores the values before',
      { id, language: 'de' },
      { before: { language: 'en' } },
      restore('update_blog_collection', { language: 'en' }),
    ],
    ['create_blog_post', 'deletes the post', { title: 'A' }, { id }, { tool: 'delete_blog_post', arguments: { id } }],
    [
      'update_blog_post',
      'restores the values before',
      { id, title: 'B' },
      { before: { title: 'A' } },
      restore('update_blog_post', { title: 'A' }),
    ],
    [
      'create_social_planner',
      'deletes the planner',
      { name: 'A', timezone: 'UTC', slots: [{ weekday: 'monday', time: '09:00' }] },
      { id },
      { tool: 'delete_social_planner', arguments: { id } },
    ],
    [
      'update_social_planner',
      'restores the values before',
      { id, name: 'B' },
      { before: { name: 'A' } },
      restore('update_social_planner', { name: 'A' }),
    ],
    ['create_social_draft', 'deletes the draft', { text: 'A' }, { id }, { tool: 'delete_social_draft', arguments: { id } }],
    [
      'update_social_draft',
      'restores the values before',
      { id, text: 'B' },
      { before: { text: 'A' }, was_failed: false },
      restore('update_social_draft', { text: 'A' }),
    ],
    ['update_social_draft', 'has no undo for a post that had failed', { id, text: 'B' }, { before: { text: 'A' }, was_failed: true }, null],
    [
      'publish_social_post',
      'cancels a scheduled post',
      { post_id: id },
      { id, status: 'scheduled' },
      { tool: 'cancel_social_post', arguments: { id } },
    ],
    ['publish_social_post', 'has no undo for a post that is published now', { post_id: id }, { id, status: 'publishing' }, null],
    [
      'cancel_social_post',
      'schedules the post again',
      { id },
      { before: { scheduled_at: at, account_ids: ['acc_1'] } },
      { tool: 'publish_social_post', arguments: { post_id: id, scheduled_at: at, account_ids: ['acc_1'] } },
    ],
    ['publish_page', 'unpublishes a page that was unpublished', { id }, page(live(1), hidden), publishPage({ publish: false })],
    [
      'publish_page',
      'publishes the previous version',
      { id },
      page(live(2), live(1)),
      publishPage({ version: 1, published_slug: 'about' }),
    ],
    [
      'publish_page',
      'publishes the previous version',
      { id, version: 1 },
      page(live(1), live(2)),
      publishPage({ version: 2, published_slug: 'about' }),
    ],
    [
      'publish_page',
      'restores the previous slug',
      { id },
      page(live(1, 'we'), live(1)),
      publishPage({ version: 1, published_slug: 'about' }),
    ],
    ['publish_page', 'has no undo when it changed nothing', { id }, page(live(1), live(1)), null],
    [
      'publish_page',
      'publishes the version that was published',
      { id, publish: false },
      page(hidden, live(3)),
      publishPage({ version: 3, published_slug: 'about' }),
    ],
    ['publish_page', 'has no undo for a page that was unpublished already', { id, publish: false }, page(hidden, hidden), null],
    ['publish_page', 'has no undo when it ended a schedule', { id }, page(live(1), { ...hidden, publish_at: at }), null],
    [
      'publish_page',
      'cancels the schedule',
      { id, publish_at: at },
      page(hidden, hidden),
      publishPage({ publish: true, publish_at: null }),
    ],
    ['publish_page', 'has no undo when the time stays', { id, publish_at: at }, page(hidden, { ...hidden, publish_at: at }), null],
    [
      'publish_page',
      'restores the schedule that it replaced',
      { id, publish_at: '2027-01-01T09:00:00Z' },
      page(hidden, { ...hidden, publish_at: at }),
      publishPage({ publish: true, publish_at: at }),
    ],
    [
      'publish_page',
      'restores the schedule that it cancelled, with its address',
      { id, publish_at: null },
      page(hidden, { ...hidden, publish_at: at, publish_slug: 'soon' }),
      publishPage({ publish: true, publish_at: at, published_slug: 'soon' }),
    ],
    ['publish_page', 'has no undo when it cancelled nothing', { id, publish_at: null }, page(hidden, hidden), null],
    [
      'publish_page',
      'restores the end that it cancelled',
      { id, publish: false, unpublish_at: null },
      page(live(1), { ...live(1), unpublish_at: at }),
      publishPage({ publish: false, unpublish_at: at }),
    ],
    [
      'publish_blog_post',
      'unpublishes a post that was a draft',
      { id },
      post('published', { status: 'draft' }),
      publishPost({ publish: false }),
    ],
    [
      'publish_blog_post',
      'publishes the post again',
      { id, publish: false },
      post('draft', { status: 'published' }),
      publishPost({ publish: true }),
    ],
    ['publish_blog_post', 'has no undo when it changed nothing', { id }, post('published', { status: 'published' }), null],
    ['publish_blog_post', 'has no undo when it ended a schedule', { id }, post('published', { status: 'draft', publish_at: at }), null],
    [
      'publish_blog_post',
      'cancels the schedule',
      { id, publish_at: at },
      post('draft', { status: 'draft' }),
      publishPost({ publish: true, publish_at: null }),
    ],
    [
      'publish_blog_post',
      'restores the schedule that it cancelled',
      { id, publish_at: null },
      post('draft', { status: 'draft', publish_at: at }),
      publishPost({ publish: true, publish_at: at }),
    ],
    [
      'publish_blog_post',
      'has no undo when it cancelled nothing',
      { id, publish: false, unpublish_at: null },
      post('published', { status: 'published' }),
      null,
    ],
    [
      'update_look',
      'restores the previous values',
      { name: 'Engines', accent: '#0f766e' },
      { before: { name: null, accent: '#1d4ed8' } },
      { tool: 'update_look', arguments: { name: null, accent: '#1d4ed8' } },
    ],
    ['update_look', 'has no undo when it changed nothing', { name: 'Engines' }, { before: {} }, null],
  ],
  missing: [],
};

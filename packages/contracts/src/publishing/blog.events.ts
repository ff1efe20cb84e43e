import { z } from 'zod';
import { publishedAssets, shownAssets } from '../assets/shown-assets.ts';
import { eventType } from '../core/event.ts';
import { timestamp } from '../core/fields.ts';

/** The assets that a blog or a post shows after a change of it. */
const shown = { ...shownAssets, ...publishedAssets };
const cover = { asset_ids: ['ast_01jd0000000000000000000000'], published_asset_ids: ['ast_01jd0000000000000000000000'] };
const draftCover = { ...cover, published_asset_ids: [] };
const noAssets = { asset_ids: [], published_asset_ids: [] };

const aboutCollection = { collection_id: z.string(), collection: z.string().describe('The title of the blog') };
const news = { collection_id: 'blg_01jd0000000000000000000000', collection: 'News' };
const collectionFilters = ['collection_id'] as const;

/** A blog was created. */
export const blogCollectionCreated = eventType({
  type: 'blog_collection_created',
  group: 'blog',
  label: 'Blog created',
  data: z.object({ ...aboutCollection, ...shown, base_slug: z.string() }),
  sample: { ...news, ...noAssets, base_slug: 'news' },
  shown_by: { kind: 'blog', id: 'collection_id' },
  filters: [],
});

/** A blog's title, description, language, site, index page or template changed. */
export const blogCollectionUpdated = eventType({
  type: 'blog_collection_updated',
  group: 'blog',
  label: 'Blog updated',
  data: z.object({ ...aboutCollection, ...shown, base_slug: z.string(), changed: z.array(z.string()).describe('The fields that changed') }),
  sample: { ...news, ...noAssets, base_slug: 'news', changed: ['template_html'] },
  shown_by: { kind: 'blog', id: 'collection_id' },
  filters: collectionFilters,
});

/** A blog was deleted, with the posts it had. */
export const blogCollectionDeleted = eventType({
  type: 'blog_collection_deleted',
  group: 'blog',
  label: 'Blog deleted',
  data: z.object({
    ...aboutCollection,
    ...shown,
    base_slug: z.string(),
    posts: z.int().describe('Number of posts that were deleted with it'),
  }),
  sample: { ...news, ...noAssets, base_slug: 'news', posts: 0 },
  shown_by: { kind: 'blog', id: 'collection_id' },
  filters: collectionFilters,
});

const aboutPost = {
  ...aboutCollection,
  post_id: z.string(),
  post: z.string().describe('The title of the post'),
  slug: z.string(),
  status: z.enum(['draft', 'published']),
  url: z.string().describe('Its public address, also before it is published'),
};
const engine = {
  ...news,
  post_id: 'pst_01jd0000000000000000000000',
  post: 'The engine weaves',
  slug: 'the-engine-weaves',
  status: 'published' as const,
  url: 'https://pages.example.com/news/the-engine-weaves',
};
const postFilters = ['collection_id', 'post_id'] as const;

/** A post was created, as a draft or published. */
export const blogPostCreated = eventType({
  type: 'blog_post_created',
  group: 'blog',
  label: 'Post created',
  data: z.object({ ...aboutPost, ...shown }),
  sample: { ...engine, ...draftCover, status: 'draft' },
  shown_by: { kind: 'blog_post', id: 'post_id' },
  filters: collectionFilters,
});

/** A post's text or its other fields changed. */
export const blogPostUpdated = eventType({
  type: 'blog_post_updated',
  group: 'blog',
  label: 'Post updated',
  data: z.object({ ...aboutPost, ...shown, changed: z.array(z.string()).describe('The fields that changed') }),
  sample: { ...engine, ...cover, changed: ['body_html'] },
  shown_by: { kind: 'blog_post', id: 'post_id' },
  filters: postFilters,
});

/** A post was published, by a call or by its schedule. */
export const blogPostPublished = eventType({
  type: 'blog_post_published',
  group: 'blog',
  label: 'Post published',
  data: z.object({
    ...aboutPost,
    ...shown,
    author: z.string().nullable(),
    excerpt: z.string().nullable(),
    tags: z.array(z.string()),
    published_at: timestamp,
  }),
  sample: {
    ...engine,
    ...cover,
    author: 'Ada Lovelace',
    excerpt: 'Algebraical patterns.',
    tags: ['Engines'],
    published_at: '2026-11-21T09:00:00.000Z',
  },
  shown_by: { kind: 'blog_post', id: 'post_id' },
  filters: postFilters,
});

/** A published post became a draft again, by a call or by its schedule. */
export const blogPostUnpublished = eventType({
  type: 'blog_post_unpublished',
  group: 'blog',
  label: 'Post unpublished',
  data: z.object({ ...aboutPost, ...shown }),
  sample: { ...engine, ...draftCover, status: 'draft' },
  shown_by: { kind: 'blog_post', id: 'post_id' },
  filters: postFilters,
});

/** A post was scheduled to be published or unpublished, or its schedule was cancelled. */
export const blogPostPublishScheduled = eventType({
  type: 'blog_post_publish_scheduled',
  group: 'blog',
  label: 'Publishing of a post planned',
  data: z.object({ ...aboutPost, publish_at: timestamp.nullable(), unpublish_at: timestamp.nullable() }),
  sample: { ...engine, status: 'draft', publish_at: '2026-11-21T09:00:00.000Z', unpublish_at: null },
  filters: postFilters,
});

/** A post was deleted. */
export const blogPostDeleted = eventType({
  type: 'blog_post_deleted',
  group: 'blog',
  label: 'Post deleted',
  data: z.object({ ...aboutPost, ...shown }),
  sample: { ...engine, ...noAssets },
  shown_by: { kind: 'blog_post', id: 'post_id' },
  filters: postFilters,
});

import type { BlogPostSummary } from '@space/contracts/publishing';
import type { ShownAssets } from '../assets/shown-assets.ts';

/** Returns the data that every event about a post has: ids, and the names as they are now. */
export const postEventData = (post: BlogPostSummary, collection: string) => ({
  collection_id: post.collection_id,
  collection,
  post_id: post.id,
  post: post.title,
  slug: post.slug,
  status: post.status,
  url: post.url,
});

/** Returns the data of an event about a change of what a post shows. */
export const shownPostData = (post: BlogPostSummary, collection: string, shown: ShownAssets) => ({
  ...postEventData(post, collection),
  ...shown,
});

/** Returns the data of blog_post_published. */
export const publishedEventData = (post: BlogPostSummary, collection: string, shown: ShownAssets) => ({
  ...shownPostData(post, collection, shown),
  author: post.author,
  excerpt: post.excerpt,
  tags: post.tags,
  published_at: post.published_at!,
});

import type { BlogPost } from '@space/contracts/publishing';

/** What an event about a post carries: ids with names beside them, as they are at this moment. */
export const postEventData = (post: BlogPost, collection: string) => ({
  collection_id: post.collection_id,
  collection,
  post_id: post.id,
  post: post.title,
  slug: post.slug,
  status: post.status,
  url: post.url,
});

/** What the event says when a post goes live. */
export const publishedEventData = (post: BlogPost, collection: string) => ({
  ...postEventData(post, collection),
  author: post.author,
  excerpt: post.excerpt,
  published_at: post.published_at!,
});

import { MAX_CACHED } from '@space/contracts/platform';
import { LRUCache } from 'lru-cache';
import type { CommonQueryMethods } from 'slonik';
import { listBlogTags } from './nearby-posts.queries.ts';
import type { PublicBlog } from './published-posts.queries.ts';

/** Returns the tags of a blog's published posts, in the order of `listBlogTags`. */
export type BlogTags = (blog: PublicBlog) => Promise<readonly string[]>;

/** Returns the cache of the tags of blogs. All pages of a blog share one query until the stamp of the blog changes. */
export function createBlogTags(database: CommonQueryMethods): BlogTags {
  const cache = new LRUCache<string, readonly string[], PublicBlog>({
    max: MAX_CACHED.blog_tags,
    fetchMethod: (_key, _stale, { context }) => listBlogTags(database, context),
  });
  return (blog) => cache.forceFetch(`${blog.space_id} ${blog.id} ${blog.stamp}`, { context: blog });
}

import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';
import { allEntries } from './site.ts';

/** A blog as the API answers it. */
export type Blog = Awaited<ReturnType<SpaceClient['blog_collections']['get']>>;

/** A post with its text as the API answers it. */
export type Post = Awaited<ReturnType<SpaceClient['blog_posts']['get']>>;

/** A post as lists show it. */
export type PostSummary = Awaited<ReturnType<SpaceClient['blog_posts']['list']>>['data'][number];

/** Returns the query of all blogs of a Space. */
export const blogsQuery = (space_id: string) => ({
  queryKey: ['space', space_id, 'blog_collections', 'all'] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    allEntries<Blog>((cursor) => spaceClient(space_id).blog_collections.list({ limit: 100, sort: 'title', ...cursor }, { signal })),
});

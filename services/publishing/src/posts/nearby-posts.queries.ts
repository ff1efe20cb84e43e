import { MAX_LISTED_TAGS } from '@space/contracts/publishing';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { tagKey } from './post-tags.ts';
import type { PublicBlog } from './published-posts.queries.ts';

const NearbyPostRow = z.object({ side: z.enum(['previous', 'next']), slug: z.string(), title: z.string() });

/** The post before or after another one of its blog, in the order of their publication. */
export type NearbyPost = z.infer<typeof NearbyPostRow>;

/** Returns the published posts of a blog that came before and after the post of this id and time. */
export const findNearbyPosts = (
  database: CommonQueryMethods,
  space: string,
  { collection_id, id, published_at }: { readonly collection_id: string; readonly id: string; readonly published_at: string },
) =>
  database.any(sql.type(NearbyPostRow)`
    (select 'previous' as side, slug, title from publishing.post
      where space_id = ${space} and collection_id = ${collection_id} and status = 'published'
        and (published_at, id) < (${published_at}::timestamptz, ${id})
      order by published_at desc, id desc limit 1)
    union all
    (select 'next' as side, slug, title from publishing.post
      where space_id = ${space} and collection_id = ${collection_id} and status = 'published'
        and (published_at, id) > (${published_at}::timestamptz, ${id})
      order by published_at, id limit 1)`);

/** Returns the tags of a blog's published posts, those with the most posts first, in the spelling of a newest post. */
export const listBlogTags = (database: CommonQueryMethods, { space_id, id }: PublicBlog) =>
  database.anyFirst(sql.type(z.object({ tag: z.string() }))`
    select (array_agg(t.tag order by p.published_at desc, p.id desc))[1] as tag
    from publishing.post as p cross join lateral unnest(p.tags, p.tag_keys) as t (tag, key)
    where p.space_id = ${space_id} and p.collection_id = ${id} and p.status = 'published'
    group by t.key order by count(*) desc, t.key limit ${MAX_LISTED_TAGS}`);

/** Returns the number of a blog's published posts with a tag. */
export const countTaggedPosts = (database: CommonQueryMethods, { space_id, id }: PublicBlog, tag: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from publishing.post
    where space_id = ${space_id} and collection_id = ${id} and status = 'published'
      and tag_keys @> ${sql.array([tagKey(space_id, tag)], 'text')}`);

import type { blogPostDeleted } from '@space/contracts/publishing';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

const Gone = z.object({
  collection_id: z.string(),
  collection: z.string(),
  post_id: z.string(),
  post: z.string(),
  slug: z.string(),
  status: z.enum(['draft', 'published']),
  was_published: z.boolean(),
  url: z.string(),
});

type Told = z.input<typeof blogPostDeleted.data>;

/** Deletes one post and answers what its event says; its addresses stay as gone. */
export const deletePost = async (tx: CommonQueryMethods, space: string, origin: string, id: string): Promise<Told> =>
  (await remove(tx, space, origin, sql.fragment`p.id = ${id}`))[0]!;

/** Deletes all posts of a blog and answers what their events say. */
export const deletePostsOf = (tx: CommonQueryMethods, space: string, origin: string, collection: string): Promise<readonly Told[]> =>
  remove(tx, space, origin, sql.fragment`p.collection_id = ${collection}`);

async function remove(tx: CommonQueryMethods, space: string, origin: string, which: FragmentSqlToken): Promise<readonly Told[]> {
  const gone = await tx.any(sql.type(Gone)`
    delete from publishing.post as p using publishing.blog_collection as c
    where p.space_id = ${space} and ${which} and c.space_id = p.space_id and c.id = p.collection_id
    returning p.collection_id, c.title as collection, p.id as post_id, p.title as post, p.slug, p.status, p.was_published,
      ${origin}::text || '/' || c.public_slug || '/' || p.slug as url`);
  const ids = sql.array(
    gone.flatMap(({ post_id, was_published }) => (was_published ? [post_id] : [])),
    'text',
  );
  await tx.query(sql.typeAlias('void')`
    insert into publishing.post_gone (space_id, post_id) select ${space}, id from unnest(${ids}) as t (id)`);
  await tx.query(sql.typeAlias('void')`
    update publishing.post_address set gone = true where space_id = ${space} and post_id = any(${ids})`);
  return gone.map(({ was_published: _, ...told }) => told);
}

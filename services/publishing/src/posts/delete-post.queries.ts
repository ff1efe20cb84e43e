import type { blogPostDeleted } from '@space/contracts/publishing';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { noAssets } from '../assets/shown-assets.ts';

const DeletedPostRow = z.object({
  collection_id: z.string(),
  collection: z.string(),
  post_id: z.string(),
  post: z.string(),
  slug: z.string(),
  status: z.enum(['draft', 'published']),
  was_published: z.boolean(),
  url: z.string(),
});

type EventData = z.input<typeof blogPostDeleted.data>;

/** Deletes a post, marks its addresses as gone, and returns the data of its event. */
export const deletePost = async (tx: CommonQueryMethods, space: string, origin: string, id: string): Promise<EventData> =>
  (await deletePosts(tx, space, origin, sql.fragment`p.id = ${id}`))[0]!;

/** Posts that one statement deletes: other calls run between two statements. */
const CHUNK_ROWS = 500;

/** Deletes all posts of a blog and marks their addresses as gone. Yields the data of their events. */
export async function* deletePostsOf(tx: CommonQueryMethods, space: string, origin: string, collection: string): AsyncGenerator<EventData> {
  const next = sql.fragment`p.id in (
    select id from publishing.post where space_id = ${space} and collection_id = ${collection} limit ${CHUNK_ROWS})`;
  for (let count = CHUNK_ROWS; count === CHUNK_ROWS; ) {
    const deleted = await deletePosts(tx, space, origin, next);
    yield* deleted;
    count = deleted.length;
  }
}

async function deletePosts(
  tx: CommonQueryMethods,
  space: string,
  origin: string,
  matching: FragmentSqlToken,
): Promise<readonly EventData[]> {
  const deleted = await tx.any(sql.type(DeletedPostRow)`
    delete from publishing.post as p using publishing.blog_collection as c
    where p.space_id = ${space} and ${matching} and c.space_id = p.space_id and c.id = p.collection_id
    returning p.collection_id, c.title as collection, p.id as post_id, p.title as post, p.slug, p.status, p.was_published,
      ${origin}::text || '/' || c.public_slug || '/' || p.slug as url`);
  const ids = sql.array(
    deleted.flatMap(({ post_id, was_published }) => (was_published ? [post_id] : [])),
    'text',
  );
  await tx.query(sql.typeAlias('void')`
    insert into publishing.post_gone (space_id, post_id) select ${space}, id from unnest(${ids}) as t (id)`);
  await tx.query(sql.typeAlias('void')`
    update publishing.post_address set gone = true where space_id = ${space} and post_id = any(${ids})`);
  return deleted.map(({ was_published: _, ...data }) => ({ ...data, ...noAssets }));
}

import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** A post as Postgres answers it: its JSON and its version. */
const BlogPostRow = z.object({ json: z.string(), version: z.number() });

/** What a caller may change of a post. */
export interface PostFields {
  readonly title: string;
  readonly slug: string;
  readonly body_html: string;
  readonly excerpt: string | null;
  readonly cover_image_url: string | null;
  readonly author: string | null;
}

/** The JSON of the post `p` of the blog `c`, built where the rows are. */
const postJson = (origin: string, whole: boolean): FragmentSqlToken => sql.fragment`(select row_to_json(r) from (select
  p.id, ${wireTime(sql.fragment`p.created_at`)} as created_at, ${wireTime(sql.fragment`p.updated_at`)} as updated_at,
  p.collection_id, p.title, p.slug, p.excerpt, p.cover_image_url, p.author, p.status,
  ${wireTime(sql.fragment`p.published_at`)} as published_at,
  ${wireTime(sql.fragment`p.publish_at`)} as publish_at, ${wireTime(sql.fragment`p.unpublish_at`)} as unpublish_at,
  ${origin}::text || '/' || c.public_slug || '/' || p.slug as url,
  ${origin}::text || '/post/' || p.id as short_url
  ${whole ? sql.fragment`, p.body_html` : sql.fragment``}) as r)`;

const joined = sql.fragment`publishing.post as p join publishing.blog_collection as c on c.space_id = p.space_id and c.id = p.collection_id`;

/** Which posts a list shows. */
export interface PostListInput {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly include_total: boolean;
  readonly collection_id?: string | undefined;
  readonly status?: string | undefined;
}

/** The page of the posts of a Space, newest first, without their texts. */
export function listPosts(
  space: string,
  origin: string,
  { limit, cursor, include_total, collection_id, status }: PostListInput,
): PageQuery {
  const matching = sql.fragment`p.space_id = ${space}
    ${collection_id === undefined ? sql.fragment`` : sql.fragment`and p.collection_id = ${collection_id}`}
    ${status === undefined ? sql.fragment`` : sql.fragment`and p.status = ${status}`}`;
  const behind = cursor ? sql.fragment`and p.id < ${decodeCursor(cursor, 'text')[0]}` : sql.fragment``;
  return {
    limit,
    rows: sql.fragment`
      select json_build_array(p.id)::text as key, ${postJson(origin, false)}::text as item
      from ${joined} where ${matching} ${behind} order by p.id desc limit ${limit + 1}`,
    total: include_total ? sql.fragment`select count(*) from publishing.post as p where ${matching}` : undefined,
  };
}

/** One post of a Space, or null; `lock` keeps others from changing it until the transaction ends. */
export const findPost = (database: CommonQueryMethods, space: string, origin: string, id: string, lock = false) =>
  database.maybeOne(sql.type(BlogPostRow)`
    select ${postJson(origin, true)}::text as json, p.version from ${joined}
    where p.space_id = ${space} and p.id = ${id} ${lock ? sql.fragment`for update of p` : sql.fragment``}`);

/** A blog by id and title. */
const Blog = z.object({ id: z.string(), title: z.string() });

/** The blog of this id, or up to two of the Space when none is named; nobody deletes or fills them before the transaction ends. */
export const lockBlogs = (tx: CommonQueryMethods, space: string, id: string | undefined) =>
  tx.any(sql.type(Blog)`
    select id, title from publishing.blog_collection
    where space_id = ${space} ${id === undefined ? sql.fragment`` : sql.fragment`and id = ${id}`} order by id limit 2 for no key update`);

/** Slugs of a blog that begin like `wanted` and are taken by a post that is there. */
export const findTakenSlugs = async (
  tx: CommonQueryMethods,
  space: string,
  collection: string,
  wanted: string,
): Promise<ReadonlySet<string>> =>
  new Set(
    await tx.anyFirst(sql.type(z.object({ slug: z.string() }))`
      select slug from publishing.post
      where space_id = ${space} and collection_id = ${collection} and (slug = ${wanted} or starts_with(slug, ${`${wanted}-`}))`),
  );

/** Inserts a draft. */
export const insertPost = (
  tx: CommonQueryMethods,
  place: { readonly space_id: string; readonly id: string; readonly collection_id: string; readonly now: string },
  fields: PostFields,
) =>
  tx.query(sql.typeAlias('void')`
    insert into publishing.post (space_id, id, collection_id, title, slug, body_html, excerpt, cover_image_url, author, status, created_at, updated_at)
    values (${place.space_id}, ${place.id}, ${place.collection_id}, ${fields.title}, ${fields.slug}, ${fields.body_html}, ${fields.excerpt},
      ${fields.cover_image_url}, ${fields.author}, 'draft', ${place.now}::timestamptz, ${place.now}::timestamptz)`);

/** Changes columns of a post that is there. */
export function updatePost(tx: CommonQueryMethods, space: string, id: string, fields: Partial<PostFields>, now: string) {
  const assignments = Object.entries(fields).map(
    ([column, value]) => sql.fragment`${sql.identifier([column])} = ${value as string | null}`,
  );
  return tx.query(sql.typeAlias('void')`
    update publishing.post
    set ${sql.join([...assignments, sql.fragment`version = version + 1`, sql.fragment`updated_at = ${now}::timestamptz`], sql.fragment`, `)}
    where space_id = ${space} and id = ${id}`);
}

/** Notes the address of a post that is live from now on, whoever had it before. */
export const recordAddress = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`
    insert into publishing.post_address (space_id, collection_id, slug, post_id)
    select space_id, collection_id, slug, id from publishing.post where space_id = ${space} and id = ${id} and status = 'published'
    on conflict (space_id, collection_id, slug) do update set post_id = excluded.post_id, gone = false`);

/** Puts a post live; a time that had been planned for it is over. */
export const setPublished = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update publishing.post
    set status = 'published', was_published = true, published_at = case when status = 'published' then published_at else ${now}::timestamptz end,
      publish_at = null, publish_by = null, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Takes a post down; a time that had been planned for it is over. */
export const setDraft = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update publishing.post
    set status = 'draft', published_at = null, unpublish_at = null, unpublish_by = null, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Says when a post goes live or is taken down, and on whose behalf; null calls it off. */
export function setSchedule(
  tx: CommonQueryMethods,
  space: string,
  id: string,
  plan: { readonly publish: boolean; readonly at: string | null; readonly by: string },
  now: string,
) {
  const [time, by] = plan.publish ? ['publish_at', 'publish_by'] : ['unpublish_at', 'unpublish_by'];
  return tx.query(sql.typeAlias('void')`
    update publishing.post
    set ${sql.identifier([time!])} = ${plan.at}::timestamptz, ${sql.identifier([by!])} = ${plan.at === null ? null : plan.by}::jsonb,
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);
}

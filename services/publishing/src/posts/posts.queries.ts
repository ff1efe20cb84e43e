import type { BlogPost } from '@space/contracts/publishing';
import { findExisting, listQuery, lockVersioned, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { StoredText } from '../post-texts/post-texts.ts';
import { type StoredTags, storedTags } from './post-tags.ts';

/** A post as the wire shows it, as JSON text, with its version. */
const BlogPostRow = z.object({ json: z.string(), version: z.number() });

/** The stored text of a post, with the assets that it names. */
export interface PostText extends StoredText {
  readonly body_asset_ids: readonly string[];
}

/** The columns of a post that callers write. */
export interface PostFields {
  readonly title: string;
  readonly slug: string;
  readonly body_html: string;
  readonly excerpt: string | null;
  readonly cover_image_url: string | null;
  readonly author: string | null;
  readonly tags: readonly string[];
}

/** The JSON of the post `p`, with or without its text. */
const postJson = (origin: string, withBody: boolean): FragmentSqlToken => sql.fragment`(select row_to_json(r) from (select
  p.id, ${wireTime(sql.fragment`p.created_at`)} as created_at, ${wireTime(sql.fragment`p.updated_at`)} as updated_at,
  p.collection_id, p.title, p.slug, p.excerpt, p.cover_image_url, p.author, p.tags, p.status,
  ${wireTime(sql.fragment`p.published_at`)} as published_at,
  ${wireTime(sql.fragment`p.publish_at`)} as publish_at, ${wireTime(sql.fragment`p.unpublish_at`)} as unpublish_at,
  ${origin}::text || '/' || c.public_slug || '/' || p.slug as url,
  ${origin}::text || '/post/' || p.id as short_url
  ${withBody ? sql.fragment`, p.body_html` : sql.fragment``}
  from publishing.blog_collection as c where c.space_id = p.space_id and c.id = p.collection_id) as r)`;

/** The paging and the filters of a list of posts. */
export interface PostListInput extends PageInput {
  readonly collection_id?: string | undefined;
  readonly status?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly sort: string;
}

/** The time of a draft in the order by `published_at`, which has an index. */
const timeless = sql.fragment`timestamptz '9999-12-31T00:00:00Z'`;

/** Lists the posts of a Space without their texts. */
export const listPosts = (space: string, origin: string, { collection_id, status, tags, sort, ...list }: PostListInput): PageQuery =>
  listQuery(list, {
    from: sql.fragment`publishing.post as p`,
    alias: 'p',
    where: sql.fragment`p.space_id = ${space}
      ${collection_id === undefined ? sql.fragment`` : sql.fragment`and p.collection_id = ${collection_id}`}
      ${status === undefined ? sql.fragment`` : sql.fragment`and p.status = ${status}`}
      ${tags === undefined ? sql.fragment`` : sql.fragment`and p.tag_keys @> ${sql.array(storedTags(space, tags).tag_keys, 'text')}`}`,
    item: postJson(origin, false),
    ...orderOf(sort, 'p', {
      published_at: { column: sql.fragment`coalesce(p.published_at, ${timeless})`, type: 'timestamp' },
      title: { column: sql.fragment`lower(p.title)`, type: 'text' },
    }),
  });

const postById = (space: string, origin: string, id: string, withBody = true) =>
  sql.type(BlogPostRow)`
    select ${postJson(origin, withBody)}::text as json, p.version from publishing.post as p where p.space_id = ${space} and p.id = ${id}`;

/** Returns a post of a Space with its text. Throws not_found. */
export const findPost = (database: CommonQueryMethods, space: string, origin: string, id: string) =>
  findExisting(database, postById(space, origin, id), { noun: 'blog post', id });

/** Returns a post of a Space without its text. Throws not_found. */
export const findPostSummary = (database: CommonQueryMethods, space: string, origin: string, id: string) =>
  findExisting(database, postById(space, origin, id, false), { noun: 'blog post', id });

/** Locks a post until the transaction ends and returns it. Throws not_found, and precondition_failed for another version. */
export const lockPost = async (
  tx: CommonQueryMethods,
  space: string,
  origin: string,
  id: string,
  ifMatch: readonly number[] | null,
): Promise<BlogPost> =>
  JSON.parse((await lockVersioned(tx, postById(space, origin, id), { noun: 'blog post', id, ifMatch, of: 'p' })).json) as BlogPost;

const BlogTitleRow = z.object({ id: z.string(), title: z.string() });

/**
 * Locks the blog of this id, or the first two blogs of the Space when `id` is undefined, and returns them. Until the
 * transaction ends, no other transaction deletes them, adds a post or changes a slug in them.
 */
export const lockBlogs = (tx: CommonQueryMethods, space: string, id: string | undefined) =>
  tx.any(sql.type(BlogTitleRow)`
    select id, title from publishing.blog_collection
    where space_id = ${space} ${id === undefined ? sql.fragment`` : sql.fragment`and id = ${id}`} order by id limit 2 for no key update`);

/** Returns the title of a blog, or null. */
export const findBlogTitle = (database: CommonQueryMethods, space: string, collection: string) =>
  database.maybeOneFirst(sql.type(z.object({ title: z.string() }))`
    select title from publishing.blog_collection where space_id = ${space} and id = ${collection}`);

/** Returns the slugs of the posts of a blog that are `wanted` or `wanted` with an ending. */
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

/** Returns the number of posts of a blog. */
export const countPosts = (tx: CommonQueryMethods, space: string, collection: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from publishing.post where space_id = ${space} and collection_id = ${collection}`);

/** Inserts a draft. */
export const insertPost = (
  tx: CommonQueryMethods,
  post: { readonly space_id: string; readonly id: string; readonly collection_id: string; readonly now: string },
  fields: PostFields & PostText,
) => {
  const { tags, tag_keys } = storedTags(post.space_id, fields.tags);
  return tx.query(sql.typeAlias('void')`
    insert into publishing.post (space_id, id, collection_id, title, slug, body_html, safe_html, text_summary, text_words, text_rules, excerpt,
      body_asset_ids, cover_image_url, author, tags, tag_keys, status, created_at, updated_at)
    values (${post.space_id}, ${post.id}, ${post.collection_id}, ${fields.title}, ${fields.slug}, ${fields.body_html}, ${fields.safe_html},
      ${fields.text_summary}, ${fields.text_words}, ${fields.text_rules}, ${fields.excerpt}, ${sql.array([...fields.body_asset_ids], 'text')}, ${fields.cover_image_url}, ${fields.author},
      ${sql.array([...tags], 'text')}, ${sql.array([...tag_keys], 'text')}, 'draft', ${post.now}::timestamptz, ${post.now}::timestamptz)`);
};

/** Updates columns of an existing post, and adds one to its version. */
export function updatePost(tx: CommonQueryMethods, space: string, id: string, fields: Partial<PostFields & PostText>, now: string) {
  const columns: Partial<PostFields & PostText & StoredTags> = { ...fields, ...(fields.tags && storedTags(space, fields.tags)) };
  const assignments = Object.entries(columns).map(
    ([column, value]) => sql.fragment`${sql.identifier([column])} = ${Array.isArray(value) ? sql.array(value, 'text') : value}`,
  );
  return tx.query(sql.typeAlias('void')`
    update publishing.post
    set ${sql.join([...assignments, sql.fragment`version = version + 1`, sql.fragment`updated_at = ${now}::timestamptz`], sql.fragment`, `)}
    where space_id = ${space} and id = ${id}`);
}

/** Stores the address of a post when the post is published, also when another post had the address before. */
export const recordAddress = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`
    insert into publishing.post_address (space_id, collection_id, slug, post_id)
    select space_id, collection_id, slug, id from publishing.post where space_id = ${space} and id = ${id} and status = 'published'
    on conflict (space_id, collection_id, slug) do update set post_id = excluded.post_id, gone = false`);

/** Publishes a post, and ends the schedule that does so. */
export const setPublished = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update publishing.post
    set status = 'published', was_published = true, published_at = coalesce(published_at, first_published_at, ${now}::timestamptz),
      first_published_at = coalesce(first_published_at, ${now}::timestamptz), publish_at = null, publish_by = null, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Makes a post a draft again, and ends the schedule that does so. */
export const setDraft = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update publishing.post
    set status = 'draft', published_at = null, unpublish_at = null, unpublish_by = null, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Stores the time at which a post is published or unpublished, and the actor who scheduled it; null cancels the schedule. */
export function setSchedule(
  tx: CommonQueryMethods,
  space: string,
  id: string,
  schedule: { readonly publish: boolean; readonly at: string | null; readonly by: string },
  now: string,
) {
  const [time, by] = schedule.publish ? ['publish_at', 'publish_by'] : ['unpublish_at', 'unpublish_by'];
  return tx.query(sql.typeAlias('void')`
    update publishing.post
    set ${sql.identifier([time!])} = ${schedule.at}::timestamptz, ${sql.identifier([by!])} = ${schedule.at === null ? null : schedule.by}::jsonb,
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);
}

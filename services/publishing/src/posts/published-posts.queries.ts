import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { tagKey } from './post-tags.ts';

const BlogAddressRow = z.object({
  space_id: z.string(),
  collection_id: z.string(),
  gone: z.boolean(),
  /** The own language of the blog; null also when it was deleted. */
  language: z.string().nullable(),
});

/** Returns the blog that has, or had, a public slug; null when none had it. */
export const findBlogAddress = (database: CommonQueryMethods, publicSlug: string) =>
  database.maybeOne(sql.type(BlogAddressRow)`
    select a.space_id, a.collection_id, a.gone, c.language
    from publishing.blog_address as a
    left join publishing.blog_collection as c on c.space_id = a.space_id and c.id = a.collection_id
    where a.public_slug = ${publicSlug}`);

const AddressedPostRow = z.object({
  space_id: z.string(),
  id: z.string(),
  collection_id: z.string(),
  status: z.enum(['draft', 'published']),
  slug: z.string(),
  public_slug: z.string(),
  /** The own language of the blog. */
  language: z.string().nullable(),
  site_id: z.string().nullable(),
  published_at: z.string().nullable(),
  /** A text that changes when the public page of the post may change. */
  stamp: z.string(),
});

/** A post that was found by one of its addresses, without its text. */
export type AddressedPost = z.infer<typeof AddressedPostRow>;

const addressedPost = sql.fragment`
  p.space_id, p.id, p.collection_id, p.status, p.slug, c.public_slug, c.language, c.site_id,
  ${wireTime(sql.fragment`p.published_at`)} as published_at, p.version || '.' || c.version as stamp
  from publishing.post as p
  join publishing.blog_collection as c on c.space_id = p.space_id and c.id = p.collection_id`;

/** Returns the post of this id, or null. */
export const findPostById = (database: CommonQueryMethods, id: string) =>
  database.maybeOne(sql.type(AddressedPostRow)`select ${addressedPost} where p.id = ${id}`);

/** Returns the post that has, or last had, a slug in a blog; null when none had it. A published post comes first. */
export const findPostBySlug = (database: CommonQueryMethods, space: string, collection: string, slug: string) =>
  database.maybeOne(sql.type(AddressedPostRow)`
    select ${addressedPost}
    where p.space_id = ${space} and p.collection_id = ${collection}
      and (p.slug = ${slug} or p.id = (
        select a.post_id from publishing.post_address as a
        where a.space_id = ${space} and a.collection_id = ${collection} and a.slug = ${slug} and not a.gone))
    order by (p.status = 'published') desc, (p.slug = ${slug}) desc limit 1`);

/** Returns the Space of the post of this id that was published and then deleted, or null. */
export const findGonePost = (database: CommonQueryMethods, id: string) =>
  database.maybeOne(sql.type(z.object({ space_id: z.string() }))`select space_id from publishing.post_gone where post_id = ${id}`);

/** Returns true when a post that was published at this slug of a blog was deleted. */
export const wasPublishedAt = (database: CommonQueryMethods, space: string, collection: string, slug: string) =>
  database.exists(sql.type(z.object({}))`
    select from publishing.post_address where space_id = ${space} and collection_id = ${collection} and slug = ${slug} and gone`);

const PublishedPostRow = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  safe_html: z.string().nullable(),
  text_summary: z.string(),
  text_words: z.number(),
  text_rules: z.number(),
  excerpt: z.string().nullable(),
  cover_image_url: z.string().nullable(),
  author: z.string().nullable(),
  tags: z.array(z.string()),
  published_at: z.string(),
  updated_at: z.string(),
  blog_title: z.string(),
  language: z.string(),
  collection_id: z.string(),
  template_pieces: z.string().nullable(),
  template_rules: z.number(),
  site_id: z.string().nullable(),
  public_slug: z.string(),
});

/** A post with its blog, as its public page shows them. */
export type PublishedPost = z.infer<typeof PublishedPostRow>;

/** The language of the blog `c`; `fallback` is that of a blog without one. */
const languageOfBlog = (fallback: string): FragmentSqlToken => sql.fragment`coalesce(c.language, ${fallback}) as language`;

const listedPost = (language: string): FragmentSqlToken => sql.fragment`
  p.id, p.title, p.slug, p.excerpt, p.cover_image_url, p.author, p.tags,
  ${wireTime(sql.fragment`p.published_at`)} as published_at, ${wireTime(sql.fragment`p.updated_at`)} as updated_at,
  p.text_summary, p.text_words, p.text_rules, c.title as blog_title, ${languageOfBlog(language)}`;

const layoutOfBlog = sql.fragment`p.collection_id, c.template_pieces, c.template_rules, c.site_id, c.public_slug`;

/** Returns a published post with its text and its blog, or null when it is not published any more. A blog without a language has `language`. */
export const findPublishedPost = (database: CommonQueryMethods, space: string, id: string, language: string) =>
  database.maybeOne(sql.type(PublishedPostRow)`
    select ${listedPost(language)}, p.safe_html, ${layoutOfBlog}
    from publishing.post as p join publishing.blog_collection as c on c.space_id = p.space_id and c.id = p.collection_id
    where p.space_id = ${space} and p.id = ${id} and p.status = 'published'`);

/** Returns a post as its page would show it if it were published now, or null. */
export const findDraftPost = (database: CommonQueryMethods, space: string, id: string, now: string, language: string) =>
  database.maybeOne(sql.type(PublishedPostRow)`
    select p.id, p.title, p.slug, p.excerpt, p.cover_image_url, p.author, p.tags, c.title as blog_title, ${languageOfBlog(language)},
      ${wireTime(sql.fragment`coalesce(p.published_at, p.first_published_at, p.publish_at, ${now}::timestamptz)`)} as published_at,
      ${wireTime(sql.fragment`p.updated_at`)} as updated_at, p.safe_html, p.text_summary, p.text_words, p.text_rules, ${layoutOfBlog}
    from publishing.post as p join publishing.blog_collection as c on c.space_id = p.space_id and c.id = p.collection_id
    where p.space_id = ${space} and p.id = ${id}`);

const PublicBlogRow = z.object({
  id: z.string(),
  space_id: z.string(),
  public_slug: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  language: z.string(),
  site_id: z.string().nullable(),
  index_page_id: z.string().nullable(),
  updated_at: z.string(),
  posts: z.number(),
  /** A text that changes when the list or a feed of the blog may change. */
  stamp: z.string(),
});

/** A blog as its list and its feeds show it; `posts` counts the published ones. */
export type PublicBlog = z.infer<typeof PublicBlogRow>;

/** Returns a blog with the number of its published posts, or null. One without a language has `language`. */
export const findPublicBlog = (database: CommonQueryMethods, space: string, collection: string, language: string) =>
  database.maybeOne(sql.type(PublicBlogRow)`
    select c.id, c.space_id, c.public_slug, c.title, c.description, ${languageOfBlog(language)}, c.site_id, c.index_page_id, coalesce(n.posts, 0)::int8 as posts,
      ${wireTime(sql.fragment`greatest(c.updated_at, n.updated_at)`)} as updated_at,
      c.version || '.' || n.posts || '.' || n.versions || '.' || extract(epoch from coalesce(n.updated_at, c.updated_at)) as stamp
    from publishing.blog_collection as c
    cross join lateral (
      select count(*) as posts, coalesce(sum(p.version), 0) as versions, max(p.updated_at) as updated_at from publishing.post as p
      where p.space_id = c.space_id and p.collection_id = c.id and p.status = 'published') as n
    where c.space_id = ${space} and c.id = ${collection}`);

const ListedPostRow = PublishedPostRow.omit({
  collection_id: true,
  template_pieces: true,
  template_rules: true,
  site_id: true,
  public_slug: true,
});

/** A post as lists and feeds show it; a long text is null. */
export type ListedPost = z.infer<typeof ListedPostRow>;

/** The posts of a list: `limit` of them from `offset`, with their texts of at most `characters`; of one tag, or of all. */
interface ListedRange {
  readonly limit: number;
  readonly offset?: number;
  readonly characters: number;
  readonly tag?: string | null;
}

const withTag = (space: string, tag: string | null): FragmentSqlToken =>
  tag === null ? sql.fragment`` : sql.fragment`and p.tag_keys @> ${sql.array([tagKey(space, tag)], 'text')}`;

/** Returns published posts of a blog, newest first. */
export const listPublishedPosts = (
  database: CommonQueryMethods,
  { space_id, id, language }: PublicBlog,
  { limit, offset = 0, characters, tag = null }: ListedRange,
) =>
  database.any(sql.type(ListedPostRow)`
    select ${listedPost(language)}, case when char_length(p.safe_html) <= ${characters} then p.safe_html end as safe_html
    from publishing.post as p join publishing.blog_collection as c on c.space_id = p.space_id and c.id = p.collection_id
    where p.space_id = ${space_id} and p.collection_id = ${id} and p.status = 'published' ${withTag(space_id, tag)}
    order by p.published_at desc, p.id desc limit ${limit} offset ${offset}`);

/** Returns the slugs of the published posts of a blog, newest first, and when each post last changed. */
export const listPostAddresses = (database: CommonQueryMethods, { space_id, id }: PublicBlog, limit: number) =>
  database.any(sql.type(z.object({ slug: z.string(), updated_at: z.string() }))`
    select p.slug, ${wireTime(sql.fragment`p.updated_at`)} as updated_at from publishing.post as p
    where p.space_id = ${space_id} and p.collection_id = ${id} and p.status = 'published'
    order by p.published_at desc, p.id desc limit ${limit}`);

import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** The first part of an address, and the blog that has or had it. */
const BlogAddress = z.object({ space_id: z.string(), collection_id: z.string(), gone: z.boolean() });

/** The blog at a first part of an address, or null. */
export const findBlogAddress = (database: CommonQueryMethods, publicSlug: string) =>
  database.maybeOne(sql.type(BlogAddress)`
    select space_id, collection_id, gone from publishing.blog_address where public_slug = ${publicSlug}`);

/** What an address leads to, without the text: enough to say that nothing has changed. */
const AddressedPost = z.object({
  space_id: z.string(),
  id: z.string(),
  collection_id: z.string(),
  status: z.enum(['draft', 'published']),
  slug: z.string(),
  public_slug: z.string(),
  site_id: z.string().nullable(),
  /** Changes whenever the page of the post may look different. */
  stamp: z.string(),
});

/** A post that was found by one of its addresses. */
export type AddressedPost = z.infer<typeof AddressedPost>;

const standing = sql.fragment`
  p.space_id, p.id, p.collection_id, p.status, p.slug, c.public_slug, c.site_id, p.version || '.' || c.version as stamp
  from publishing.post as p
  join publishing.blog_collection as c on c.space_id = p.space_id and c.id = p.collection_id`;

/** The post of this id, or null. */
export const findPostById = (database: CommonQueryMethods, id: string) =>
  database.maybeOne(sql.type(AddressedPost)`select ${standing} where p.id = ${id}`);

/** The post that has or last had this slug in a blog, or null. */
export const findPostBySlug = (database: CommonQueryMethods, space: string, collection: string, slug: string) =>
  database.maybeOne(sql.type(AddressedPost)`
    select ${standing}
    where p.space_id = ${space} and p.collection_id = ${collection}
      and (p.slug = ${slug} or p.id = (
        select a.post_id from publishing.post_address as a
        where a.space_id = ${space} and a.collection_id = ${collection} and a.slug = ${slug} and not a.gone))
    order by (p.status = 'published') desc, (p.slug = ${slug}) desc limit 1`);

/** Whether a post that is gone was once published under this id. */
export const wasPublished = (database: CommonQueryMethods, id: string) =>
  database.exists(sql.type(z.object({}))`select from publishing.post_gone where post_id = ${id}`);

/** Whether a post that is gone was once published at this slug of a blog. */
export const wasPublishedAt = (database: CommonQueryMethods, space: string, collection: string, slug: string) =>
  database.exists(sql.type(z.object({}))`
    select from publishing.post_address where space_id = ${space} and collection_id = ${collection} and slug = ${slug} and gone`);

/** A post as its page shows it. */
const PublishedPost = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  body_html: z.string(),
  excerpt: z.string().nullable(),
  cover_image_url: z.string().nullable(),
  author: z.string().nullable(),
  published_at: z.string(),
  updated_at: z.string(),
  blog_title: z.string(),
  language: z.string(),
  template_html: z.string().nullable(),
  site_id: z.string().nullable(),
  public_slug: z.string(),
});

/** A post as its page shows it. */
export type PublishedPost = z.infer<typeof PublishedPost>;

const published = sql.fragment`
  p.id, p.title, p.slug, p.excerpt, p.cover_image_url, p.author,
  ${wireTime(sql.fragment`p.published_at`)} as published_at, ${wireTime(sql.fragment`p.updated_at`)} as updated_at,
  c.title as blog_title, c.language`;

/** A post with all that its page needs, or null when it was taken down meanwhile. */
export const findPublishedPost = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(PublishedPost)`
    select ${published}, p.body_html, c.template_html, c.site_id, c.public_slug
    from publishing.post as p join publishing.blog_collection as c on c.space_id = p.space_id and c.id = p.collection_id
    where p.space_id = ${space} and p.id = ${id} and p.status = 'published'`);

/** A post as its page would show it if it were published now, or null. */
export const findDraftPost = (database: CommonQueryMethods, space: string, id: string, now: string) =>
  database.maybeOne(sql.type(PublishedPost)`
    select p.id, p.title, p.slug, p.excerpt, p.cover_image_url, p.author, c.title as blog_title, c.language,
      ${wireTime(sql.fragment`coalesce(p.published_at, p.publish_at, ${now}::timestamptz)`)} as published_at,
      ${wireTime(sql.fragment`p.updated_at`)} as updated_at, p.body_html, c.template_html, c.site_id, c.public_slug
    from publishing.post as p join publishing.blog_collection as c on c.space_id = p.space_id and c.id = p.collection_id
    where p.space_id = ${space} and p.id = ${id}`);

/** A blog as its list and its feeds show it. */
const PublicBlog = z.object({
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
  /** Changes whenever its list or its feeds may look different. */
  stamp: z.string(),
});

/** A blog as its list and its feeds show it. */
export type PublicBlog = z.infer<typeof PublicBlog>;

/** The blog at an address, or null. */
export const findPublicBlog = (database: CommonQueryMethods, space: string, collection: string) =>
  database.maybeOne(sql.type(PublicBlog)`
    select c.id, c.space_id, c.public_slug, c.title, c.description, c.language, c.site_id, c.index_page_id, coalesce(n.posts, 0)::int8 as posts,
      ${wireTime(sql.fragment`greatest(c.updated_at, n.updated_at)`)} as updated_at,
      c.version || '.' || n.posts || '.' || n.versions || '.' || extract(epoch from coalesce(n.updated_at, c.updated_at)) as stamp
    from publishing.blog_collection as c
    cross join lateral (
      select count(*) as posts, coalesce(sum(p.version), 0) as versions, max(p.updated_at) as updated_at from publishing.post as p
      where p.space_id = c.space_id and p.collection_id = c.id and p.status = 'published') as n
    where c.space_id = ${space} and c.id = ${collection}`);

/** A post as lists and feeds show it; without its text when the texts before it were too long already. */
const ListedPost = PublishedPost.omit({ template_html: true, site_id: true, public_slug: true });

/** A post as lists and feeds show it. */
export type ListedPost = z.infer<typeof ListedPost>;

/** Published posts of a blog, newest first; each text is cut off after `characters`. */
export const listPublishedPosts = (
  database: CommonQueryMethods,
  { space_id, id }: PublicBlog,
  { limit, offset = 0, characters }: { readonly limit: number; readonly offset?: number; readonly characters: number },
) =>
  database.any(sql.type(ListedPost)`
    select ${published}, left(p.body_html, ${characters}) as body_html
    from publishing.post as p join publishing.blog_collection as c on c.space_id = p.space_id and c.id = p.collection_id
    where p.space_id = ${space_id} and p.collection_id = ${id} and p.status = 'published'
    order by p.published_at desc, p.id desc limit ${limit} offset ${offset}`);

/** Where the posts of a blog are and when they last changed, newest first, for its sitemap. */
export const listPostAddresses = (database: CommonQueryMethods, { space_id, id }: PublicBlog, limit: number) =>
  database.any(sql.type(z.object({ slug: z.string(), updated_at: z.string() }))`
    select p.slug, ${wireTime(sql.fragment`p.updated_at`)} as updated_at from publishing.post as p
    where p.space_id = ${space_id} and p.collection_id = ${id} and p.status = 'published'
    order by p.published_at desc, p.id desc limit ${limit}`);

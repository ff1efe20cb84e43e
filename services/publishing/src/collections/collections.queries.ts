import { findExisting, listQuery, lockVersioned, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { StoredTemplate } from '../post-texts/blog-templates.ts';

/** A blog as the wire shows it, as JSON text, with its version. */
const CollectionRow = z.object({ json: z.string(), version: z.number() });

/** The parsed template of a blog, with the assets that it names. */
export interface ShowingTemplate extends StoredTemplate {
  readonly template_asset_ids: readonly string[];
}

/** The columns of a blog that callers write. */
export interface CollectionFields {
  readonly title: string;
  readonly description: string | null;
  readonly language: string | null;
  readonly site_id: string | null;
  readonly index_page_id: string | null;
  readonly template_html: string | null;
}

/** The JSON of the blog `c`; `origin` is the public origin. */
const collectionJson = (origin: string): FragmentSqlToken => sql.fragment`(select row_to_json(r) from (select
  c.id, ${wireTime(sql.fragment`c.created_at`)} as created_at, ${wireTime(sql.fragment`c.updated_at`)} as updated_at,
  c.base_slug, c.title, c.description, c.language, c.site_id, c.index_page_id, c.template_html,
  ${origin}::text || '/' || c.public_slug as url,
  json_build_object(
    'rss', ${origin}::text || '/' || c.public_slug || '/feed.xml',
    'atom', ${origin}::text || '/' || c.public_slug || '/atom.xml',
    'json', ${origin}::text || '/' || c.public_slug || '/feed.json') as feeds,
  (select count(*) from publishing.post as p where p.space_id = c.space_id and p.collection_id = c.id) as post_count) as r)`;

/** Lists the blogs of a Space. */
export const listCollections = (space: string, origin: string, { sort, ...list }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(list, {
    from: sql.fragment`publishing.blog_collection as c`,
    alias: 'c',
    where: sql.fragment`c.space_id = ${space}`,
    item: collectionJson(origin),
    ...orderOf(sort, 'c', { title: { column: sql.fragment`lower(c.title)`, type: 'text' } }),
  });

const collectionById = (space: string, origin: string, id: string) =>
  sql.type(CollectionRow)`
    select ${collectionJson(origin)}::text as json, c.version from publishing.blog_collection as c
    where c.space_id = ${space} and c.id = ${id}`;

/** Returns a blog of a Space. Throws not_found. */
export const findCollection = (database: CommonQueryMethods, space: string, origin: string, id: string) =>
  findExisting(database, collectionById(space, origin, id), { noun: 'blog collection', id });

/** Locks a blog until the transaction ends and returns it. Throws not_found, and precondition_failed for another version. */
export const lockCollection = (tx: CommonQueryMethods, space: string, origin: string, id: string, ifMatch: readonly number[] | null) =>
  lockVersioned(tx, collectionById(space, origin, id), { noun: 'blog collection', id, ifMatch, of: 'c' });

/** Returns the id of the blog of a Space with this base_slug, or null. */
export const findCollectionIdByBaseSlug = (database: CommonQueryMethods, space: string, baseSlug: string) =>
  database.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select id from publishing.blog_collection where space_id = ${space} and base_slug = ${baseSlug}`);

/** Returns the number of blogs of a Space. */
export const countCollections = (database: CommonQueryMethods, space: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from publishing.blog_collection where space_id = ${space}`);

/** Makes other transactions that create a blog in the Space wait until this one ends. */
export const lockCollectionCreation = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${`blogs of ${space}`}, 0))`);

/**
 * Returns the public slugs of all Spaces that are `wanted` or `wanted` with an ending, and makes other transactions that
 * claim a public slug wait until this one ends.
 */
export async function lockTakenAddresses(tx: CommonQueryMethods, wanted: string): Promise<ReadonlySet<string>> {
  await tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended('addresses of blogs', 0))`);
  return new Set(
    await tx.anyFirst(sql.type(z.object({ slug: z.string() }))`
      select public_slug as slug from publishing.blog_address where public_slug = ${wanted} or starts_with(public_slug, ${`${wanted}-`})`),
  );
}

/** The identity of a new blog. */
export interface NewCollection {
  readonly space_id: string;
  readonly id: string;
  readonly base_slug: string;
  readonly public_slug: string;
  readonly now: string;
}

/** Inserts a blog and claims its address. */
export async function insertCollection(
  tx: CommonQueryMethods,
  blog: NewCollection,
  fields: CollectionFields & ShowingTemplate,
): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    insert into publishing.blog_collection (space_id, id, base_slug, public_slug, title, description, language, site_id, index_page_id,
      template_html, template_pieces, template_rules, template_asset_ids, created_at, updated_at)
    values (${blog.space_id}, ${blog.id}, ${blog.base_slug}, ${blog.public_slug}, ${fields.title}, ${fields.description},
      ${fields.language}, ${fields.site_id}, ${fields.index_page_id}, ${fields.template_html}, ${fields.template_pieces},
      ${fields.template_rules}, ${sql.array([...fields.template_asset_ids], 'text')}, ${blog.now}::timestamptz, ${blog.now}::timestamptz)`);
  await tx.query(sql.typeAlias('void')`
    insert into publishing.blog_address (public_slug, space_id, collection_id) values (${blog.public_slug}, ${blog.space_id}, ${blog.id})`);
}

/** Updates columns of an existing blog, and adds one to its version. */
export function updateCollection(
  tx: CommonQueryMethods,
  space: string,
  id: string,
  fields: Partial<CollectionFields & ShowingTemplate>,
  now: string,
) {
  const assignments = Object.entries(fields).map(
    ([column, value]) =>
      sql.fragment`${sql.identifier([column])} = ${Array.isArray(value) ? sql.array(value, 'text') : (value as string | number | null)}`,
  );
  return tx.query(sql.typeAlias('void')`
    update publishing.blog_collection
    set ${sql.join([...assignments, sql.fragment`version = version + 1`, sql.fragment`updated_at = ${now}::timestamptz`], sql.fragment`, `)}
    where space_id = ${space} and id = ${id}`);
}

/** Deletes a blog without posts, and marks its addresses as gone. */
export async function deleteCollection(tx: CommonQueryMethods, space: string, id: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`delete from publishing.blog_collection where space_id = ${space} and id = ${id}`);
  await tx.query(sql.typeAlias('void')`update publishing.blog_address set gone = true where space_id = ${space} and collection_id = ${id}`);
}

/** Returns the names of the fields whose site or page is not in this Space; the others are locked against deletion until the transaction ends. */
export async function findMissingReferences(
  tx: CommonQueryMethods,
  space: string,
  { site_id, index_page_id }: { site_id?: string | null | undefined; index_page_id?: string | null | undefined },
): Promise<readonly ('site_id' | 'index_page_id')[]> {
  const Id = z.object({ id: z.string() });
  const site =
    !site_id ||
    (await tx.maybeOne(sql.type(Id)`select id from publishing.site where space_id = ${space} and id = ${site_id} for key share`));
  const page =
    !index_page_id ||
    (await tx.maybeOne(sql.type(Id)`select id from publishing.page where space_id = ${space} and id = ${index_page_id} for key share`));
  return [...(site ? [] : (['site_id'] as const)), ...(page ? [] : (['index_page_id'] as const))];
}

import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** A blog as Postgres answers it: its JSON, which of it callers do not see, and its version. */
const CollectionRow = z.object({ json: z.string(), version: z.number() });

/** What a caller may change of a blog. */
export interface CollectionFields {
  readonly title: string;
  readonly description: string | null;
  readonly language: string;
  readonly site_id: string | null;
  readonly index_page_id: string | null;
  readonly template_html: string | null;
}

const c = sql.fragment`c`;

/** The JSON of a blog, built where the row is. */
const collectionJson = (origin: string): FragmentSqlToken => sql.fragment`(select row_to_json(r) from (select
  c.id, ${wireTime(sql.fragment`c.created_at`)} as created_at, ${wireTime(sql.fragment`c.updated_at`)} as updated_at,
  c.base_slug, c.title, c.description, c.language, c.site_id, c.index_page_id, c.template_html,
  ${origin}::text || '/' || c.public_slug as url,
  json_build_object(
    'rss', ${origin}::text || '/' || c.public_slug || '/feed.xml',
    'atom', ${origin}::text || '/' || c.public_slug || '/atom.xml',
    'json', ${origin}::text || '/' || c.public_slug || '/feed.json') as feeds,
  (select count(*) from publishing.post as p where p.space_id = c.space_id and p.collection_id = c.id) as post_count) as r)`;

/** The page of the blogs of a Space, oldest first. */
export function listCollections(
  space: string,
  origin: string,
  { limit, cursor, include_total }: { limit: number; cursor?: string | undefined; include_total: boolean },
): PageQuery {
  const behind = cursor ? sql.fragment`and c.id > ${decodeCursor(cursor, 'text')[0]}` : sql.fragment``;
  return {
    limit,
    rows: sql.fragment`
      select json_build_array(c.id)::text as key, ${collectionJson(origin)}::text as item
      from publishing.blog_collection as c where c.space_id = ${space} ${behind} order by c.id limit ${limit + 1}`,
    total: include_total ? sql.fragment`select count(*) from publishing.blog_collection where space_id = ${space}` : undefined,
  };
}

/** One blog of a Space, or null; `lock` keeps others from changing it until the transaction ends. */
export const findCollection = (database: CommonQueryMethods, space: string, origin: string, id: string, lock = false) =>
  database.maybeOne(sql.type(CollectionRow)`
    select ${collectionJson(origin)}::text as json, c.version from publishing.blog_collection as c
    where c.space_id = ${space} and c.id = ${id} ${lock ? sql.fragment`for update of ${c}` : sql.fragment``}`);

/** The id of the blog of a Space that has this base_slug, or null. */
export const findIdByBaseSlug = (database: CommonQueryMethods, space: string, baseSlug: string) =>
  database.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select id from publishing.blog_collection where space_id = ${space} and base_slug = ${baseSlug}`);

/** How many blogs a Space has. */
export const countCollections = (database: CommonQueryMethods, space: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from publishing.blog_collection where space_id = ${space}`);

/** Keeps others from making blogs of the Space until the transaction ends. */
export const lockCollectionCreation = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${`blogs of ${space}`}, 0))`);

/** First parts of addresses that begin like `wanted` and are taken, in whatever Space; nobody takes another until the transaction ends. */
export async function lockTakenAddresses(tx: CommonQueryMethods, wanted: string): Promise<ReadonlySet<string>> {
  await tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended('addresses of blogs', 0))`);
  return new Set(
    await tx.anyFirst(sql.type(z.object({ slug: z.string() }))`
      select public_slug as slug from publishing.blog_address where public_slug = ${wanted} or starts_with(public_slug, ${`${wanted}-`})`),
  );
}

/** Inserts a blog with its address. */
export async function insertCollection(
  tx: CommonQueryMethods,
  place: { readonly space_id: string; readonly id: string; readonly base_slug: string; readonly public_slug: string; readonly now: string },
  fields: CollectionFields,
): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    insert into publishing.blog_collection (space_id, id, base_slug, public_slug, title, description, language, site_id, index_page_id,
      template_html, created_at, updated_at)
    values (${place.space_id}, ${place.id}, ${place.base_slug}, ${place.public_slug}, ${fields.title}, ${fields.description},
      ${fields.language}, ${fields.site_id}, ${fields.index_page_id}, ${fields.template_html}, ${place.now}::timestamptz, ${place.now}::timestamptz)`);
  await tx.query(sql.typeAlias('void')`
    insert into publishing.blog_address (public_slug, space_id, collection_id) values (${place.public_slug}, ${place.space_id}, ${place.id})`);
}

/** Changes columns of a blog that is there. */
export function updateCollection(tx: CommonQueryMethods, space: string, id: string, fields: Partial<CollectionFields>, now: string) {
  const assignments = Object.entries(fields).map(
    ([column, value]) => sql.fragment`${sql.identifier([column])} = ${value as string | null}`,
  );
  return tx.query(sql.typeAlias('void')`
    update publishing.blog_collection
    set ${sql.join([...assignments, sql.fragment`version = version + 1`, sql.fragment`updated_at = ${now}::timestamptz`], sql.fragment`, `)}
    where space_id = ${space} and id = ${id}`);
}

/** Deletes a blog that has no posts any more; its addresses stay as gone. */
export async function deleteCollection(tx: CommonQueryMethods, space: string, id: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`delete from publishing.blog_collection where space_id = ${space} and id = ${id}`);
  await tx.query(sql.typeAlias('void')`update publishing.blog_address set gone = true where space_id = ${space} and collection_id = ${id}`);
}

/** Which of a site and a page are not in this Space: the names of the fields. The others are not deleted before the transaction ends. */
export async function findMissingReferences(
  tx: CommonQueryMethods,
  space: string,
  { site_id, index_page_id }: { site_id?: string | null | undefined; index_page_id?: string | null | undefined },
): Promise<readonly ('site_id' | 'index_page_id')[]> {
  const Found = z.object({ id: z.string() });
  const site =
    !site_id ||
    (await tx.maybeOne(sql.type(Found)`select id from publishing.site where space_id = ${space} and id = ${site_id} for key share`));
  const page =
    !index_page_id ||
    (await tx.maybeOne(sql.type(Found)`select id from publishing.page where space_id = ${space} and id = ${index_page_id} for key share`));
  return [...(site ? [] : (['site_id'] as const)), ...(page ? [] : (['index_page_id'] as const))];
}

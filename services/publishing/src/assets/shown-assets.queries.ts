import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { assetIdsIn, noAssets, type ShownAssets, shownAssets } from './shown-assets.ts';

const Ids = z.array(z.string()).nullable();
const Addresses = z.array(z.string().nullable()).nullable();

/** A thing with the assets of its present content, and of the content that visitors see. */
const ShowingRow = z.object({
  id: z.string(),
  name: z.string(),
  ids: Ids,
  addresses: Addresses,
  is_published: z.boolean(),
  published_ids: Ids,
  published_addresses: Addresses,
});

/** A thing with the assets of its present content, and of the content that visitors see. */
export type ShowingRow = z.infer<typeof ShowingRow>;

/** The ids of the assets in an outline. */
const outlineIds = (outline: FragmentSqlToken) => sql.fragment`jsonb_path_query_array(${outline}, '$.assets[*].id')`;

/** Selects pages with their assets. */
const pages = sql.fragment`
  select p.space_id, p.id, p.title as name, ${outlineIds(sql.fragment`p.outline`)} as ids, jsonb_build_array(p.image_url) as addresses,
    p.status = 'published' as is_published, ${outlineIds(sql.fragment`v.outline`)} as published_ids,
    jsonb_build_array(v.image_url) as published_addresses
  from publishing.page as p left join publishing.page_version as v
    on v.space_id = p.space_id and v.page_id = p.id and v.version = p.published_version and p.status = 'published'`;

/** A table of things whose visitors see their present content. */
interface Showing {
  readonly table: string;
  readonly name: string;
  readonly ids: FragmentSqlToken;
  readonly addresses: FragmentSqlToken;
  readonly isPublished: FragmentSqlToken;
}

const showing = ({ table, name, ids, addresses, isPublished }: Showing): FragmentSqlToken => sql.fragment`
  select t.space_id, t.id, t.${sql.identifier([name])} as name, ${ids} as ids, ${addresses} as addresses, ${isPublished} as is_published,
    ${ids} as published_ids, ${addresses} as published_addresses
  from publishing.${sql.identifier([table])} as t`;

const none = sql.fragment`null::jsonb`;
const always = sql.fragment`true`;

/** The kinds of things that show assets, with the path below /v1 that reads one, and the statement that selects them. */
export const showingKinds = {
  page: { path: '/pages', select: pages },
  blog_post: {
    path: '/blog/posts',
    select: showing({
      table: 'post',
      name: 'title',
      ids: sql.fragment`to_jsonb(t.body_asset_ids)`,
      addresses: sql.fragment`jsonb_build_array(t.cover_image_url)`,
      isPublished: sql.fragment`t.status = 'published'`,
    }),
  },
  blog: {
    path: '/blog/collections',
    select: showing({
      table: 'blog_collection',
      name: 'title',
      ids: sql.fragment`to_jsonb(t.template_asset_ids)`,
      addresses: none,
      isPublished: always,
    }),
  },
  site: {
    path: '/sites',
    select: showing({
      table: 'site',
      name: 'title',
      ids: none,
      addresses: sql.fragment`jsonb_build_array(t.logo_url)`,
      isPublished: always,
    }),
  },
  // Networks have copies of the pictures of a post that all of them have published.
  social_post: {
    path: '/social/posts',
    select: showing({
      table: 'social_post',
      name: 'text',
      ids: none,
      addresses: sql.fragment`case when t.status <> 'published' then jsonb_path_query_array(t.media, '$[*].url') end`,
      isPublished: sql.fragment`false`,
    }),
  },
} as const;

/** A kind of things that show assets. */
export type ShowingKind = keyof typeof showingKinds;

/** True for a JSON array of ids that is not empty, and for one of addresses with one of an asset. */
const hasIds = (column: string) => sql.fragment`coalesce(s.${sql.identifier([column])}, '[]') <> '[]'::jsonb`;
const mayShow = (column: string) => sql.fragment`s.${sql.identifier([column])}::text like '%/a/%'`;

/** Returns the first things of a kind that may show assets, in the order of their ids, after one of them. */
export const listShowing = (
  database: CommonQueryMethods,
  space: string,
  kind: ShowingKind,
  { thing_id, after, limit }: { readonly thing_id: string | undefined; readonly after: string; readonly limit: number },
) =>
  database.any(sql.type(ShowingRow)`
    select s.id, s.name, s.ids, s.addresses, s.is_published, s.published_ids, s.published_addresses
    from (${showingKinds[kind].select}) as s
    where s.space_id = ${space} and s.id > ${after} ${thing_id === undefined ? sql.fragment`` : sql.fragment`and s.id = ${thing_id}`}
      and (${hasIds('ids')} or ${hasIds('published_ids')} or ${mayShow('addresses')} or ${mayShow('published_addresses')})
    order by s.id limit ${limit}`);

/** Returns the assets of a thing. */
export const assetsOf = (row: ShowingRow, origin: string): ShownAssets =>
  shownAssets(row, row.is_published ? { ids: row.published_ids, addresses: row.published_addresses } : null, origin);

/** Returns the assets that a thing shows; none if it does not exist. */
export async function findShownAssets(
  tx: CommonQueryMethods,
  space: string,
  kind: ShowingKind,
  id: string,
  origin: string,
): Promise<ShownAssets> {
  const [row] = await listShowing(tx, space, kind, { thing_id: id, after: '', limit: 1 });
  return row ? assetsOf(row, origin) : noAssets;
}

/** Returns the ids of the assets of the present draft of a thing; none if it does not exist. */
export async function findDraftAssets(
  database: CommonQueryMethods,
  space: string,
  kind: ShowingKind,
  id: string,
  origin: string,
): Promise<readonly string[]> {
  const [row] = await listShowing(database, space, kind, { thing_id: id, after: '', limit: 1 });
  return row ? assetIdsIn(row, origin) : [];
}

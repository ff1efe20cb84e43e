import type { NavLayout, Site } from '@space/contracts/publishing';
import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A site as the wire shows it, with its version. */
export interface VersionedSite {
  readonly site: Site;
  readonly version: number;
}

const SiteRow = z.object({ json: z.string(), version: z.number() });
const Id = z.object({ id: z.string() });

const parseRow = ({ json, version }: z.output<typeof SiteRow>): VersionedSite => ({ site: JSON.parse(json) as Site, version });

/** The JSON of the site `s`; `origin` is the public origin. */
const siteJson = (origin: string) => sql.fragment`(select row_to_json(r) from (select
  s.id, ${wireTime(sql.fragment`s.created_at`)} as created_at, ${wireTime(sql.fragment`s.updated_at`)} as updated_at,
  s.title, s.description, s.nav_layout, s.logo_url, s.slug, ${origin} || '/s/' || s.slug || '/' as url, s.home_page_id,
  coalesce((
    select json_agg(p.id order by p.position, p.id) from publishing.page as p where p.space_id = s.space_id and p.site_id = s.id
  ), '[]') as page_ids) as r)`;

/** Lists the sites of a Space. */
export const listSites = (origin: string, space: string, { sort, ...list }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(list, {
    from: sql.fragment`publishing.site as s`,
    alias: 's',
    where: sql.fragment`s.space_id = ${space}`,
    item: siteJson(origin),
    ...orderOf(sort, 's', { title: { column: sql.fragment`lower(s.title)`, type: 'text' } }),
  });

/** Returns a site of a Space, or null. */
export async function findSite(database: CommonQueryMethods, origin: string, space: string, id: string): Promise<VersionedSite | null> {
  const row = await database.maybeOne(sql.type(SiteRow)`
    select ${siteJson(origin)}::text as json, s.version from publishing.site as s where s.space_id = ${space} and s.id = ${id}`);
  return row && parseRow(row);
}

/** Locks a site and the order of its pages until the transaction ends; returns false when the site does not exist. */
export const lockSite = async (tx: CommonQueryMethods, space: string, id: string): Promise<boolean> =>
  (await tx.maybeOneFirst(sql.type(Id)`
    select id from publishing.site where space_id = ${space} and id = ${id} for no key update`)) !== null;

/** Returns the id of the site with this normalized title, or null. */
export const findSiteIdByTitle = (database: CommonQueryMethods, space: string, titleKey: string) =>
  database.maybeOneFirst(sql.type(Id)`select id from publishing.site where space_id = ${space} and title_key = ${titleKey}`);

/** Returns the number of sites of a Space. */
export const countSites = (tx: CommonQueryMethods, space: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) from publishing.site where space_id = ${space}`);

/** The columns of a site that callers write. */
export interface SiteColumns {
  readonly title: string;
  readonly title_key: string;
  readonly description: string | null;
  readonly nav_layout: NavLayout;
  readonly logo_url: string | null;
  readonly slug: string;
}

/** Inserts a site; returns false when the Space has one with its title. Waits for a transaction that inserts the same title. */
export const insertSite = async (tx: CommonQueryMethods, space: string, id: string, columns: SiteColumns, now: string): Promise<boolean> =>
  (await tx.maybeOneFirst(sql.type(Id)`
    insert into publishing.site (space_id, id, title, title_key, description, nav_layout, logo_url, slug, created_at, updated_at)
    values (${space}, ${id}, ${columns.title}, ${columns.title_key}, ${columns.description}, ${columns.nav_layout}, ${columns.logo_url},
            ${columns.slug}, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (space_id, title_key) do nothing
    returning id`)) !== null;

/** Updates columns of an existing site, and adds one to its version also when there are none. */
export async function updateSite(
  tx: CommonQueryMethods,
  space: string,
  id: string,
  columns: Partial<SiteColumns & { readonly home_page_id: string | null }>,
  now: string,
): Promise<void> {
  const assignments = Object.entries(columns).map(([column, value]) => sql.fragment`${sql.identifier([column])} = ${value}, `);
  await tx.query(sql.typeAlias('void')`
    update publishing.site
    set ${sql.join(assignments, sql.fragment``)} version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);
}

/** Stores the order of the pages of a site. */
export const orderPages = (tx: CommonQueryMethods, space: string, site: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    update publishing.page as p set position = o.position
    from unnest(${sql.array([...ids], 'text')}) with ordinality as o (id, position)
    where p.space_id = ${space} and p.site_id = ${site} and p.id = o.id`);

/** Deletes a site without pages, and marks its addresses as gone. */
export async function deleteSite(tx: CommonQueryMethods, space: string, id: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`update publishing.site_address set gone = true where space_id = ${space} and site_id = ${id}`);
  await tx.query(sql.typeAlias('void')`delete from publishing.site where space_id = ${space} and id = ${id}`);
}

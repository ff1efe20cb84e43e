import type { Page } from '@space/contracts/publishing';
import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A page as the wire shows it, as JSON text, and its version. */
const SitePageRow = z.object({ json: z.string(), version: z.number(), site_version: z.number().nullable() });

const Id = z.object({ id: z.string() });
const Count = z.object({ count: z.number() });

/** A time column as the wire shows it, null when it is. */
const time = (column: string) => wireTime(sql.fragment`p.${sql.identifier([column])}`);

/** Where visitors find the page `p` of the site `s`. */
const pageUrl = (origin: string) => sql.fragment`${origin} || case
  when p.site_id is null then '/p/' || p.slug
  when s.home_page_id = p.id then '/s/' || s.slug || '/'
  else '/s/' || s.slug || '/' || p.slug end`;

const meta = (origin: string) => sql.fragment`
  p.id, ${time('created_at')} as created_at, ${time('updated_at')} as updated_at, p.title, p.description, p.image_url,
  p.site_id, p.site_id is null as standalone, coalesce(s.home_page_id = p.id, false) as is_home, p.nav_label, p.show_in_nav, p.indexed,
  p.status, p.slug as published_slug, case when p.status = 'published' then ${pageUrl(origin)} end as url,
  case when p.status = 'published' then ${time('published_at')} end as published_at,
  case when p.status = 'published' then p.published_version end as published_version,
  p.status = 'published' and p.content <> p.published_content as has_unpublished_changes,
  ${time('publish_at')} as publish_at, ${time('unpublish_at')} as unpublish_at, p.schedule_error`;

const source = sql.fragment`publishing.page as p left join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id`;

/** Which pages a list shows. */
export interface PageListInput {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly include_total: boolean;
  readonly site_id?: string | undefined;
  readonly status?: Page['status'] | undefined;
}

/** The page of pages of a Space, newest first, without their documents. */
export function listPages(origin: string, space: string, { limit, cursor, include_total, site_id, status }: PageListInput): PageQuery {
  const matching = sql.fragment`p.space_id = ${space}
    ${site_id === undefined ? sql.fragment`` : sql.fragment`and p.site_id = ${site_id}`}
    ${status === undefined ? sql.fragment`` : sql.fragment`and p.status = ${status}`}`;
  return {
    rows: sql.fragment`
      select json_build_array(p.id)::text as key, (select row_to_json(r) from (select ${meta(origin)}) as r)::text as item
      from ${source}
      where ${matching} ${cursor ? sql.fragment`and p.id < ${decodeCursor(cursor, 'text')[0]}` : sql.fragment``}
      order by p.id desc limit ${limit + 1}`,
    limit,
    total: include_total ? sql.fragment`select count(*) from publishing.page as p where ${matching}` : undefined,
  };
}

/** One page of a Space as the wire shows it, or null. */
export const findPage = (database: CommonQueryMethods, origin: string, space: string, id: string) =>
  database.maybeOne(sql.type(SitePageRow)`
    select (select row_to_json(r) from (select ${meta(origin)}, p.layout_html) as r)::text as json, p.version, s.version as site_version
    from ${source} where p.space_id = ${space} and p.id = ${id}`);

/** Where visitors find a page that is published. */
export const findPageUrl = (database: CommonQueryMethods, origin: string, space: string, id: string) =>
  database.oneFirst(sql.type(z.object({ url: z.string() }))`
    select ${pageUrl(origin)} as url from ${source} where p.space_id = ${space} and p.id = ${id}`);

/** How many pages a Space has. */
export const countPages = (tx: CommonQueryMethods, space: string) =>
  tx.oneFirst(sql.type(Count)`select count(*) from publishing.page where space_id = ${space}`);

/** How many pages a site has. */
export const countPagesOfSite = (tx: CommonQueryMethods, space: string, site: string) =>
  tx.oneFirst(sql.type(Count)`select count(*) from publishing.page where space_id = ${space} and site_id = ${site}`);

/** Whether a page that stands alone was made since `since`. */
export const hasRecentStandalonePage = async (tx: CommonQueryMethods, space: string, since: string): Promise<boolean> =>
  (await tx.maybeOneFirst(sql.type(Id)`
    select id from publishing.page where space_id = ${space} and site_id is null and created_at > ${since}::timestamptz limit 1`)) !== null;

/** What a new page is made of. */
export interface NewPage {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly image_url: string | null;
  readonly layout_html: string | null;
  /** JSON. */
  readonly outline: string;
  readonly site_id: string | null;
  readonly nav_label: string | null;
  readonly show_in_nav: boolean;
  readonly indexed: boolean;
}

/** Inserts a page behind the others of its site. */
export const insertPage = (tx: CommonQueryMethods, space: string, page: NewPage, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into publishing.page (space_id, id, title, description, image_url, layout_html, outline, site_id, position, nav_label,
      show_in_nav, indexed, created_at, updated_at)
    values (${space}, ${page.id}, ${page.title}, ${page.description}, ${page.image_url}, ${page.layout_html}, ${page.outline}::jsonb,
      ${page.site_id}, ${nextPosition(space, page.site_id)}, ${page.nav_label}, ${page.show_in_nav}, ${page.indexed},
      ${now}::timestamptz, ${now}::timestamptz)`);

/** The place behind all pages of a site. */
const nextPosition = (space: string, site: string | null) => sql.fragment`(
  select coalesce(max(position), 0) + 1 from publishing.page where space_id = ${space} and site_id = ${site})`;

/** Columns of a page that can change, by name; the outline as JSON text. */
export type PageColumns = Readonly<Record<string, string | number | boolean | null>>;

/** Changes columns of a page that is there, and adds one to its version. */
export async function updatePage(tx: CommonQueryMethods, space: string, id: string, columns: PageColumns, now: string): Promise<void> {
  const assignments = Object.entries(columns).map(([column, value]) => {
    const name = sql.identifier([column]);
    if (jsonColumns.has(column)) return sql.fragment`${name} = ${value}::jsonb, `;
    return timeColumns.has(column) ? sql.fragment`${name} = ${value}::timestamptz, ` : sql.fragment`${name} = ${value}, `;
  });
  await tx.query(sql.typeAlias('void')`
    update publishing.page set ${sql.join(assignments, sql.fragment``)} version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);
}

const jsonColumns: ReadonlySet<string> = new Set(['outline', 'publish_by', 'unpublish_by']);
const timeColumns: ReadonlySet<string> = new Set(['published_at', 'publish_at', 'unpublish_at']);

/** Puts a page behind the others of the site it was attached to. */
export const movePageLast = (tx: CommonQueryMethods, space: string, id: string, site: string | null) =>
  tx.query(sql.typeAlias('void')`
    update publishing.page set position = ${nextPosition(space, site)} where space_id = ${space} and id = ${id}`);

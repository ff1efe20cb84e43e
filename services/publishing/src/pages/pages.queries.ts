import type { Page } from '@space/contracts/publishing';
import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { pageUrlSql } from '../addresses/page-url-sql.ts';

/** A page as the wire shows it, as JSON text, with its version and that of its site. */
const SitePageRow = z.object({ json: z.string(), version: z.number(), site_version: z.number().nullable() });

const Id = z.object({ id: z.string() });

/** A time column of `p` as the wire shows it. */
const time = (column: string) => wireTime(sql.fragment`p.${sql.identifier([column])}`);

const summaryColumns = (origin: string) => sql.fragment`
  p.id, ${time('created_at')} as created_at, ${time('updated_at')} as updated_at, p.title, p.description, p.image_url,
  p.site_id, p.site_id is null as standalone, coalesce(s.home_page_id = p.id, false) as is_home, p.nav_label, p.show_in_nav, p.indexed,
  p.status, p.slug as published_slug, case when p.status = 'published' then ${pageUrlSql(origin)} end as url,
  case when p.status = 'published' then ${time('published_at')} end as published_at,
  case when p.status = 'published' then p.published_version end as published_version,
  p.status = 'published' and p.content_revision <> p.published_content_revision as has_unpublished_changes,
  ${time('publish_at')} as publish_at, ${time('unpublish_at')} as unpublish_at, p.schedule_error`;

/** The site `s` of the page `p`, as one row; its columns are null for a standalone page. */
const siteOfPage = sql.fragment`(select) as page left join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id`;

const pageWithSite = sql.fragment`publishing.page as p left join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id`;

/** The paging and the filters of a list of pages. */
export interface PageListInput extends PageInput {
  readonly site_id?: string | undefined;
  readonly status?: Page['status'] | undefined;
  readonly sort: string;
}

/** Lists the pages of a Space without their documents. */
export const listPages = (origin: string, space: string, { site_id, status, sort, ...list }: PageListInput): PageQuery =>
  listQuery(list, {
    from: sql.fragment`publishing.page as p`,
    alias: 'p',
    where: sql.fragment`p.space_id = ${space}
      ${site_id === undefined ? sql.fragment`` : sql.fragment`and p.site_id = ${site_id}`}
      ${status === undefined ? sql.fragment`` : sql.fragment`and p.status = ${status}`}`,
    item: sql.fragment`(select row_to_json(r) from (select ${summaryColumns(origin)} from ${siteOfPage}) as r)`,
    ...orderOf(sort, 'p', {
      updated_at: { column: sql.fragment`p.updated_at`, type: 'timestamp' },
      title: { column: sql.fragment`lower(p.title)`, type: 'text' },
    }),
  });

/** The resources of one kind that the document of the page `p` uses, as JSON; outlines from before `embedded` have placeholders only. */
const usedResources = (prefix: string) => sql.fragment`coalesce((
  select json_agg(json_build_object('id', u.target_id, 'name', u.name, 'embedded',
    coalesce(p.outline -> 'embedded', jsonb_path_query_array(p.outline, '$.placeholders[*].id')) ? u.target_id) order by u.target_id)
  from publishing.page_reference as u
  where u.space_id = p.space_id and u.page_id = p.id and u.stage = 'draft' and starts_with(u.target_id, ${prefix})), '[]')`;

/** The resources that the document of the page `p` uses, its warnings, and more warnings. */
const contents = (origin: string, warnings: readonly string[]) => sql.fragment`json_build_object(
    'forms', ${usedResources('frm_')}, 'booking_pages', ${usedResources('bkp_')},
    'shared_views', coalesce((
      select json_agg(json_build_object('url', ${origin}::text || '/t/' || (v ->> 'token'), 'embedded', v -> 'embedded'))
      from jsonb_array_elements(p.outline -> 'shared_views') as v), '[]')) as recognized,
  coalesce(p.outline -> 'warnings', '[]') || ${JSON.stringify(warnings)}::jsonb as warnings`;

/** The parts of a page that an answer has: its document, and warnings besides those that are stored. */
export interface PageRead {
  readonly withDocument: boolean;
  readonly warnings: readonly string[];
}

/** Returns a page of a Space as the wire shows it, or null. */
export const findPage = (database: CommonQueryMethods, origin: string, space: string, id: string, { withDocument, warnings }: PageRead) =>
  database.maybeOne(sql.type(SitePageRow)`
    select (select row_to_json(r) from (
        select ${summaryColumns(origin)}, ${withDocument ? sql.fragment`p.layout_html,` : sql.fragment``} ${contents(origin, warnings)}) as r)::text as json,
      p.version, s.version as site_version
    from ${pageWithSite} where p.space_id = ${space} and p.id = ${id}`);

/** Returns the public URL of a page that has a slug. */
export const findPageUrl = (database: CommonQueryMethods, origin: string, space: string, id: string) =>
  database.oneFirst(sql.type(z.object({ url: z.string() }))`
    select ${pageUrlSql(origin)} as url from ${pageWithSite} where p.space_id = ${space} and p.id = ${id}`);

/** Returns the number of pages of a Space. */
export const countPages = (tx: CommonQueryMethods, space: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) from publishing.page where space_id = ${space}`);

/** Makes other transactions that create a standalone page in the Space wait until this one ends. */
export const lockStandaloneCreation = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.type(z.unknown())`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(['standalone page', space])}, 0))`);

/** Returns true when a page that is standalone now was created after `since`. */
export const hasRecentStandalonePage = async (tx: CommonQueryMethods, space: string, since: string): Promise<boolean> =>
  (await tx.maybeOneFirst(sql.type(Id)`
    select id from publishing.page where space_id = ${space} and site_id is null and created_at > ${since}::timestamptz limit 1`)) !== null;

/** The columns of a new page. */
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

/** Inserts an unpublished page as the last of its site. */
export const insertPage = (tx: CommonQueryMethods, space: string, page: NewPage, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into publishing.page (space_id, id, title, description, image_url, layout_html, outline, site_id, position, nav_label,
      show_in_nav, indexed, created_at, updated_at)
    values (${space}, ${page.id}, ${page.title}, ${page.description}, ${page.image_url}, ${page.layout_html}, ${page.outline}::jsonb,
      ${page.site_id}, ${nextPosition(space, page.site_id)}, ${page.nav_label}, ${page.show_in_nav}, ${page.indexed},
      ${now}::timestamptz, ${now}::timestamptz)`);

/** The position after all pages of a site. */
const nextPosition = (space: string, site: string | null) => sql.fragment`(
  select coalesce(max(position), 0) + 1 from publishing.page where space_id = ${space} and site_id = ${site})`;

/** Values of columns of a page by name; JSON columns hold JSON text, time columns ISO 8601. */
export type PageColumns = Readonly<Record<string, string | number | boolean | null>>;

/** Updates columns of an existing page, and adds one to its version. */
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

/** Moves a page to the position after all pages of a site. */
export const movePageLast = (tx: CommonQueryMethods, space: string, id: string, site: string | null) =>
  tx.query(sql.typeAlias('void')`
    update publishing.page set position = ${nextPosition(space, site)} where space_id = ${space} and id = ${id}`);

/** Returns true when the document of a page differs from `html`; compares in Postgres, so that the document is not transferred. */
export const hasOtherLayout = (tx: CommonQueryMethods, space: string, id: string, html: string | null): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ differs: z.boolean() }))`
    select layout_html is distinct from ${html} as differs from publishing.page where space_id = ${space} and id = ${id}`);

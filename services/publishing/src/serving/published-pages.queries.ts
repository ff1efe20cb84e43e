import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { NavigationPage, NavigationSite } from '../navigation/navigation.ts';
import type { Outline } from '../references/outline.ts';

const AddressedPageRow = z.object({
  space_id: z.string(),
  page_id: z.string(),
  gone: z.boolean(),
  /** The present slug; null while the page is not published. */
  slug: z.string().nullable(),
  site_id: z.string().nullable(),
  site_slug: z.string().nullable(),
  home_page_id: z.string().nullable(),
});

/** The page that an address leads to, its present slug and its site. */
export type AddressedPage = z.output<typeof AddressedPageRow>;

/** Returns the page that has, or had, a slug in a site; '' as `siteKey` stands for the standalone pages. Null when none had it. */
export const findPageAtAddress = (database: CommonQueryMethods, siteKey: string, slug: string): Promise<AddressedPage | null> =>
  database.maybeOne(sql.type(AddressedPageRow)`
    select a.space_id, a.page_id, a.gone, case when p.status = 'published' then p.slug end as slug, p.site_id, s.slug as site_slug,
      s.home_page_id
    from publishing.page_address as a
    left join publishing.page as p on p.space_id = a.space_id and p.id = a.page_id
    left join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id
    where a.site_key = ${siteKey} and a.slug = ${slug}`);

const AddressedSiteRow = z.object({
  space_id: z.string(),
  id: z.string(),
  gone: z.boolean(),
  slug: z.string().nullable(),
  title: z.string().nullable(),
  nav_layout: z.enum(['top', 'sidebar', 'none']).nullable(),
  logo_url: z.string().nullable(),
  home_page_id: z.string().nullable(),
});

/** The site that an address leads to; its fields are null when it was deleted. */
export type AddressedSite = z.output<typeof AddressedSiteRow>;

/** Returns the site that has, or had, a slug; null when none had it. */
export const findSiteAtAddress = (database: CommonQueryMethods, slug: string): Promise<AddressedSite | null> =>
  database.maybeOne(sql.type(AddressedSiteRow)`
    select a.space_id, a.site_id as id, a.gone, s.slug, s.title, s.nav_layout, s.logo_url, s.home_page_id
    from publishing.site_address as a left join publishing.site as s on s.space_id = a.space_id and s.id = a.site_id
    where a.slug = ${slug}`);

const NavigationSiteRow = z.object({
  slug: z.string(),
  title: z.string(),
  nav_layout: z.enum(['top', 'sidebar', 'none']),
  logo_url: z.string().nullable(),
  home_page_id: z.string().nullable(),
});

/** Returns the fields of a site that its navigation shows, or null. */
export const findNavigationSite = (database: CommonQueryMethods, space: string, id: string): Promise<NavigationSite | null> =>
  database.maybeOne(sql.type(NavigationSiteRow)`
    select slug, title, nav_layout, logo_url, home_page_id from publishing.site where space_id = ${space} and id = ${id}`);

const NavigationPageRow = z.object({ id: z.string(), slug: z.string(), label: z.string(), show_in_nav: z.boolean() });

/** Returns the published pages of a site in their order, and the page `previewed` with its present content as if it were published. */
export const listPublishedPages = (
  database: CommonQueryMethods,
  space: string,
  site: string,
  previewed: string | null = null,
): Promise<readonly NavigationPage[]> =>
  database.any(sql.type(NavigationPageRow)`
    select p.id, coalesce(p.slug, '') as slug, p.show_in_nav,
      coalesce(nullif(p.nav_label, ''), case when p.id = ${previewed} then p.title else v.title end) as label
    from publishing.page as p
    left join publishing.page_version as v on v.space_id = p.space_id and v.page_id = p.id and v.version = p.published_version
    where p.space_id = ${space} and p.site_id = ${site} and (p.status = 'published' or p.id = ${previewed})
    order by p.position, p.id`);

const PageContentRow = z.object({
  title: z.string(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  layout_html: z.string().nullable(),
  outline: z.custom<Outline>((value) => typeof value === 'object'),
  indexed: z.boolean(),
  names: z.record(z.string(), z.string()),
});

/** The content of a page, and the names of the forms and booking pages that it uses, by id. */
export type PageContent = z.output<typeof PageContentRow>;

/** Returns the published version of a page, or null when the page is not published. */
export const findPublishedPage = (database: CommonQueryMethods, space: string, page: string): Promise<PageContent | null> =>
  database.maybeOne(sql.type(PageContentRow)`
    select v.title, v.description, v.image_url, v.layout_html, v.outline, p.indexed, coalesce((
      select jsonb_object_agg(r.target_id, r.name) from publishing.page_reference as r
      where r.space_id = p.space_id and r.page_id = p.id and r.stage = 'published'), '{}') as names
    from publishing.page as p
    join publishing.page_version as v on v.space_id = p.space_id and v.page_id = p.id and v.version = p.published_version
    where p.space_id = ${space} and p.id = ${page} and p.status = 'published'`);

const DraftPageRow = PageContentRow.extend({
  slug: z.string().nullable(),
  site: NavigationSiteRow.extend({ id: z.string() }).nullable(),
});

/** Returns the present content of a page, published or not, and its site; null when the page does not exist. */
export const findDraftPage = (database: CommonQueryMethods, space: string, page: string): Promise<z.output<typeof DraftPageRow> | null> =>
  database.maybeOne(sql.type(DraftPageRow)`
    select p.title, p.description, p.image_url, p.layout_html, p.outline, p.indexed, p.slug, coalesce((
        select jsonb_object_agg(r.target_id, r.name) from publishing.page_reference as r
        where r.space_id = p.space_id and r.page_id = p.id and r.stage = 'draft'), '{}') as names,
      case when s.id is not null then json_build_object('id', s.id, 'slug', s.slug, 'title', s.title,
        'nav_layout', s.nav_layout, 'logo_url', s.logo_url, 'home_page_id', s.home_page_id) end as site
    from publishing.page as p left join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id
    where p.space_id = ${space} and p.id = ${page}`);

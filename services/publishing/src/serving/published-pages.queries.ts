import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Outline } from '../references/outline.ts';

/** What an address of a page leads to. */
const Addressed = z.object({
  space_id: z.string(),
  page_id: z.string(),
  gone: z.boolean(),
  /** The part of its present address, and its site; null for one that visitors do not see. */
  slug: z.string().nullable(),
  site_id: z.string().nullable(),
  site_slug: z.string().nullable(),
  home_page_id: z.string().nullable(),
});

/** What an address of a page leads to. */
export type Addressed = z.output<typeof Addressed>;

/** The page that has, or had, this slug among those of a site, or among those that stand alone; null when none had. */
export const findPageAtAddress = (database: CommonQueryMethods, place: string, slug: string): Promise<Addressed | null> =>
  database.maybeOne(sql.type(Addressed)`
    select a.space_id, a.page_id, a.gone, case when p.status = 'published' then p.slug end as slug, p.site_id, s.slug as site_slug,
      s.home_page_id
    from publishing.page_address as a
    left join publishing.page as p on p.space_id = a.space_id and p.id = a.page_id
    left join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id
    where a.place = ${place} and a.slug = ${slug}`);

const SiteAt = z.object({
  space_id: z.string(),
  id: z.string(),
  gone: z.boolean(),
  slug: z.string().nullable(),
  title: z.string().nullable(),
  nav_layout: z.enum(['top', 'sidebar', 'none']).nullable(),
  logo_url: z.string().nullable(),
  home_page_id: z.string().nullable(),
});

/** A site by an address that it has or had; what it is is null once it was deleted. */
export type SiteAt = z.output<typeof SiteAt>;

/** The site that has, or had, this slug; null when none had. */
export const findSiteAtAddress = (database: CommonQueryMethods, slug: string): Promise<SiteAt | null> =>
  database.maybeOne(sql.type(SiteAt)`
    select a.space_id, a.site_id as id, a.gone, s.slug, s.title, s.nav_layout, s.logo_url, s.home_page_id
    from publishing.site_address as a left join publishing.site as s on s.space_id = a.space_id and s.id = a.site_id
    where a.slug = ${slug}`);

const Listed = z.object({ id: z.string(), slug: z.string(), label: z.string(), show_in_nav: z.boolean() });

/** A published page of a site, as its navigation knows it. */
export type Listed = z.output<typeof Listed>;

/** The published pages of a site in their order, and one that is as if it were published with what it says now. */
export const listPublishedPages = (
  database: CommonQueryMethods,
  space: string,
  site: string,
  previewed: string | null = null,
): Promise<readonly Listed[]> =>
  database.any(sql.type(Listed)`
    select p.id, coalesce(p.slug, '') as slug, p.show_in_nav,
      coalesce(nullif(p.nav_label, ''), case when p.id = ${previewed} then p.title else v.title end) as label
    from publishing.page as p
    left join publishing.page_version as v on v.space_id = p.space_id and v.page_id = p.id and v.version = p.published_version
    where p.space_id = ${space} and p.site_id = ${site} and (p.status = 'published' or p.id = ${previewed})
    order by p.position, p.id`);

const Shown = z.object({
  title: z.string(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  layout_html: z.string().nullable(),
  outline: z.custom<Outline>((value) => typeof value === 'object'),
  indexed: z.boolean(),
  names: z.record(z.string(), z.string()),
});

/** What visitors see of a page. */
export type Shown = z.output<typeof Shown>;

/** The published version of a page, and the names of what it uses; null when it is not published. */
export const findPublishedPage = (database: CommonQueryMethods, space: string, page: string): Promise<Shown | null> =>
  database.maybeOne(sql.type(Shown)`
    select v.title, v.description, v.image_url, v.layout_html, v.outline, p.indexed, coalesce((
      select jsonb_object_agg(r.target_id, r.name) from publishing.page_reference as r
      where r.space_id = p.space_id and r.page_id = p.id and r.stage = 'published'), '{}') as names
    from publishing.page as p
    join publishing.page_version as v on v.space_id = p.space_id and v.page_id = p.id and v.version = p.published_version
    where p.space_id = ${space} and p.id = ${page} and p.status = 'published'`);

const Draft = Shown.extend({
  slug: z.string().nullable(),
  site: z
    .object({
      id: z.string(),
      slug: z.string(),
      title: z.string(),
      nav_layout: z.enum(['top', 'sidebar', 'none']),
      logo_url: z.string().nullable(),
      home_page_id: z.string().nullable(),
    })
    .nullable(),
});

/** What a page says now, whether visitors see it or not, and its site; null when there is no such page. */
export const findDraftPage = (database: CommonQueryMethods, space: string, page: string): Promise<z.output<typeof Draft> | null> =>
  database.maybeOne(sql.type(Draft)`
    select p.title, p.description, p.image_url, p.layout_html, p.outline, p.indexed, p.slug, coalesce((
        select jsonb_object_agg(r.target_id, r.name) from publishing.page_reference as r
        where r.space_id = p.space_id and r.page_id = p.id and r.stage = 'draft'), '{}') as names,
      case when s.id is not null then json_build_object('id', s.id, 'slug', s.slug, 'title', s.title,
        'nav_layout', s.nav_layout, 'logo_url', s.logo_url, 'home_page_id', s.home_page_id) end as site
    from publishing.page as p left join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id
    where p.space_id = ${space} and p.id = ${page}`);

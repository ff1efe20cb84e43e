import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isOfOpenSpace } from '../closing/open-space-sql.ts';

const SitemapEntryRow = z.object({ url: z.string(), published_at: z.number() });

/** A URL for search engines, and the time of its last change in milliseconds since the epoch. */
export type SitemapEntry = z.output<typeof SitemapEntryRow>;

/** The condition that search engines may list the page `p`: visitors can open it. */
const isListed = sql.fragment`p.status = 'published' and p.indexed and ${isOfOpenSpace}`;

/** Returns the sitemaps of all sites and blogs that have a page or post to list. */
export const listSitemaps = (database: CommonQueryMethods, origin: string, limit: number) =>
  database.any(sql.type(SitemapEntryRow)`
    select url, max(published_at) as published_at from (
      select ${origin} || '/s/' || s.slug || '/sitemap.xml' as url, p.published_at
      from publishing.page as p join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id where ${isListed}
      union all
      select ${origin} || '/' || c.public_slug || '/sitemap.xml', p.updated_at from publishing.post as p
      join publishing.blog_collection as c on c.space_id = p.space_id and c.id = p.collection_id where p.status = 'published' and ${isOfOpenSpace}
    ) as sitemap group by url order by url limit ${limit}`);

/** Returns the number of standalone pages to list, and the time of the last change of one. */
export const countStandalonePages = (database: CommonQueryMethods) =>
  database.one(sql.type(z.object({ count: z.number(), published_at: z.number().nullable() }))`
    select count(*) as count, max(p.published_at) as published_at from publishing.page as p where p.site_id is null and ${isListed}`);

/** Returns standalone pages in the order of their creation, so that a page stays in its sitemap while no earlier page leaves. */
export const listStandalonePages = (
  database: CommonQueryMethods,
  origin: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) =>
  database.any(sql.type(SitemapEntryRow)`
    select ${origin} || '/p/' || p.slug as url, p.published_at from publishing.page as p
    where p.site_id is null and ${isListed} order by p.id, p.space_id limit ${limit} offset ${offset}`);

/** Returns the pages of a site; its home page has the URL of the site. */
export const listSitePages = (database: CommonQueryMethods, origin: string, slug: string, limit: number) =>
  database.any(sql.type(SitemapEntryRow)`
    select ${origin} || '/s/' || s.slug || '/' || case when p.id = coalesce((
        select h.id from publishing.page as h where h.space_id = s.space_id and h.site_id = s.id and h.status = 'published'
        order by h.id <> coalesce(s.home_page_id, ''), h.position, h.id limit 1), '') then '' else p.slug end as url, p.published_at
    from publishing.page as p join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id
    where s.slug = ${slug} and ${isListed} order by p.position, p.id limit ${limit}`);

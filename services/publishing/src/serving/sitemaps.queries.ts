import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const SitemapEntry = z.object({ url: z.string(), published_at: z.number() });

/** An address for search engines, and when what is there last changed, in milliseconds since the epoch. */
export type SitemapEntry = z.output<typeof SitemapEntry>;

/** Pages that search engines may find. */
const seen = sql.fragment`p.status = 'published' and p.indexed`;

/** The sitemaps of sites and of blogs that have something to be found. */
export const listSitemaps = (database: CommonQueryMethods, origin: string, limit: number) =>
  database.any(sql.type(SitemapEntry)`
    select url, max(published_at) as published_at from (
      select ${origin} || '/s/' || s.slug || '/sitemap.xml' as url, p.published_at
      from publishing.page as p join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id where ${seen}
      union all
      select ${origin} || '/' || c.public_slug || '/sitemap.xml', p.updated_at from publishing.post as p
      join publishing.blog_collection as c on c.space_id = p.space_id and c.id = p.collection_id where p.status = 'published'
    ) as sitemap group by url order by url limit ${limit}`);

/** How many pages that stand alone may be found, and when the last of them changed. */
export const countStandalonePages = (database: CommonQueryMethods) =>
  database.one(sql.type(z.object({ count: z.number(), published_at: z.number().nullable() }))`
    select count(*) as count, max(p.published_at) as published_at from publishing.page as p where p.site_id is null and ${seen}`);

/** Pages that stand alone, in the order of their creation, so that each stays in its sitemap as long as none before it goes. */
export const listStandalonePages = (
  database: CommonQueryMethods,
  origin: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) =>
  database.any(sql.type(SitemapEntry)`
    select ${origin} || '/p/' || p.slug as url, p.published_at from publishing.page as p
    where p.site_id is null and ${seen} order by p.id, p.space_id limit ${limit} offset ${offset}`);

/** The pages of a site, its home page at the address of the site itself. */
export const listSitePages = (database: CommonQueryMethods, origin: string, slug: string, limit: number) =>
  database.any(sql.type(SitemapEntry)`
    select ${origin} || '/s/' || s.slug || '/' || case when p.id = coalesce((
        select h.id from publishing.page as h where h.space_id = s.space_id and h.site_id = s.id and h.status = 'published'
        order by h.id <> coalesce(s.home_page_id, ''), h.position, h.id limit 1), '') then '' else p.slug end as url, p.published_at
    from publishing.page as p join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id
    where s.slug = ${slug} and ${seen} order by p.position, p.id limit ${limit}`);

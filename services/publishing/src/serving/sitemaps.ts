import type { Handlers } from '@space/bus';
import type { sitePages } from '@space/contracts';
import { isoTime, sql } from '@space/database';
import { html } from '@space/pages';
import { z } from 'zod';
import type { Publishing } from '../publishing.ts';
import { noPage, xmlAnswer } from './page-answers.ts';

const Found = z.object({ url: z.string(), published_at: z.number() });

/** Addresses that one sitemap, or one list of sitemaps, may have (sitemaps.org). */
const MAX_ADDRESSES = 50_000;

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Answers what search engines read: which pages there are and when they last changed. Pages that say noindex are left out. */
export function sitemapHandlers({
  ports: { database },
  origin,
}: Publishing): Pick<Handlers<typeof sitePages>, 'sitemaps' | 'site_sitemap' | 'standalone_sitemap'> {
  const seen = sql.fragment`p.status = 'published' and p.indexed`;
  return {
    sitemaps: async () => {
      const found = await database.any(sql.type(Found)`
        select url, max(published_at) as published_at from (
          select ${origin} || '/s/' || s.slug || '/sitemap.xml' as url, p.published_at
          from publishing.page as p join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id where ${seen}
          union all
          select ${origin} || '/p/sitemap.xml', p.published_at from publishing.page as p where p.site_id is null and ${seen}
          union all
          select ${origin} || '/' || c.public_slug || '/sitemap.xml', p.updated_at from publishing.post as p
          join publishing.blog_collection as c on c.space_id = p.space_id and c.id = p.collection_id where p.status = 'published'
        ) as sitemap group by url order by url limit ${MAX_ADDRESSES}`);
      return xmlAnswer(
        String(html`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="${XMLNS}">
${found.map(({ url, published_at }) => html`<sitemap><loc>${url}</loc><lastmod>${isoTime(published_at)}</lastmod></sitemap>\n`)}</sitemapindex>
`),
      );
    },

    site_sitemap: async ({ input: { site_slug } }) => {
      const found = await database.any(sql.type(Found)`
        select ${origin} || '/s/' || s.slug || '/' || case when p.id = coalesce((
            select h.id from publishing.page as h where h.space_id = s.space_id and h.site_id = s.id and h.status = 'published'
            order by h.id <> coalesce(s.home_page_id, ''), h.position, h.id limit 1), '') then '' else p.slug end as url, p.published_at
        from publishing.page as p join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id
        where s.slug = ${site_slug} and ${seen} order by p.position, p.id limit ${MAX_ADDRESSES}`);
      return found.length > 0 ? urlset(found) : noPage;
    },

    standalone_sitemap: async () =>
      urlset(
        await database.any(sql.type(Found)`
          select ${origin} || '/p/' || p.slug as url, p.published_at from publishing.page as p
          where p.site_id is null and ${seen} order by p.published_at desc, p.id limit ${MAX_ADDRESSES}`),
      ),
  };
}

const urlset = (found: readonly z.output<typeof Found>[]) =>
  xmlAnswer(
    String(html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="${XMLNS}">
${found.map(({ url, published_at }) => html`<url><loc>${url}</loc><lastmod>${isoTime(published_at)}</lastmod></url>\n`)}</urlset>
`),
  );

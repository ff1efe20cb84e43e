import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { PublicBlog } from '../posts/published-posts.queries.ts';

const IndexPageRow = z.object({ slug: z.string(), site_slug: z.string().nullable(), is_home: z.boolean() });

/** The address of the page that stands in place of the list of a blog; null when there is none, or it is not published. */
export async function findIndexPageUrl(database: CommonQueryMethods, origin: string, blog: PublicBlog): Promise<string | null> {
  if (blog.index_page_id === null) return null;
  const page = await database.maybeOne(sql.type(IndexPageRow)`
    select p.slug, s.slug as site_slug, coalesce(s.home_page_id = p.id, false) as is_home
    from publishing.page as p left join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id
    where p.space_id = ${blog.space_id} and p.id = ${blog.index_page_id} and p.status = 'published' and p.slug is not null`);
  if (!page) return null;
  if (page.site_slug === null) return `${origin}/p/${page.slug}`;
  return `${origin}/s/${page.site_slug}/${page.is_home ? '' : page.slug}`;
}

import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { pageUrlSql } from '../addresses/page-url-sql.ts';
import type { PublicBlog } from '../posts/published-posts.queries.ts';

/** Returns the URL of the page that replaces the list of a blog; null when there is none or it is not published. */
export async function findIndexPageUrl(database: CommonQueryMethods, origin: string, blog: PublicBlog): Promise<string | null> {
  if (blog.index_page_id === null) return null;
  return database.maybeOneFirst(sql.type(z.object({ url: z.string() }))`
    select ${pageUrlSql(origin)} as url
    from publishing.page as p left join publishing.site as s on s.space_id = p.space_id and s.id = p.site_id
    where p.space_id = ${blog.space_id} and p.id = ${blog.index_page_id} and p.status = 'published' and p.slug is not null`);
}

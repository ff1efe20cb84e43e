import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** Returns SQL for the public URL of the page `p`, left-joined to its site `s`; null for a page without a slug. */
export const pageUrlSql = (origin: string): FragmentSqlToken => sql.fragment`${origin}::text || case
  when p.site_id is null then '/p/' || p.slug
  when s.home_page_id = p.id then '/s/' || s.slug || '/'
  else '/s/' || s.slug || '/' || p.slug end`;

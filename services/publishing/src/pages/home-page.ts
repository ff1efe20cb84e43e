import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';

/**
 * Notes that the pages of a site are others than before: the first page attached is its home (spec, Site), and when that
 * leaves, the next in order. The site must be locked.
 */
export const updateHomePage = (tx: CommonQueryMethods, space: string, site: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update publishing.site as s
    set version = version + 1, updated_at = ${now}::timestamptz, home_page_id = (
      select p.id from publishing.page as p where p.space_id = s.space_id and p.site_id = s.id
      order by p.id <> coalesce(s.home_page_id, ''), p.position, p.id limit 1)
    where s.space_id = ${space} and s.id = ${site}`);

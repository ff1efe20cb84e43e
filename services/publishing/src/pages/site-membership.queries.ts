import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const LockedSiteRow = z.object({ id: z.string(), title: z.string() });

/** A site that is locked until the transaction ends. */
export type LockedSite = z.output<typeof LockedSiteRow>;

/**
 * Locks sites in the order of their ids and returns those that exist. A transaction that attaches or detaches a page calls
 * this before it locks the page, so that no two transactions deadlock.
 */
export const lockSites = (tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<readonly LockedSite[]> =>
  tx.any(sql.type(LockedSiteRow)`
    select id, title from publishing.site where space_id = ${space} and id = any(${sql.array([...ids], 'text')})
    order by id for no key update`);

/** Returns the number of pages of a site. */
export const countPagesOfSite = (tx: CommonQueryMethods, space: string, site: string): Promise<number> =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from publishing.page where space_id = ${space} and site_id = ${site}`);

/**
 * Updates a locked site after pages were attached or detached: adds one to its version and keeps its home page, or makes
 * the first page in order its home when it has none or that page has left.
 */
export const refreshHomePage = (tx: CommonQueryMethods, space: string, site: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update publishing.site as s
    set version = version + 1, updated_at = ${now}::timestamptz, home_page_id = (
      select p.id from publishing.page as p where p.space_id = s.space_id and p.site_id = s.id
      order by p.id <> coalesce(s.home_page_id, ''), p.position, p.id limit 1)
    where s.space_id = ${space} and s.id = ${site}`);

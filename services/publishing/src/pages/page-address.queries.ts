import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** The page that an address is for, and its site; `site_id` is null for a standalone page. */
export interface AddressOwner {
  readonly space_id: string;
  readonly id: string;
  readonly site_id: string | null;
}

/** Slugs are unique within a site, and among all standalone pages. */
const siteKey = ({ site_id }: AddressOwner): string => site_id ?? '';

/** The condition that another page, of any Space, has reserved a slug for the time at which it is published. */
const isReserved = (page: AddressOwner, slug: string) => sql.fragment`exists (
  select from publishing.page as r where r.publish_slug = ${slug} and coalesce(r.site_id, '') = ${siteKey(page)} and r.id <> ${page.id})`;

/** Locks a slug until the transaction ends, so that later statements see the claims of other transactions. */
export const lockAddress = (tx: CommonQueryMethods, page: AddressOwner, slug: string) =>
  tx.query(sql.type(z.unknown())`
    select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(['page address', siteKey(page), slug])}, 0))`);

/**
 * Claims a locked slug for a page, and returns false when it is taken or reserved. With `canTakeOver` the page also gets
 * a slug that another page of the Space has left, or that belonged to a deleted page.
 */
export const insertAddress = async (tx: CommonQueryMethods, page: AddressOwner, slug: string, canTakeOver: boolean): Promise<boolean> =>
  (await tx.maybeOneFirst(sql.type(z.object({ slug: z.string() }))`
    insert into publishing.page_address as a (space_id, site_key, slug, page_id)
    select ${page.space_id}, ${siteKey(page)}, ${slug}, ${page.id} where not ${isReserved(page, slug)}
    on conflict (site_key, slug) do update set page_id = excluded.page_id, gone = false
    where a.space_id = excluded.space_id and (a.page_id = excluded.page_id or (${canTakeOver} and not exists (
      select from publishing.page as p
      where p.space_id = a.space_id and p.id = a.page_id and coalesce(p.site_id, '') = a.site_key and a.slug = p.slug)))
    returning slug`)) !== null;

/** Returns true when a page could not claim a locked slug now: another page uses or reserved it, or it belongs to another Space. */
export const isAddressTaken = (tx: CommonQueryMethods, page: AddressOwner, slug: string): Promise<boolean> =>
  tx.exists(sql.type(z.object({}))`
    select where ${isReserved(page, slug)} or exists (
      select from publishing.page_address as a where a.site_key = ${siteKey(page)} and a.slug = ${slug} and (
        a.space_id <> ${page.space_id} or exists (
          select from publishing.page as p
          where p.space_id = a.space_id and p.id = a.page_id and p.id <> ${page.id}
            and coalesce(p.site_id, '') = a.site_key and p.slug = a.slug)))`);

/** Marks all addresses of deleted pages as gone. */
export const markAddressesGone = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    update publishing.page_address set gone = true where space_id = ${space} and page_id = any(${sql.array([...ids], 'text')})`);

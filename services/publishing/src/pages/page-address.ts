import { Problem } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { slugOf } from '../addresses/slug.ts';
import { slugCandidates } from '../addresses/slug-candidates.ts';

const Slug = z.object({ slug: z.string() });

/** Whose address it is to be, and where: `site_id` null for a page that stands alone. */
export interface AddressOwner {
  readonly space_id: string;
  readonly id: string;
  readonly site_id: string | null;
  readonly title: string;
}

/** Where a page's last part of the address is unique. */
const placeOf = (site: string | null): string => site ?? '';

/**
 * Takes an address for a page: the slug wanted, or else one like its title. An address stays its page's for ever, so that
 * old ones lead on; one that its page left, or that went with a deleted page, can be taken by another page of the Space.
 * One that is in use, planned, or was ever another Space's, is refused.
 */
export async function claimPageAddress(tx: CommonQueryMethods, page: AddressOwner, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined) {
    if (await take(tx, page, wanted, true)) return wanted;
    throw slugTaken(wanted);
  }
  for (const slug of slugCandidates(slugOf(page.title, 'page'))) if (await take(tx, page, slug, false)) return slug;
  throw new Error('There is always another slug.');
}

/** Takes an address for a page that moves to another site, with the slug it has when that is free there. */
export async function movePageAddress(tx: CommonQueryMethods, page: AddressOwner, slug: string): Promise<string> {
  for (const wanted of slugCandidates(slug)) if (await take(tx, page, wanted, false)) return wanted;
  throw new Error('There is always another slug.');
}

async function take(tx: CommonQueryMethods, page: AddressOwner, slug: string, mayTakeOver: boolean): Promise<boolean> {
  const place = placeOf(page.site_id);
  await lockAddress(tx, place, slug);
  const taken = await tx.maybeOneFirst(sql.type(Slug)`
    insert into publishing.page_address as a (space_id, place, slug, page_id)
    select ${page.space_id}, ${place}, ${slug}, ${page.id} where not ${isReserved(page, slug)}
    on conflict (place, slug) do update set page_id = excluded.page_id, gone = false
    where a.space_id = excluded.space_id and (a.page_id = excluded.page_id or (${mayTakeOver} and not exists (
      select from publishing.page as p
      where p.space_id = a.space_id and p.id = a.page_id and coalesce(p.site_id, '') = a.place and a.slug = p.slug)))
    returning slug`);
  return taken !== null;
}

/**
 * Refuses an address that a page could not take now. From the moment that it stands as the `publish_slug` of the page nobody
 * else gets it; where it led before it leads until it is taken.
 */
export async function reservePageAddress(tx: CommonQueryMethods, page: AddressOwner, slug: string): Promise<void> {
  const place = placeOf(page.site_id);
  await lockAddress(tx, place, slug);
  const isTaken = await tx.exists(sql.type(z.object({}))`
    select where ${isReserved(page, slug)} or exists (
      select from publishing.page_address as a where a.place = ${place} and a.slug = ${slug} and (
        a.space_id <> ${page.space_id} or exists (
          select from publishing.page as p
          where p.space_id = a.space_id and p.id = a.page_id and p.id <> ${page.id} and coalesce(p.site_id, '') = a.place and p.slug = a.slug)))`);
  if (isTaken) throw slugTaken(slug);
}

/** Whether another page, of whatever Space, is to have this address when its time comes. */
const isReserved = ({ id, site_id }: AddressOwner, slug: string) => sql.fragment`exists (
  select from publishing.page as r where r.publish_slug = ${slug} and coalesce(r.site_id, '') = ${placeOf(site_id)} and r.id <> ${id})`;

/** Whoever wants an address waits for whoever else wants it: the statement after it must see what that one did. */
const lockAddress = (tx: CommonQueryMethods, place: string, slug: string) =>
  tx.query(sql.type(z.unknown())`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(['page address', place, slug])}, 0))`);

const slugTaken = (slug: string): Problem => new Problem('duplicate', `The published_slug "${slug}" is taken; choose another one.`);

/** Whatever addresses a page had are gone from now on. */
export const markAddressesGone = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    update publishing.page_address set gone = true where space_id = ${space} and page_id = any(${sql.array([...ids], 'text')})`);

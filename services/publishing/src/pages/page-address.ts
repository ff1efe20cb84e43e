import { Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { suggestSlug } from '../addresses/slug.ts';
import { slugCandidates } from '../addresses/slug-candidates.ts';
import { type AddressOwner, insertAddress, isAddressTaken, lockAddress } from './page-address.queries.ts';

/**
 * Claims an address for a page and returns its slug: the wanted one, or one that resembles the title. A page keeps all
 * addresses it ever had, so that old ones redirect. Another page of the Space can claim an address that its page has left,
 * or that belonged to a deleted page. Throws duplicate for a slug that is in use, reserved, or was ever used in another Space.
 */
export async function claimPageAddress(
  tx: CommonQueryMethods,
  page: AddressOwner & { readonly title: string },
  wanted: string | undefined,
): Promise<string> {
  if (wanted === undefined) return claimFirst(tx, page, suggestSlug(page.title, 'page'));
  if (await claim(tx, page, wanted, true)) return wanted;
  throw slugTaken(wanted);
}

/** Claims an address for a page that moves to another site, and returns its slug: the present one when it is free there. */
export const movePageAddress = (tx: CommonQueryMethods, page: AddressOwner, slug: string): Promise<string> => claimFirst(tx, page, slug);

/**
 * Throws duplicate for a slug that a page could not claim now. Once the slug is stored as the page's `publish_slug`, no
 * other page can claim it; until the page is published, the address leads where it led before.
 */
export async function reservePageAddress(tx: CommonQueryMethods, page: AddressOwner, slug: string): Promise<void> {
  await lockAddress(tx, page, slug);
  if (await isAddressTaken(tx, page, slug)) throw slugTaken(slug);
}

async function claimFirst(tx: CommonQueryMethods, page: AddressOwner, slug: string): Promise<string> {
  for (const candidate of slugCandidates(slug)) if (await claim(tx, page, candidate, false)) return candidate;
  throw new Error('slugCandidates ended.');
}

async function claim(tx: CommonQueryMethods, page: AddressOwner, slug: string, canTakeOver: boolean): Promise<boolean> {
  await lockAddress(tx, page, slug);
  return insertAddress(tx, page, slug, canTakeOver);
}

const slugTaken = (slug: string): Problem => new Problem('duplicate', `published_slug: "${slug}" is taken; choose another slug.`);

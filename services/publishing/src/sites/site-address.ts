import { Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { suggestSlug } from '../addresses/slug.ts';
import { slugCandidates } from '../addresses/slug-candidates.ts';
import { claimSiteAddress, insertSiteAddress, setSiteSlug } from './site-address.queries.ts';

/** Gives a new site the first free address that resembles its title. */
export async function assignSiteAddress(tx: CommonQueryMethods, space: string, site: string, title: string): Promise<void> {
  for (const slug of slugCandidates(suggestSlug(title, 'site')))
    if (await insertSiteAddress(tx, space, site, slug)) return void (await setSiteSlug(tx, space, site, slug));
}

/** Claims another address for a site; its old ones redirect. Throws duplicate for a slug that is taken. */
export async function changeSiteAddress(tx: CommonQueryMethods, space: string, site: string, slug: string): Promise<void> {
  if (!(await claimSiteAddress(tx, space, site, slug)))
    throw new Problem('duplicate', `slug: the address /s/${slug}/ is taken; choose another slug.`);
}

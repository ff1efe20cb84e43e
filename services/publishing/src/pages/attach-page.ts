import { Problem } from '@space/contracts/core';
import { MAX_PAGES_PER_SITE } from '@space/contracts/publishing';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { updateHomePage } from './home-page.ts';
import { movePageAddress, reservePageAddress } from './page-address.ts';
import { countPagesOfSite, movePageLast } from './pages.queries.ts';
import { findStoredPage, lockPage, type StoredPage } from './stored-page.queries.ts';

const LockedSite = z.object({ id: z.string(), title: z.string() });

/** Whoever attaches or takes away a page waits here for the others, sites in the order of their ids, before it locks a page. */
const lockSites = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.any(sql.type(LockedSite)`
    select id, title from publishing.site where space_id = ${space} and id = any(${sql.array([...ids], 'text')})
    order by id for no key update`);

/** Puts a new page, which `insert` inserts, behind the others of a site; answers the title of the site. */
export async function attachPage(
  tx: CommonQueryMethods & { readonly now: string },
  space: string,
  site: string | null,
  insert: () => Promise<unknown>,
): Promise<string | null> {
  const [locked] = site === null ? [] : await lockSites(tx, space, [site]);
  if (site !== null) await assertSiteHasRoom(tx, space, site, locked);
  await insert();
  if (site !== null) await updateHomePage(tx, space, site, tx.now);
  return locked?.title ?? null;
}

/** A page, locked after the sites that it leaves or comes to, so that nobody waits for each other. */
export async function lockWithSites(
  tx: CommonQueryMethods,
  space: string,
  id: string,
  versions: readonly number[] | null,
  to: string | null | undefined,
): Promise<StoredPage> {
  const from = (await findStoredPage(tx, space, id))?.site_id;
  const sites = await lockSites(
    tx,
    space,
    [from, to].filter((site) => typeof site === 'string'),
  );
  const page = await lockPage(tx, space, id, versions);
  if (page.site_id !== from)
    throw new Problem('conflict', 'The page moved to another site at this moment; try again.', { retry_after_s: 1 });
  if (typeof to === 'string' && to !== from)
    await assertSiteHasRoom(
      tx,
      space,
      to,
      sites.find((site) => site.id === to),
    );
  return page;
}

/** Moves a page, locked with its sites, behind the others of another site, or to stand alone; its old addresses lead to the new one. */
export async function moveToSite(
  tx: CommonQueryMethods & { readonly now: string },
  page: StoredPage,
  to: string | null,
  change: (columns: { readonly site_id: string | null; readonly slug: string | null }) => Promise<void>,
): Promise<void> {
  const { space_id, id } = page;
  const slug = page.slug === null ? null : await movePageAddress(tx, { ...page, site_id: to }, page.slug);
  if (page.publish_slug !== null) await reservePageAddress(tx, { ...page, site_id: to }, page.publish_slug);
  await movePageLast(tx, space_id, id, to);
  await change({ site_id: to, slug });
  for (const site of [page.site_id, to]) if (site !== null) await updateHomePage(tx, space_id, site, tx.now);
}

async function assertSiteHasRoom(
  tx: CommonQueryMethods,
  space: string,
  id: string,
  site: z.output<typeof LockedSite> | undefined,
): Promise<void> {
  if (!site)
    throw new Problem('unresolved_reference', `There is no site "${id.slice(0, 64)}" in this Space; list the sites to find its id.`, {
      errors: [{ path: 'site_id', code: 'unresolved_site', message: 'is no site of this Space' }],
    });
  if ((await countPagesOfSite(tx, space, id)) >= MAX_PAGES_PER_SITE)
    throw new Problem('limit_reached', `A site can have ${MAX_PAGES_PER_SITE} pages; attach the page to another one.`);
}

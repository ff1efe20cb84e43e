import { Problem, unresolvedReferences } from '@space/contracts/core';
import { MAX_PAGES_PER_SITE } from '@space/contracts/publishing';
import type { CommonQueryMethods } from 'slonik';
import { movePageAddress, reservePageAddress } from './page-address.ts';
import { movePageLast } from './pages.queries.ts';
import { countPagesOfSite, type LockedSite, lockSites, refreshHomePage } from './site-membership.queries.ts';
import { findStoredPage, lockPage, type StoredPage } from './stored-page.queries.ts';

type Tx = CommonQueryMethods & { readonly now: string };

/** Calls `insert`, which inserts a page as the last of a site, and returns the title of the site; null for a standalone page. */
export async function attachPage(tx: Tx, space: string, site: string | null, insert: () => Promise<unknown>): Promise<string | null> {
  const [locked] = site === null ? [] : await lockSites(tx, space, [site]);
  if (site !== null) await assertSiteHasRoom(tx, space, site, locked);
  await insert();
  if (site !== null) await refreshHomePage(tx, space, site, tx.now);
  return locked?.title ?? null;
}

/**
 * Locks a page after its site and the site `to` that it moves to, if any. Throws not_found, precondition_failed,
 * unresolved_reference for an unknown site, limit_reached for a full one, and conflict when the page moved meanwhile.
 */
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
    throw new Problem('conflict', 'The page was moved to another site by another call; try again.', { retry_after_s: 1 });
  if (typeof to === 'string' && to !== from)
    await assertSiteHasRoom(
      tx,
      space,
      to,
      sites.find((site) => site.id === to),
    );
  return page;
}

/**
 * Makes a page the last of another site, or a standalone page for null. The page and its sites must be locked. Its old
 * addresses redirect to the new one. `change` writes the columns.
 */
export async function moveToSite(
  tx: Tx,
  page: StoredPage,
  to: string | null,
  change: (columns: { readonly site_id: string | null; readonly slug: string | null }) => Promise<void>,
): Promise<void> {
  const { space_id, id } = page;
  const slug = page.slug === null ? null : await movePageAddress(tx, { ...page, site_id: to }, page.slug);
  if (page.publish_slug !== null) await reservePageAddress(tx, { ...page, site_id: to }, page.publish_slug);
  await movePageLast(tx, space_id, id, to);
  await change({ site_id: to, slug });
  for (const site of [page.site_id, to]) if (site !== null) await refreshHomePage(tx, space_id, site, tx.now);
}

async function assertSiteHasRoom(tx: CommonQueryMethods, space: string, id: string, site: LockedSite | undefined): Promise<void> {
  if (!site) throw unresolvedReferences([{ path: 'site_id', noun: 'site', id }]);
  if ((await countPagesOfSite(tx, space, id)) >= MAX_PAGES_PER_SITE)
    throw new Problem('limit_reached', `A site can have ${MAX_PAGES_PER_SITE} pages; attach the page to another site.`);
}

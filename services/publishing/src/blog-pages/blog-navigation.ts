import type { PageContext } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import type { Navigation } from '../navigation/navigation.ts';
import { siteNavigation } from '../navigation/site-navigation.ts';
import { findNavigationSite, listPublishedPages } from '../serving/published-pages.queries.ts';

/** Returns the navigation of the site that a blog belongs to; null when there is none. */
export async function blogNavigation(
  database: CommonQueryMethods,
  origin: string,
  space: string,
  siteId: string | null,
  context: PageContext,
): Promise<Navigation | null> {
  if (siteId === null) return null;
  const site = await findNavigationSite(database, space, siteId);
  return site && siteNavigation(origin, site, await listPublishedPages(database, space, siteId), null, context);
}

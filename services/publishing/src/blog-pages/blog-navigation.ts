import type { CommonQueryMethods } from 'slonik';
import type { Navigation } from '../navigation/navigation.ts';
import { navigationHead, navigationHtml } from '../navigation/navigation-html.ts';
import { siteNavigation } from '../navigation/site-navigation.ts';
import { readOutline } from '../references/read-outline.ts';
import { findNavigationSite, listPublishedPages } from '../serving/published-pages.queries.ts';

/** Returns the navigation of the site that a blog belongs to; null when there is none. */
export async function blogNavigation(
  database: CommonQueryMethods,
  origin: string,
  space: string,
  siteId: string | null,
): Promise<Navigation | null> {
  if (siteId === null) return null;
  const site = await findNavigationSite(database, space, siteId);
  return site && siteNavigation(origin, site, await listPublishedPages(database, space, siteId), null);
}

/** Returns a document with the navigation inserted; a document without a body is returned unchanged. */
export function withNavigation(document: string, navigation: Navigation): string {
  const { head_at, body_at } = readOutline(document, '');
  if (body_at === null || body_at < head_at) return document;
  return `${document.slice(0, head_at)}${navigationHead(navigation)}${document.slice(head_at, body_at)}${navigationHtml(navigation)}${document.slice(body_at)}`;
}

import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Navigation } from '../navigation/navigation.ts';
import { navigationHead, navigationHtml } from '../navigation/navigation-html.ts';
import { siteNavigation } from '../navigation/site-navigation.ts';
import { readOutline } from '../references/read-outline.ts';
import { listPublishedPages } from '../serving/published-pages.queries.ts';

const Site = z.object({
  slug: z.string(),
  title: z.string(),
  nav_layout: z.enum(['top', 'sidebar', 'none']),
  logo_url: z.string().nullable(),
  home_page_id: z.string().nullable(),
});

/** The navigation of the site that a blog belongs to, as its own pages show it; null when it has none. */
export async function blogNavigation(
  database: CommonQueryMethods,
  origin: string,
  space: string,
  siteId: string | null,
): Promise<Navigation | null> {
  if (siteId === null) return null;
  const site = await database.maybeOne(sql.type(Site)`
    select slug, title, nav_layout, logo_url, home_page_id from publishing.site where space_id = ${space} and id = ${siteId}`);
  return site && siteNavigation(origin, site, await listPublishedPages(database, space, siteId), null);
}

/** A document with the navigation put into it, as pages have it; one that has no place for it stays as it is. */
export function withNavigation(document: string, navigation: Navigation): string {
  const { head_at, body_at } = readOutline(document, '');
  if (body_at === null || body_at < head_at) return document;
  return `${document.slice(0, head_at)}${navigationHead(navigation)}${document.slice(head_at, body_at)}${navigationHtml(navigation)}${document.slice(body_at)}`;
}

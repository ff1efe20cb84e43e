import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Navigation } from '../navigation/navigation.ts';
import { navigationHead, navigationHtml } from '../navigation/navigation-html.ts';
import { readOutline } from '../references/read-outline.ts';
import { listPublished } from '../serving/shown-pages.queries.ts';

/** Links that a navigation has at most. */
const MAX_LINKS = 50;

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
  if (!site || site.nav_layout === 'none') return null;
  const pages = await listPublished(database, space, siteId);
  const home = (pages.find(({ id }) => id === site.home_page_id) ?? pages[0])?.id;
  const home_url = `${origin}/s/${site.slug}/`;
  const links = pages
    .filter(({ show_in_nav }) => show_in_nav)
    .slice(0, MAX_LINKS)
    .map(({ id, slug, label }) => ({ label, url: id === home ? home_url : home_url + slug, is_current: false }));
  return { layout: site.nav_layout, title: site.title, logo_url: site.logo_url, home_url, links };
}

/** A document with the navigation put into it, as pages have it; one that has no place for it stays as it is. */
export function withNavigation(document: string, navigation: Navigation): string {
  const { head_at, body_at } = readOutline(document, '');
  if (body_at === null || body_at < head_at) return document;
  return `${document.slice(0, head_at)}${navigationHead(navigation)}${document.slice(head_at, body_at)}${navigationHtml(navigation)}${document.slice(body_at)}`;
}

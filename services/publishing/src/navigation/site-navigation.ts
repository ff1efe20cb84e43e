import type { NavLayout } from '@space/contracts';
import type { Listed } from '../serving/shown-pages.queries.ts';
import type { Navigation } from './navigation.ts';

/** Links that a navigation has at most; the others are found by the pages themselves. */
const MAX_LINKS = 50;

/** What of a site its navigation shows. */
export interface NavigatedSite {
  readonly slug: string;
  readonly title: string;
  readonly nav_layout: NavLayout;
  readonly logo_url: string | null;
  readonly home_page_id: string | null;
}

/** Where the home page of a site is. */
export const siteUrl = (origin: string, slug: string): string => `${origin}/s/${slug}/`;

/** The page at the address of a site itself: its home page, or the first that visitors see while that one is not published. */
export const homeOf = ({ home_page_id }: Pick<NavigatedSite, 'home_page_id'>, pages: readonly Listed[]): string | undefined =>
  (pages.find(({ id }) => id === home_page_id) ?? pages[0])?.id;

/** Where a page of a site is. */
export const urlIn = (origin: string, site: NavigatedSite, pages: readonly Listed[], page: Pick<Listed, 'id' | 'slug'>): string =>
  siteUrl(origin, site.slug) + (page.id === homeOf(site, pages) ? '' : page.slug);

/** The navigation of a site as one of its pages shows it, or something of it that is none; null when it has none. */
export function siteNavigation(origin: string, site: NavigatedSite, pages: readonly Listed[], current: string | null): Navigation | null {
  const { title, logo_url, nav_layout: layout, slug } = site;
  if (layout === 'none') return null;
  const links = pages
    .filter(({ show_in_nav }) => show_in_nav)
    .slice(0, MAX_LINKS)
    .map((page) => ({ label: page.label, url: urlIn(origin, site, pages, page), is_current: page.id === current }));
  return { layout, title, logo_url, home_url: siteUrl(origin, slug), links };
}

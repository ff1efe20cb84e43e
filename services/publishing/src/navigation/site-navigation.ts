import { MAX_NAV_LINKS, type NavLayout } from '@space/contracts/publishing';
import type { Listed } from '../serving/published-pages.queries.ts';
import type { Navigation } from './navigation.ts';

/** What of a site its navigation shows. */
export interface NavigationSite {
  readonly slug: string;
  readonly title: string;
  readonly nav_layout: NavLayout;
  readonly logo_url: string | null;
  readonly home_page_id: string | null;
}

/** Where the home page of a site is. */
export const siteUrl = (origin: string, slug: string): string => `${origin}/s/${slug}/`;

/** The page at the address of a site itself: its home page, or the first that visitors see while that one is not published. */
export const homePageId = ({ home_page_id }: Pick<NavigationSite, 'home_page_id'>, pages: readonly Listed[]): string | undefined =>
  (pages.find(({ id }) => id === home_page_id) ?? pages[0])?.id;

/** Where a page of a site is. */
export const sitePageUrl = (origin: string, site: NavigationSite, pages: readonly Listed[], page: Pick<Listed, 'id' | 'slug'>): string =>
  siteUrl(origin, site.slug) + (page.id === homePageId(site, pages) ? '' : page.slug);

/** The navigation of a site as one of its pages shows it, or something of it that is none; null when it has none. */
export function siteNavigation(origin: string, site: NavigationSite, pages: readonly Listed[], current: string | null): Navigation | null {
  const { title, logo_url, nav_layout: layout, slug } = site;
  if (layout === 'none') return null;
  const all = navigationPages(pages);
  const home_url = siteUrl(origin, slug);
  const linkTo = (page: Listed) => ({ label: page.label, url: sitePageUrl(origin, site, pages, page), is_current: page.id === current });
  const links =
    all.length > MAX_NAV_LINKS
      ? [...withCurrent(all, MAX_NAV_LINKS - 1, current).map(linkTo), { label: 'All pages', url: `${home_url}-/pages`, is_current: false }]
      : all.map(linkTo);
  return { layout, title, logo_url, home_url, links };
}

/** The pages that the navigation of their site names. */
export const navigationPages = (pages: readonly Listed[]): readonly Listed[] => pages.filter(({ show_in_nav }) => show_in_nav);

/** The first pages, and in the place of the last of them the one that is open when it is a later one. */
function withCurrent(pages: readonly Listed[], limit: number, current: string | null): readonly Listed[] {
  const open = pages.find(({ id }, index) => id === current && index >= limit);
  return open ? [...pages.slice(0, limit - 1), open] : pages.slice(0, limit);
}

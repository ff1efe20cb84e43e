import { MAX_NAV_LINKS } from '@space/contracts/publishing';
import type { PageContext } from '@space/web';
import type { Navigation, NavigationPage, NavigationSite } from './navigation.ts';

/** Returns the URL of a site, which is that of its home page. */
export const siteUrl = (origin: string, slug: string): string => `${origin}/s/${slug}/`;

/** Returns the id of the page at the URL of a site: its home page, or its first published page while the home page is not published. */
export const homePageId = ({ home_page_id }: Pick<NavigationSite, 'home_page_id'>, pages: readonly NavigationPage[]): string | undefined =>
  (pages.find(({ id }) => id === home_page_id) ?? pages[0])?.id;

/** Returns the URL of a page of a site. */
export const sitePageUrl = (
  origin: string,
  site: NavigationSite,
  pages: readonly NavigationPage[],
  page: Pick<NavigationPage, 'id' | 'slug'>,
): string => siteUrl(origin, site.slug) + (page.id === homePageId(site, pages) ? '' : page.slug);

/** Returns the navigation of a site on its page `current`, or on a page of its blog for null; null when the site has no navigation. */
export function siteNavigation(
  origin: string,
  site: NavigationSite,
  pages: readonly NavigationPage[],
  current: string | null,
  { theme, locale: { labels } }: PageContext,
): Navigation | null {
  const { title, logo_url, nav_layout: layout, slug } = site;
  if (layout === 'none') return null;
  const all = navigationPages(pages);
  const home_url = siteUrl(origin, slug);
  const linkTo = (page: NavigationPage) => ({
    label: page.label,
    url: sitePageUrl(origin, site, pages, page),
    is_current: page.id === current,
  });
  const links =
    all.length > MAX_NAV_LINKS
      ? [
          ...firstPages(all, MAX_NAV_LINKS - 1, current).map(linkTo),
          { label: labels.all_pages, url: `${home_url}-/pages`, is_current: false },
        ]
      : all.map(linkTo);
  return { layout, accent: theme.look.accent, title, logo_url, home_url, menu_label: labels.menu, links };
}

/** Returns the pages that the navigation of their site links to. */
export const navigationPages = (pages: readonly NavigationPage[]): readonly NavigationPage[] =>
  pages.filter(({ show_in_nav }) => show_in_nav);

/** Returns the first pages; the last of them is replaced by the current page when that comes later. */
function firstPages(pages: readonly NavigationPage[], limit: number, current: string | null): readonly NavigationPage[] {
  const open = pages.find(({ id }, index) => id === current && index >= limit);
  return open ? [...pages.slice(0, limit - 1), open] : pages.slice(0, limit);
}

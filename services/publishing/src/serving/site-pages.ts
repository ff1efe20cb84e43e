import type { Handlers } from '@space/bus';
import type { PageAnswer } from '@space/contracts/core';
import { mayBeSlug, type sitePages } from '@space/contracts/publishing';
import { pageTag, siteTag } from '../cache/cache-invalidation.ts';
import type { Publishing } from '../context/publishing.ts';
import type { Navigation } from '../navigation/navigation.ts';
import { homePageId, navigationPages, siteNavigation, sitePageUrl, siteUrl } from '../navigation/site-navigation.ts';
import { documentAnswer, goneAnswer, linksAnswer, notFoundAnswer, redirectAnswer } from './page-answers.ts';
import { publishedDocument } from './published-document.ts';
import {
  findPageAtAddress,
  findPublishedPage,
  findSiteAtAddress,
  type Listed,
  listPublishedPages,
  type SiteAt,
} from './published-pages.queries.ts';
import { renderPage } from './render-page.ts';
import { sitemapHandlers, sitemapNumber } from './sitemaps.ts';

/** A site that is there. */
type LiveSite = SiteAt & { readonly slug: string; readonly title: string; readonly nav_layout: NonNullable<SiteAt['nav_layout']> };

/**
 * Answers the public pages of sites and of pages that stand alone.
 *
 * An address leads to a page for ever: to the page itself while it is its present address, by a redirect to the present
 * one when it moved, to 404 while it is taken down and to 410 once it was deleted. A page is shown from its published
 * version by putting text in (render-page.ts), and gateways keep what they got until they are told that it changed.
 */
export function sitePageHandlers(publishing: Publishing): Handlers<typeof sitePages> {
  const { ports, origin } = publishing;
  const { database } = ports;
  const { standalonePart, ...sitemaps } = sitemapHandlers(publishing);
  const homeUrl = (slug: string) => siteUrl(origin, slug);

  const show = async (
    space: string,
    page: string,
    url: string,
    site: { readonly title: string; readonly navigation: Navigation | null } | null,
    tags: readonly string[],
  ): Promise<PageAnswer> => {
    const shown = await findPublishedPage(database, space, page);
    if (!shown) return notFoundAnswer;
    const { title, description, image_url, names } = shown;
    const about = { title, description, image_url, url, site: site?.title ?? null };
    const body = renderPage({ ...publishedDocument(shown, origin), about, navigation: site?.navigation ?? null, names, origin });
    return documentAnswer(body, shown.indexed, tags);
  };

  /** The site at an address and its published pages; or what to answer in their place. `rest` stands behind the slug. */
  const siteAt = async (slug: string, rest: string): Promise<PageAnswer | { site: LiveSite; pages: readonly Listed[] }> => {
    const site = mayBeSlug(slug) ? await findSiteAtAddress(database, slug) : null;
    if (!site) return notFoundAnswer;
    if (site.gone || site.slug === null) return goneAnswer;
    if (site.slug !== slug) return redirectAnswer(homeUrl(site.slug) + rest);
    return { site: site as LiveSite, pages: await listPublishedPages(database, site.space_id, site.id) };
  };

  const showIn = (site: LiveSite, pages: readonly Listed[], { id, slug }: Listed): Promise<PageAnswer> =>
    show(
      site.space_id,
      id,
      sitePageUrl(origin, site, pages, { id, slug }),
      { title: site.title, navigation: siteNavigation(origin, site, pages, id) },
      [siteTag(site.id), pageTag(id)],
    );

  return {
    standalone: async ({ input: { slug } }) => {
      const part = sitemapNumber(slug);
      if (part !== null) return standalonePart(part);
      const at = mayBeSlug(slug) ? await findPageAtAddress(database, '', slug) : null;
      if (!at) return notFoundAnswer;
      if (at.gone) return goneAnswer;
      if (at.slug === null) return notFoundAnswer;
      if (at.site_id !== null) return redirectAnswer(homeUrl(at.site_slug!) + (at.home_page_id === at.page_id ? '' : at.slug));
      const url = `${origin}/p/${at.slug}`;
      return at.slug === slug ? show(at.space_id, at.page_id, url, null, [pageTag(at.page_id)]) : redirectAnswer(url);
    },

    site: async ({ input: { site_slug } }) => {
      const found = await siteAt(site_slug, '');
      return 'site' in found ? redirectAnswer(homeUrl(site_slug)) : found;
    },

    home: async ({ input: { site_slug } }) => {
      const found = await siteAt(site_slug, '');
      if (!('site' in found)) return found;
      const { site, pages } = found;
      const home = homePageId(site, pages);
      const page = pages.find(({ id }) => id === home);
      return page ? showIn(site, pages, page) : notFoundAnswer;
    },

    page: async ({ input: { site_slug, slug } }) => {
      if (!mayBeSlug(slug)) return notFoundAnswer;
      const found = await siteAt(site_slug, slug);
      if (!('site' in found)) return found;
      const { site, pages } = found;
      const page = pages.find((one) => one.slug === slug);
      if (page) return page.id === homePageId(site, pages) ? redirectAnswer(homeUrl(site.slug)) : showIn(site, pages, page);
      const at = await findPageAtAddress(database, site.id, slug);
      if (!at) return notFoundAnswer;
      if (at.gone) return goneAnswer;
      if (at.slug === null) return notFoundAnswer;
      if (at.site_id === null) return redirectAnswer(`${origin}/p/${at.slug}`);
      return redirectAnswer(homeUrl(at.site_slug!) + (at.home_page_id === at.page_id ? '' : at.slug));
    },

    all_pages: async ({ input: { site_slug } }) => {
      const found = await siteAt(site_slug, '-/pages');
      if (!('site' in found)) return found;
      const { site, pages } = found;
      const links = navigationPages(pages).map((page) => ({ label: page.label, url: sitePageUrl(origin, site, pages, page) }));
      return linksAnswer(site.title, links, [siteTag(site.id)]);
    },

    ...sitemaps,
  };
}

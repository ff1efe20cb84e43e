import type { Handlers } from '@space/bus';
import type { PageAnswer } from '@space/contracts/core';
import { mayBeSlug, type sitePages } from '@space/contracts/publishing';
import type { Navigation } from '../navigation/navigation.ts';
import { homeOf, navigated, siteNavigation, siteUrl, urlIn } from '../navigation/site-navigation.ts';
import { pageTag, siteTag } from '../public-changes.ts';
import type { Publishing } from '../publishing.ts';
import { documentAnswer, linksAnswer, movedTo, noPage, pageGone } from './page-answers.ts';
import { renderPage } from './render-page.ts';
import { shownDocument } from './shown-document.ts';
import { findAddressed, findShown, findSiteAt, type Listed, listPublished, type SiteAt } from './shown-pages.queries.ts';
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
    const shown = await findShown(database, space, page);
    if (!shown) return noPage;
    const { title, description, image_url, names } = shown;
    const about = { title, description, image_url, url, site: site?.title ?? null };
    const body = renderPage({ ...shownDocument(shown, origin), about, navigation: site?.navigation ?? null, names, origin });
    return documentAnswer(body, shown.indexed, tags);
  };

  /** The site at an address and its published pages; or what to answer in their place. `rest` stands behind the slug. */
  const siteAt = async (slug: string, rest: string): Promise<PageAnswer | { site: LiveSite; pages: readonly Listed[] }> => {
    const site = mayBeSlug(slug) ? await findSiteAt(database, slug) : null;
    if (!site) return noPage;
    if (site.gone || site.slug === null) return pageGone;
    if (site.slug !== slug) return movedTo(homeUrl(site.slug) + rest);
    return { site: site as LiveSite, pages: await listPublished(database, site.space_id, site.id) };
  };

  const showIn = (site: LiveSite, pages: readonly Listed[], { id, slug }: Listed): Promise<PageAnswer> =>
    show(
      site.space_id,
      id,
      urlIn(origin, site, pages, { id, slug }),
      { title: site.title, navigation: siteNavigation(origin, site, pages, id) },
      [siteTag(site.id), pageTag(id)],
    );

  return {
    standalone: async ({ input: { slug } }) => {
      const part = sitemapNumber(slug);
      if (part !== null) return standalonePart(part);
      const at = mayBeSlug(slug) ? await findAddressed(database, '', slug) : null;
      if (!at) return noPage;
      if (at.gone) return pageGone;
      if (at.slug === null) return noPage;
      if (at.site_id !== null) return movedTo(homeUrl(at.site_slug!) + (at.home_page_id === at.page_id ? '' : at.slug));
      const url = `${origin}/p/${at.slug}`;
      return at.slug === slug ? show(at.space_id, at.page_id, url, null, [pageTag(at.page_id)]) : movedTo(url);
    },

    site: async ({ input: { site_slug } }) => {
      const found = await siteAt(site_slug, '');
      return 'site' in found ? movedTo(homeUrl(site_slug)) : found;
    },

    home: async ({ input: { site_slug } }) => {
      const found = await siteAt(site_slug, '');
      if (!('site' in found)) return found;
      const { site, pages } = found;
      const home = homeOf(site, pages);
      const page = pages.find(({ id }) => id === home);
      return page ? showIn(site, pages, page) : noPage;
    },

    page: async ({ input: { site_slug, slug } }) => {
      if (!mayBeSlug(slug)) return noPage;
      const found = await siteAt(site_slug, slug);
      if (!('site' in found)) return found;
      const { site, pages } = found;
      const page = pages.find((one) => one.slug === slug);
      if (page) return page.id === homeOf(site, pages) ? movedTo(homeUrl(site.slug)) : showIn(site, pages, page);
      const at = await findAddressed(database, site.id, slug);
      if (!at) return noPage;
      if (at.gone) return pageGone;
      if (at.slug === null) return noPage;
      if (at.site_id === null) return movedTo(`${origin}/p/${at.slug}`);
      return movedTo(homeUrl(at.site_slug!) + (at.home_page_id === at.page_id ? '' : at.slug));
    },

    all_pages: async ({ input: { site_slug } }) => {
      const found = await siteAt(site_slug, '-/pages');
      if (!('site' in found)) return found;
      const { site, pages } = found;
      const links = navigated(pages).map((page) => ({ label: page.label, url: urlIn(origin, site, pages, page) }));
      return linksAnswer(site.title, links, [siteTag(site.id)]);
    },

    ...sitemaps,
  };
}

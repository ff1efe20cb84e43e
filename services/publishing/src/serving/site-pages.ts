import type { Handlers } from '@space/bus';
import type { PageAnswer } from '@space/contracts/core';
import { mayBeSlug, type sitePages } from '@space/contracts/publishing';
import { asVisitorOf } from '@space/database';
import { type PageCall, sitemapNumber } from '@space/web';
import { pageTag, siteTag } from '../cache/cache-invalidation.ts';
import type { Publishing } from '../context/publishing.ts';
import type { NavigationPage } from '../navigation/navigation.ts';
import { homePageId, navigationPages, siteNavigation, sitePageUrl, siteUrl } from '../navigation/site-navigation.ts';
import { documentAnswer, goneAnswer, linksAnswer, notFoundAnswer, redirectAnswer } from './page-answers.ts';
import { publishedDocument } from './published-document.ts';
import {
  type AddressedPage,
  type AddressedSite,
  findPageAtAddress,
  findPublishedPage,
  findSiteAtAddress,
  listPublishedPages,
} from './published-pages.queries.ts';
import { renderPage } from './render-page.ts';
import { sitemapHandlers } from './sitemaps.ts';

/** A site that was not deleted. */
type LiveSite = AddressedSite & {
  readonly slug: string;
  readonly title: string;
  readonly nav_layout: NonNullable<AddressedSite['nav_layout']>;
};

/** A site and its published pages in order. */
interface FoundSite {
  readonly site: LiveSite;
  readonly pages: readonly NavigationPage[];
}

/**
 * Returns the handlers of the public pages of sites and of standalone pages.
 *
 * An address belongs to a page permanently. The present address shows the page, an old one redirects to the present one,
 * the address of an unpublished page answers 404 and that of a deleted page 410. A page is rendered from its published
 * version by inserting texts (render-page.ts). Gateways cache the result until its tags are invalidated.
 */
export function sitePageHandlers(publishing: Publishing): Handlers<typeof sitePages> {
  const { ports, origin, contexts } = publishing;
  const { database } = ports;
  const { standalonePart, ...sitemaps } = sitemapHandlers(publishing);
  const homeUrl = (slug: string) => siteUrl(origin, slug);

  async function renderPublishedPage(
    call: PageCall,
    space: string,
    page: string,
    url: string,
    found: FoundSite | null,
    tags: readonly string[],
  ): Promise<PageAnswer> {
    const content = await findPublishedPage(database, space, page);
    if (!content) return notFoundAnswer;
    const { title, description, image_url, names } = content;
    // What is inserted has the language of the document.
    const context = await contexts.of(call, space, content.outline.head.language);
    const { labels } = context.locale;
    const navigation = found && siteNavigation(origin, found.site, found.pages, page, context);
    const metadata = { title, description, image_url, url, site: found?.site.title ?? null, icon: context.theme.icon };
    const body = renderPage({ ...publishedDocument(content, origin, context), metadata, navigation, names, labels, origin });
    return documentAnswer(body, content.indexed, tags);
  }

  /** Returns the site at an address with its published pages, or the answer for an address without one. `path` follows the slug. */
  async function findSite(slug: string, path: string): Promise<PageAnswer | FoundSite> {
    const site = mayBeSlug(slug) ? asVisitorOf(await findSiteAtAddress(database, slug)) : null;
    if (!site) return notFoundAnswer;
    if (site.gone || site.slug === null) return goneAnswer;
    if (site.slug !== slug) return redirectAnswer(homeUrl(site.slug) + path);
    return { site: site as LiveSite, pages: await listPublishedPages(database, site.space_id, site.id) };
  }

  function renderSitePage(call: PageCall, found: FoundSite, { id, slug }: NavigationPage): Promise<PageAnswer> {
    const { site, pages } = found;
    const url = sitePageUrl(origin, site, pages, { id, slug });
    return renderPublishedPage(call, site.space_id, id, url, found, [siteTag(site.id), pageTag(id)]);
  }

  const redirectToSitePage = (page: AddressedPage): PageAnswer =>
    redirectAnswer(homeUrl(page.site_slug!) + (page.home_page_id === page.page_id ? '' : page.slug));

  return {
    async standalone(call) {
      const { slug } = call.input;
      const part = sitemapNumber(slug);
      if (part !== null) return standalonePart(part);
      const page = mayBeSlug(slug) ? asVisitorOf(await findPageAtAddress(database, '', slug)) : null;
      if (!page) return notFoundAnswer;
      if (page.gone) return goneAnswer;
      if (page.slug === null) return notFoundAnswer;
      if (page.site_id !== null) return redirectToSitePage(page);
      const url = `${origin}/p/${page.slug}`;
      return page.slug === slug
        ? renderPublishedPage(call, page.space_id, page.page_id, url, null, [pageTag(page.page_id)])
        : redirectAnswer(url);
    },

    async site({ input: { site_slug } }) {
      const found = await findSite(site_slug, '');
      return 'site' in found ? redirectAnswer(homeUrl(site_slug)) : found;
    },

    async home(call) {
      const found = await findSite(call.input.site_slug, '');
      if (!('site' in found)) return found;
      const home = homePageId(found.site, found.pages);
      const page = found.pages.find(({ id }) => id === home);
      return page ? renderSitePage(call, found, page) : notFoundAnswer;
    },

    async page(call) {
      const { site_slug, slug } = call.input;
      if (!mayBeSlug(slug)) return notFoundAnswer;
      const found = await findSite(site_slug, slug);
      if (!('site' in found)) return found;
      const { site, pages } = found;
      const page = pages.find((one) => one.slug === slug);
      if (page) return page.id === homePageId(site, pages) ? redirectAnswer(homeUrl(site.slug)) : renderSitePage(call, found, page);
      const addressed = await findPageAtAddress(database, site.id, slug);
      if (!addressed) return notFoundAnswer;
      if (addressed.gone) return goneAnswer;
      if (addressed.slug === null) return notFoundAnswer;
      return addressed.site_id === null ? redirectAnswer(`${origin}/p/${addressed.slug}`) : redirectToSitePage(addressed);
    },

    async all_pages(call) {
      const { site_slug } = call.input;
      const found = await findSite(site_slug, '-/pages');
      if (!('site' in found)) return found;
      const { site, pages } = found;
      const links = navigationPages(pages).map((page) => ({ label: page.label, url: sitePageUrl(origin, site, pages, page) }));
      return linksAnswer(await contexts.of(call, site.space_id), site.title, links, [siteTag(site.id)]);
    },

    ...sitemaps,
  };
}

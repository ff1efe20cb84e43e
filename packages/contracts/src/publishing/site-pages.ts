import { contract } from '../core/operation.ts';
import { publicPage } from '../core/public-page.ts';
import { requestedSegment } from './address-slug.ts';

const slug = { slug: requestedSegment };
const site = { site_slug: requestedSegment };

/** The public pages of sites, and standalone pages, on the public origin (contract, O3). */
export const sitePages = contract({
  name: 'site_pages',
  service: 'publishing',
  tag: 'Public pages',
  description: 'The public pages of sites, standalone pages, and sitemaps.',
  operations: {
    standalone: publicPage({ summary: 'Open a standalone page', method: 'GET', path: '/p/:slug', parameters: slug, shared: true }),
    site: publicPage({
      summary: 'Redirect to the home page of a site',
      method: 'GET',
      path: '/s/:site_slug',
      parameters: site,
      shared: true,
    }),
    home: publicPage({ summary: 'Open the home page of a site', method: 'GET', path: '/s/:site_slug/', parameters: site, shared: true }),
    page: publicPage({
      summary: 'Open a page of a site',
      method: 'GET',
      path: '/s/:site_slug/:slug',
      parameters: { ...site, ...slug },
      shared: true,
    }),
    all_pages: publicPage({
      summary: 'Open the list of all pages in the navigation of a site',
      method: 'GET',
      path: '/s/:site_slug/-/pages',
      parameters: site,
      shared: true,
    }),
    site_sitemap: publicPage({
      summary: 'Read the sitemap of a site',
      method: 'GET',
      path: '/s/:site_slug/sitemap.xml',
      parameters: site,
      shared: true,
    }),
    standalone_sitemap: publicPage({
      summary: 'Read the sitemap of standalone pages',
      method: 'GET',
      path: '/p/sitemap.xml',
      parameters: {},
      shared: true,
    }),
    sitemaps: publicPage({ summary: 'Read the list of all sitemaps', method: 'GET', path: '/sitemap.xml', parameters: {}, shared: true }),
  },
});

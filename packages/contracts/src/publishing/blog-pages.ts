import { contract } from '../core/operation.ts';
import { publicPage } from '../core/public-page.ts';
import { requestedSegment } from './address-slug.ts';

const blog = { base_slug: requestedSegment };

/** The public pages and feeds of blogs, on the public origin (contract, O3). */
export const blogPages = contract({
  name: 'blog_pages',
  service: 'publishing',
  tag: 'Blog pages',
  description: 'The public pages and feeds of blogs.',
  operations: {
    short: publicPage({
      summary: 'Open a post by its id',
      method: 'GET',
      path: '/post/:id',
      parameters: { id: requestedSegment },
      shared: true,
    }),
    index: publicPage({ summary: 'Open the list of posts of a blog', method: 'GET', path: '/:base_slug', parameters: blog, shared: true }),
    older: publicPage({
      summary: 'Open a later page of the list of posts of a blog',
      method: 'GET',
      path: '/:base_slug/page/:number',
      parameters: { ...blog, number: requestedSegment },
      shared: true,
    }),
    tagged: publicPage({
      summary: 'Open the list of the posts of a blog with a tag',
      method: 'GET',
      path: '/:base_slug/tag/:tag',
      parameters: { ...blog, tag: requestedSegment },
      shared: true,
    }),
    tagged_older: publicPage({
      summary: 'Open a later page of the list of the posts of a blog with a tag',
      method: 'GET',
      path: '/:base_slug/tag/:tag/page/:number',
      parameters: { ...blog, tag: requestedSegment, number: requestedSegment },
      shared: true,
    }),
    rss: publicPage({ summary: 'Read a blog as RSS', method: 'GET', path: '/:base_slug/feed.xml', parameters: blog, shared: true }),
    atom: publicPage({ summary: 'Read a blog as Atom', method: 'GET', path: '/:base_slug/atom.xml', parameters: blog, shared: true }),
    json: publicPage({
      summary: 'Read a blog as a JSON feed',
      method: 'GET',
      path: '/:base_slug/feed.json',
      parameters: blog,
      shared: true,
    }),
    sitemap: publicPage({
      summary: 'Read the sitemap of a blog',
      method: 'GET',
      path: '/:base_slug/sitemap.xml',
      parameters: blog,
      shared: true,
    }),
    post: publicPage({
      summary: 'Open a post in its blog',
      method: 'GET',
      path: '/:base_slug/:slug',
      parameters: { ...blog, slug: requestedSegment },
      shared: true,
    }),
  },
});

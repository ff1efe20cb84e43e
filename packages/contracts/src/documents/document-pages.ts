import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { publicPage } from '../core/public-page.ts';
import { requestedSegment } from '../publishing/address-slug.ts';

const token = { token: z.string().min(1).max(100) };

/** The questions of publishing about published documents, over the bus only. */
export const documentSitemaps = contract({
  name: 'document_sitemaps',
  service: 'library',
  tag: 'Sitemaps of documents',
  description: 'Counts the published documents of all Spaces, for the list of sitemaps.',
  operations: {
    count: operation({
      summary: 'Count the published documents of the installation',
      audience: 'internal',
      input: z.strictObject({}),
      output: z.object({ count: z.int(), published_at: timestamp.nullable().describe('Time of the last publication') }),
    }),
  },
});

/** The pages of documents on the public origin: `/d/{token}` of share links, and `/doc/{slug}` of published documents. */
export const documentPages = contract({
  name: 'document_pages',
  service: 'library',
  tag: 'Shared documents',
  description: 'The public pages of documents.',
  operations: {
    open: publicPage({ summary: 'Open a shared document', method: 'GET', path: '/d/:token', parameters: token }),
    unlock: publicPage({ summary: 'Give the password of a shared document', method: 'POST', path: '/d/:token', parameters: token }),
    sitemap: publicPage({
      summary: 'Read the sitemap of published documents',
      method: 'GET',
      path: '/doc/sitemap.xml',
      parameters: {},
      shared: true,
    }),
    published: publicPage({
      summary: 'Open a published document',
      method: 'GET',
      path: '/doc/:slug',
      parameters: { slug: requestedSegment },
      shared: true,
    }),
  },
});

import { z } from 'zod';
import { contract } from '../core/operation.ts';
import { publicPage } from '../core/public-page.ts';
import { requestedSegment } from '../publishing/address-slug.ts';

const token = { token: z.string().min(1).max(100) };

/** The pages of documents on the public origin: `/d/{token}` of share links, and `/doc/{slug}` of published documents. */
export const documentPages = contract({
  name: 'document_pages',
  service: 'library',
  tag: 'Shared documents',
  description: 'The public pages of documents.',
  operations: {
    open: publicPage({ summary: 'Open a shared document', method: 'GET', path: '/d/:token', parameters: token }),
    unlock: publicPage({ summary: 'Give the password of a shared document', method: 'POST', path: '/d/:token', parameters: token }),
    published: publicPage({
      summary: 'Open a published document',
      method: 'GET',
      path: '/doc/:slug',
      parameters: { slug: requestedSegment },
      shared: true,
    }),
  },
});

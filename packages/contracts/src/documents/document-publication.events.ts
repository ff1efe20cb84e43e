import { z } from 'zod';
import { publishedAssets } from '../assets/shown-assets.ts';
import { eventType } from '../core/event.ts';
import { aboutDocument, ofDocument, sampleDocument } from './documents.events.ts';

const aboutPublication = { ...aboutDocument, ...publishedAssets };
const sample = { ...sampleDocument, published_asset_ids: [] };

/** Visitors see a document, another version of it, or see it at another address. */
export const documentPublished = eventType({
  type: 'document_published',
  label: 'Document published',
  data: z.object({ ...aboutPublication, published_version: z.int().describe('Number of the content that visitors see'), slug: z.string() }),
  sample: { ...sample, url: 'https://pages.example.com/doc/launch-plan', published_version: 7, slug: 'launch-plan' },
  ...ofDocument,
});

/** A document was taken down: its address answers 404. */
export const documentUnpublished = eventType({
  type: 'document_unpublished',
  label: 'Document unpublished',
  data: z.object(aboutPublication),
  sample,
  ...ofDocument,
});

import { z } from 'zod';
import type { Undo } from '../core/operation.ts';
import { operation } from '../core/operation.ts';
import { addressSlug } from '../publishing/address-slug.ts';
import { contentVersion, Document, documentId, Publication } from './document.ts';
import { textDeadline } from './document-content.ts';
import { documentPublished, documentUnpublished } from './document-publication.events.ts';

/** The answer of publishing: the document, and its publication before the call. */
const PublishAnswer = Document.extend({
  was_published: Publication.nullable().describe('Its publication before this call; null if it had none'),
});

/** Returns the call that restores the publication before; null if nothing changed. */
function backToBefore(_input: unknown, { id, published, was_published }: z.output<typeof PublishAnswer>): Undo | null {
  if (was_published === null) return published === null ? null : { tool: 'publish_document', arguments: { id, publish: false } };
  const { slug, version } = was_published;
  if (published?.slug === slug && published.version === version) return null;
  return { tool: 'publish_document', arguments: { id, slug, version } };
}

/** The operations that publish documents. */
export const documentPublicationOperations = {
  publish: operation({
    summary: 'Publish a document or take it down',
    description:
      'Visitors see the present content, or that of version, at /doc/{slug} of the public origin; later edits are not shown before it is published again. Its pictures become readable with it. A new slug moves it, and its old addresses redirect. publish false takes it down: its address answers 404.',
    scope: 'documents:run',
    route: { method: 'POST', path: '/documents/:id/publish', status: 200 },
    tools: [{ name: 'publish_document', family: 'document_sharing', action: 'publish' }],
    input: z.strictObject({
      ...documentId,
      publish: z.boolean().default(true).describe('false takes it down'),
      slug: addressSlug.optional().describe('The last part of its address; made from the title when it has none yet'),
      version: contentVersion.optional().describe('Number of the version that visitors see; default the present one'),
    }),
    output: PublishAnswer,
    emits: [documentPublished, documentUnpublished],
    undo: backToBefore,
    problems: ['conflict', 'duplicate', 'gone', 'unavailable'],
    effects: ['destructive', 'outside'],
    allowed_when_full: true,
    ...textDeadline,
    example: { id: 'doc_01jd0000000000000000000000', slug: 'launch-plan' },
  }),
};

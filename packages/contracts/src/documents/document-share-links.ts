import { z } from 'zod';
import { Deleted, fieldsBefore, id, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { moment } from '../core/time-fields.ts';
import { documentId } from './document.ts';
import { documentShareLinkCreated, documentShareLinkRevoked, documentShareLinkUpdated } from './document-share-links.events.ts';

const linkId = { ...documentId, link_id: id('share link') };
const linkName = nonEmptyLine(200).describe('A name for your list of links; visitors do not see it');
const password = z.string().min(8).max(200).describe('Required to open the link; stored as a hash');
const expiry = moment.describe('From then on the link does not work');

/** A public link that reads a document. */
export const DocumentShareLink = z
  .object({
    ...resource,
    document_id: z.string(),
    name: z.string().nullable(),
    url: z.string().describe('Anyone with this URL can read the document'),
    has_password: z.boolean(),
    expires_at: timestamp.nullable(),
    opened_count: z.int().describe('Number of times it was opened'),
    last_opened_at: timestamp.nullable(),
  })
  .meta({ id: 'DocumentShareLink' });

/** A public link that reads a document. */
export type DocumentShareLink = z.output<typeof DocumentShareLink>;

/** Public links to documents: pages for people without a key. */
export const documentShareLinks = contract({
  name: 'document_share_links',
  family: 'document_sharing',
  service: 'library',
  tag: 'Sharing of documents',
  description:
    'Public links that read a document, and its publication at an address of its own. A link shows the present content with its pictures; of other things that it embeds only those that are public themselves.',
  operations: {
    list: operation({
      summary: 'List the share links of a document',
      description: 'Newest first, unless sort says otherwise. By name, links without one come first. Revoked links are gone.',
      scope: 'documents:read',
      route: { method: 'GET', path: '/documents/:id/share-links', status: 200 },
      tools: [{ name: 'list_document_share_links', family: 'document_sharing', action: 'list_links' }],
      input: z.strictObject({
        ...documentId,
        sort: sortBy(['created_at', 'name'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(DocumentShareLink),
    }),
    get: operation({
      summary: 'Read a share link of a document',
      scope: 'documents:read',
      route: { method: 'GET', path: '/documents/:id/share-links/:link_id', status: 200 },
      tools: [{ name: 'get_document_share_link', family: 'document_sharing', action: 'get_link' }],
      input: z.strictObject(linkId),
      output: DocumentShareLink,
    }),
    create: operation({
      summary: 'Share a document by a public link',
      description: 'The link shows the present content, also after later edits.',
      scope: 'documents:write',
      route: { method: 'POST', path: '/documents/:id/share-links', status: 201 },
      tools: [{ name: 'create_document_share_link', family: 'document_sharing', action: 'create_link' }],
      input: z.strictObject({
        ...documentId,
        name: linkName.optional(),
        password: password.optional(),
        expires_at: expiry.optional(),
      }),
      output: DocumentShareLink,
      emits: [documentShareLinkCreated],
      undo: ({ id: document }, { id: link_id }) => ({ tool: 'delete_document_share_link', arguments: { id: document, link_id } }),
      confidential: true,
      problems: ['limit_reached', 'conflict'],
      example: { id: 'doc_01jd0000000000000000000000', name: 'For our partners' },
    }),
    update: operation({
      summary: 'Change a share link of a document',
      description:
        'Only the fields given change; its URL stays. A new password ends the visits of those who entered the old one. An expiry in the past ends the link until it is changed again.',
      scope: 'documents:write',
      route: { method: 'PATCH', path: '/documents/:id/share-links/:link_id', status: 200 },
      tools: [{ name: 'update_document_share_link', family: 'document_sharing', action: 'update_link' }],
      input: z.strictObject({
        ...linkId,
        name: linkName.nullable().optional().describe('A name for your list of links; null for none'),
        password: password.nullable().optional().describe('Required to open the link; null removes it'),
        expires_at: expiry.nullable().optional().describe('From then on the link does not work; null for never'),
      }),
      output: DocumentShareLink.extend({
        changed: z.array(z.string()).describe('Names of the fields that are other now than before'),
        before: fieldsBefore.describe('The changed fields as they were before; without an old password, which is not stored'),
      }),
      emits: [documentShareLinkUpdated],
      confidential: true,
      undo: ({ id: document, link_id }, { changed, before }) =>
        changed.length === 0 || changed.some((name) => !(name in before))
          ? null
          : { tool: 'update_document_share_link', arguments: { id: document, link_id, ...before } },
      example: { id: 'doc_01jd0000000000000000000000', link_id: 'dsh_01jd0000000000000000000000', name: 'For our partners' },
    }),
    delete: operation({
      summary: 'Revoke a share link of a document',
      description: 'Its URL stops working immediately, also for the pictures of the document.',
      scope: 'documents:write',
      route: { method: 'DELETE', path: '/documents/:id/share-links/:link_id', status: 200 },
      tools: [{ name: 'delete_document_share_link', family: 'document_sharing', action: 'delete_link' }],
      input: z.strictObject(linkId),
      output: Deleted,
      emits: [documentShareLinkRevoked],
      no_undo: 'the address of a revoked link never works again',
    }),
  },
});

import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
import { nonEmptyLine, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { contentVersion, documentId } from './document.ts';
import { contentAnswer, textDeadline } from './document-content.ts';
import { documentVersionNamed } from './documents.events.ts';
import { DOCUMENT_CHANGE_DAYS, DOCUMENT_VERSION_DAYS, MAX_NAMED_VERSIONS, MAX_VERSION_DIFF, MAX_VERSION_LABEL } from './limits.ts';

const actor = z.object({ kind: ActorKind, id: z.string(), name: z.string() });
const label = nonEmptyLine(MAX_VERSION_LABEL).describe('Name of the version');

const versionFields = {
  version: z.int(),
  label: z.string().nullable().describe('Its name; null without one'),
  is_stored: z.boolean().describe(`True for a version that can be read after ${DOCUMENT_CHANGE_DAYS} days, too`),
  created_at: timestamp.describe('The time of the change that made it'),
  created_by: actor.describe('The actor of the change that made it'),
};

/** A version of the content of a document. */
export const DocumentVersion = z.object(versionFields).meta({ id: 'DocumentVersion' });

/** A version of the content of a document. */
export type DocumentVersion = z.output<typeof DocumentVersion>;

const oneVersion = { ...documentId, version: contentVersion.describe('Number of the version') };

/** The versions of a document: contents that it has had. */
export const documentVersions = contract({
  name: 'document_versions',
  service: 'library',
  tag: 'Document versions',
  description: `The versions of a document. Each change makes one, which can be read for ${DOCUMENT_CHANGE_DAYS} days. Some are stored for ${DOCUMENT_VERSION_DAYS} days, and those with a name for good.`,
  operations: {
    list: operation({
      summary: 'List the versions of a document',
      description: 'Newest first, unless sort says otherwise, without their content.',
      scope: 'documents:read',
      route: { method: 'GET', path: '/documents/:id/versions', status: 200 },
      tools: [{ name: 'list_document_versions', family: 'documents', action: 'list_versions' }],
      input: z.strictObject({
        ...documentId,
        named: z.boolean().default(false).describe('true for those with a name only'),
        sort: sortBy(['version'], '-version'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(DocumentVersion),
    }),
    get: operation({
      summary: 'Read a version of a document in Markdown',
      description: 'GET /documents/{id} with version reads it in other formats. A version that is no longer stored is 410.',
      scope: 'documents:read',
      route: { method: 'GET', path: '/documents/:id/versions/:version', status: 200 },
      tools: [{ name: 'get_document_version', family: 'documents', action: 'get_version' }],
      input: z.strictObject(oneVersion),
      output: DocumentVersion.extend({ id: z.string(), content: z.string().describe('The content in Markdown, words of others') }).extend({
        is_truncated: contentAnswer.is_truncated,
      }),
      problems: ['gone', 'unavailable'],
      ...textDeadline,
    }),
    create: operation({
      summary: 'Give the content of a document a name as a version',
      description: `Names the present version, or that of version. Named versions stay; a document has up to ${MAX_NAMED_VERSIONS}.`,
      scope: 'documents:write',
      route: { method: 'POST', path: '/documents/:id/versions', status: 200 },
      tools: [{ name: 'create_document_version', family: 'documents', action: 'create_version' }],
      input: z.strictObject({
        ...documentId,
        label,
        version: contentVersion.optional().describe('Number of the version; default the present one'),
      }),
      output: DocumentVersion.extend({ id: z.string(), label_before: z.string().nullable().describe('Its name before; null for none') }),
      emits: [documentVersionNamed],
      undo: (_input, { id, version, label_before }) => ({
        tool: 'update_document_version',
        arguments: { id, version, label: label_before },
      }),
      problems: ['gone', 'limit_reached', 'unavailable'],
      ...textDeadline,
      example: { id: 'doc_01jd0000000000000000000000', label: 'Sent to the printer' },
    }),
    update: operation({
      summary: 'Rename a version of a document, or take its name away',
      scope: 'documents:write',
      route: { method: 'PATCH', path: '/documents/:id/versions/:version', status: 200 },
      tools: [{ name: 'update_document_version', family: 'documents', action: 'update_version' }],
      input: z.strictObject({ ...oneVersion, label: label.nullable().describe('Name of the version; null takes it away') }),
      output: DocumentVersion.extend({ id: z.string(), label_before: z.string().nullable().describe('Its name before; null for none') }),
      emits: [documentVersionNamed],
      undo: (_input, { id, version, label: now, label_before }) =>
        now === label_before ? null : { tool: 'update_document_version', arguments: { id, version, label: label_before } },
      problems: ['gone', 'limit_reached', 'unavailable'],
      ...textDeadline,
      example: { id: 'doc_01jd0000000000000000000000', version: 7, label: 'Final' },
    }),
    diff: operation({
      summary: 'Compare two versions of a document',
      description: 'The change of the Markdown from one version to another as a unified diff.',
      scope: 'documents:read',
      route: { method: 'GET', path: '/documents/:id/diff', status: 200 },
      tools: [{ name: 'diff_document_versions', family: 'documents', action: 'diff_versions' }],
      input: z.strictObject({
        ...documentId,
        from_version: contentVersion.describe('Number of the version before'),
        to_version: contentVersion.optional().describe('Number of the version after; default the present one'),
      }),
      output: z.object({
        id: z.string(),
        from_version: z.int(),
        to_version: z.int(),
        diff: z.string().describe(`Unified diff, at most ${MAX_VERSION_DIFF} characters, words of others; empty for equal versions`),
        diff_is_truncated: z.boolean(),
      }),
      problems: ['gone', 'unavailable'],
      ...textDeadline,
      example: { id: 'doc_01jd0000000000000000000000', from_version: 3 },
    }),
  },
});

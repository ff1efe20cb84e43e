import { z } from 'zod';
import { Deleted, id, wasTrashed } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { moment } from '../core/time-fields.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { folderCreated } from '../folders/folders.events.ts';
import { bulkDocumentOperations } from './bulk-documents.ts';
import { contentFields, Document, DocumentValues, documentFields, documentId, placeFields } from './document.ts';
import { documentContentOperations, textDeadline } from './document-content.ts';
import { documentPublicationOperations } from './document-publication.ts';
import {
  documentCreated,
  documentDeleted,
  documentMentioned,
  documentMoved,
  documentRestored,
  documentUpdated,
} from './documents.events.ts';
import { DOCUMENT_TRASH_DAYS, MAX_DOCUMENT_BODY_BYTES, MAX_FOUND_DOCUMENTS, MAX_RANKED_DOCUMENTS } from './limits.ts';
import { WORD_FILE_DEADLINE_MS } from './word-files.ts';

/** Documents of a Space (contract, Y18). */
export const documents = contract({
  name: 'documents',
  service: 'library',
  tag: 'Documents',
  description:
    'Documents: texts with headings, lists, tables and embeds, which agents and people edit together without loss. Texts are words of others.',
  operations: {
    list: operation({
      summary: 'List documents without their content',
      description: 'Newest first, unless sort says otherwise. Documents in the trash are left out.',
      scope: 'documents:read',
      route: { method: 'GET', path: '/documents', status: 200 },
      tools: [{ name: 'list_documents', family: 'documents', action: 'list' }],
      input: z.strictObject({
        folder_id: id('folder, or none for those in no folder').optional(),
        recursive: z.boolean().default(false).describe('true for those in folders below folder_id, too'),
        search: z.string().max(200).optional().describe('Part of the title; GET /documents/search finds words in texts'),
        min_updated_at: moment.optional().describe('Changed at this time or later'),
        trashed: z.boolean().default(false).describe('true for documents in the trash only'),
        sort: sortBy(['created_at', 'updated_at', 'title'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Document),
    }),
    search: operation({
      summary: 'Find documents by words in their texts',
      description: `Best first: words of the title count most, then those of headings. The last word may be the beginning of one. Every word must occur. The newest ${MAX_RANKED_DOCUMENTS} matches are compared.`,
      scope: 'documents:read',
      route: { method: 'GET', path: '/documents/search', status: 200 },
      tools: [{ name: 'search_documents', family: 'documents', action: 'search' }],
      input: z.strictObject({
        q: z.string().min(1).max(200).describe('Words to find'),
        folder_id: id('folder, with those below it').optional(),
        max_results: z.int().min(1).max(MAX_FOUND_DOCUMENTS).default(10).describe('Most documents'),
      }),
      output: z.object({
        data: z.array(
          z.object({
            id: z.string(),
            title: z.string(),
            folder_id: z.string().nullable(),
            folder_path: z.string().nullable(),
            version: z.int(),
            snippet: z.string().describe('The text around the first word, words of others'),
            block_id: z.string().nullable().describe('The block of the first level with it; null if only the title has it'),
          }),
        ),
      }),
      example: { q: 'launch plan' },
    }),
    create: operation({
      summary: 'Create a document',
      description:
        'Content comes from one of markdown, html, blocks and from_document_id; without any it is empty. Things that it names with space: addresses must exist.',
      scope: 'documents:write',
      route: { method: 'POST', path: '/documents', status: 201 },
      tools: [{ name: 'create_document', family: 'documents', action: 'create' }],
      input: z.strictObject({
        title: documentFields.title,
        ...contentFields,
        ...placeFields,
        icon: documentFields.icon.default(null),
      }),
      output: Document,
      emits: [documentCreated, documentMentioned, folderCreated],
      undo: undoByDeleting('delete_document'),
      problems: ['conflict', 'limit_reached', 'unresolved_reference', 'unavailable'],
      max_body_bytes: MAX_DOCUMENT_BODY_BYTES,
      ...textDeadline,
      example: { title: 'Launch plan', markdown: '# Launch\n\nWe launch in May.' },
    }),
    import: operation({
      summary: 'Create a document from a file',
      description: 'Reads a Markdown, HTML or Word file (.docx) of the library. The key also needs assets:read.',
      scope: 'documents:write',
      route: { method: 'POST', path: '/documents/import', status: 201 },
      tools: [{ name: 'import_document', family: 'documents', action: 'import' }],
      input: z.strictObject({
        asset_id: id('asset with the file'),
        title: documentFields.title.optional().describe('Title; without it the name of the file'),
        ...placeFields,
      }),
      output: Document.extend({ warnings: z.array(z.string()).describe('Parts of the file that the document lacks') }),
      emits: [documentCreated, documentMentioned, folderCreated],
      undo: undoByDeleting('delete_document'),
      problems: ['conflict', 'limit_reached', 'unresolved_reference', 'unavailable'],
      needs_scopes: true,
      deadline_ms: textDeadline.deadline_ms + WORD_FILE_DEADLINE_MS,
      example: { asset_id: 'ast_01jd0000000000000000000000' },
    }),
    ...bulkDocumentOperations,
    ...documentContentOperations,
    ...documentPublicationOperations,
    update: operation({
      summary: 'Change the title, icon, folder or lock of a document',
      description: 'Only the fields given change. POST /documents/{id}/edits changes the content.',
      scope: 'documents:write',
      route: { method: 'PATCH', path: '/documents/:id', status: 200 },
      tools: [{ name: 'update_document', family: 'documents', action: 'update' }],
      elsewhere: { markdown: 'POST /documents/{id}/edits changes the content', content: 'POST /documents/{id}/edits changes the content' },
      input: z.strictObject({ ...documentId, ...z.strictObject(documentFields).partial().shape, ...placeFields }),
      output: Document.extend({ before: valuesBefore(DocumentValues) }),
      emits: [documentUpdated, documentMoved, folderCreated],
      undo: restoreFields('update_document'),
      problems: ['conflict', 'limit_reached', 'unresolved_reference'],
      versioned: true,
      example: { id: 'doc_01jd0000000000000000000000', title: 'Launch plan 2027' },
    }),
    delete: operation({
      summary: 'Delete a document',
      description: `Moves it to the trash for ${DOCUMENT_TRASH_DAYS} days, or deletes it for good with its versions.`,
      scope: 'documents:write',
      route: { method: 'DELETE', path: '/documents/:id', status: 200 },
      tools: [{ name: 'delete_document', family: 'documents', action: 'delete' }],
      input: z.strictObject({ ...documentId, permanent: z.boolean().default(false).describe('true deletes for good') }),
      output: Deleted.extend({ was_trashed: wasTrashed }),
      emits: [documentDeleted],
      undo: ({ permanent }, { id: document, was_trashed }) =>
        permanent || was_trashed ? null : { tool: 'restore_document', arguments: { id: document } },
      versioned: true,
    }),
    restore: operation({
      summary: 'Take a document out of the trash',
      description: 'It is in no folder if its folder is still in the trash.',
      scope: 'documents:write',
      route: { method: 'POST', path: '/documents/:id/restore', status: 200 },
      tools: [{ name: 'restore_document', family: 'documents', action: 'restore' }],
      input: z.strictObject(documentId),
      output: Document.extend({ was_trashed: wasTrashed }),
      emits: [documentRestored],
      undo: (_input, { id: document, was_trashed }) => (was_trashed ? { tool: 'delete_document', arguments: { id: document } } : null),
    }),
  },
});

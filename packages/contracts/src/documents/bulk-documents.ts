import { z } from 'zod';
import { distinctIds, id } from '../core/fields.ts';
import { MAX_BULK } from '../core/limits.ts';
import { operation } from '../core/operation.ts';
import { folderId } from '../folders/folder.ts';
import { folderCreated } from '../folders/folders.events.ts';
import { Document, placeFields } from './document.ts';
import { documentDeleted, documentMoved, documentRestored } from './documents.events.ts';

const ids = distinctIds(id('document'), MAX_BULK, 'Ids of the documents');

const moves = z
  .array(z.strictObject({ id: id('document'), folder_id: folderId }))
  .min(1)
  .max(MAX_BULK)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'must not have a document twice')
  .describe('Documents with a folder each, in place of ids');

/** The operations that change several documents: all of them or none. */
export const bulkDocumentOperations = {
  move_bulk: operation({
    summary: 'Move up to 100 documents',
    description: 'ids with folder_id or folder_path moves all to one folder, and moves gives each its own. All or nothing.',
    scope: 'documents:write',
    route: { method: 'POST', path: '/documents/bulk-move', status: 200 },
    tools: [{ name: 'move_documents', family: 'documents', action: 'move_bulk' }],
    answers_many: true,
    input: z.strictObject({ ids: ids.optional(), ...placeFields, moves: moves.optional() }),
    output: z.object({
      data: z.array(Document),
      before: z
        .array(z.object({ id: z.string(), folder_id: z.string().nullable() }))
        .describe('The former folder of each document that was moved'),
    }),
    emits: [documentMoved, folderCreated],
    undo: (_input, { before }) => (before.length === 0 ? null : { tool: 'move_documents', arguments: { moves: before } }),
    problems: ['not_found', 'conflict', 'limit_reached', 'unresolved_reference'],
    example: { ids: ['doc_01jd0000000000000000000000'], folder_path: 'Brand/Texts' },
  }),
  delete_bulk: operation({
    summary: 'Delete up to 100 documents',
    description: 'Moves them to the trash, or deletes them for good. All or nothing.',
    scope: 'documents:write',
    allowed_when_full: true,
    route: { method: 'POST', path: '/documents/bulk-delete', status: 200 },
    tools: [{ name: 'delete_documents', family: 'documents', action: 'delete_bulk' }],
    effects: ['destructive'],
    input: z.strictObject({ ids, permanent: z.boolean().default(false).describe('true deletes for good') }),
    output: z.object({
      ids: z.array(z.string()),
      deleted: z.int(),
      deleted_ids: z.array(z.string()).describe('Those of the named documents that were not in the trash before'),
    }),
    emits: [documentDeleted],
    undo: ({ permanent }, { deleted_ids }) =>
      permanent || deleted_ids.length === 0 ? null : { tool: 'restore_documents', arguments: { ids: deleted_ids } },
    problems: ['not_found'],
  }),
  restore_bulk: operation({
    summary: 'Take up to 100 documents out of the trash',
    description: 'All or nothing.',
    scope: 'documents:write',
    route: { method: 'POST', path: '/documents/bulk-restore', status: 200 },
    tools: [{ name: 'restore_documents', family: 'documents', action: 'restore_bulk' }],
    input: z.strictObject({ ids }),
    output: z.object({
      ids: z.array(z.string()),
      restored: z.int(),
      restored_ids: z.array(z.string()).describe('Those of the named documents that were in the trash before'),
    }),
    emits: [documentRestored],
    undo: (_input, { restored_ids }) => (restored_ids.length === 0 ? null : { tool: 'delete_documents', arguments: { ids: restored_ids } }),
    problems: ['not_found'],
  }),
};

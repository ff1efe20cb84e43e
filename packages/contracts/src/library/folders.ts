import { z } from 'zod';
import { assetDeleted, assetRestored, assetUpdated } from '../assets/assets.events.ts';
import { Deleted, id, wasTrashed } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { documentDeleted, documentMoved, documentRestored } from '../documents/documents.events.ts';
import { Folder, FolderValues, folderFields } from '../folders/folder.ts';
import { folderCreated, folderDeleted, folderRestored, folderUpdated } from '../folders/folders.events.ts';
import { FOLDER_TRASH_DAYS, MAX_FOLDER_DEPTH, MAX_THINGS_PER_CHANGE } from '../folders/limits.ts';
import { whiteboardDeleted, whiteboardMoved, whiteboardRestored } from '../whiteboards/whiteboards.events.ts';

const folderId = { id: id('folder') };

/** Folders of the library (contract, Y1). */
export const folders = contract({
  name: 'folders',
  service: 'library',
  tag: 'Folders',
  description:
    'Folders for the things of the library: documents, whiteboards and assets. A folder that an agent can use lets it receive the events of all that is in it.',
  operations: {
    list: operation({
      summary: 'List folders',
      description: 'By name, unless sort says otherwise. Folders in the trash are left out.',
      scope: 'documents:read',
      route: { method: 'GET', path: '/folders', status: 200 },
      tools: [{ name: 'list_folders', family: 'folders', action: 'list' }],
      input: z.strictObject({
        parent_id: id('folder, or none for those in no other').optional(),
        trashed: z.boolean().default(false).describe('true for folders in the trash only'),
        search: z.string().max(200).optional().describe('Part of the name'),
        sort: sortBy(['name', 'created_at', 'updated_at'], 'name'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Folder),
    }),
    create: operation({
      summary: 'Create a folder',
      scope: 'documents:write',
      route: { method: 'POST', path: '/folders', status: 201 },
      tools: [{ name: 'create_folder', family: 'folders', action: 'create' }],
      input: z.strictObject({ name: folderFields.name, parent_id: folderFields.parent_id.default(null) }),
      output: Folder,
      emits: [folderCreated],
      undo: undoByDeleting('delete_folder'),
      problems: ['duplicate', 'conflict', 'limit_reached', 'unresolved_reference'],
      example: { name: 'Logos' },
    }),
    get: operation({
      summary: 'Read a folder',
      scope: 'documents:read',
      route: { method: 'GET', path: '/folders/:id', status: 200 },
      tools: [{ name: 'get_folder', family: 'folders', action: 'get' }],
      input: z.strictObject(folderId),
      output: Folder,
      versioned: true,
    }),
    update: operation({
      summary: 'Rename or move a folder',
      description: `Only the fields given change. With another parent it moves with all that is in it. Folders nest ${MAX_FOLDER_DEPTH} levels at most, and a folder cannot be in itself.`,
      scope: 'documents:write',
      route: { method: 'PATCH', path: '/folders/:id', status: 200 },
      tools: [{ name: 'update_folder', family: 'folders', action: 'update' }],
      input: z.strictObject({ ...folderId, ...z.strictObject(folderFields).partial().shape }),
      output: Folder.extend({ before: valuesBefore(FolderValues) }),
      emits: [folderUpdated],
      undo: restoreFields('update_folder'),
      problems: ['duplicate', 'conflict', 'limit_reached', 'unresolved_reference'],
      versioned: true,
      example: { id: 'fld_01jd0000000000000000000000', name: 'Brand' },
    }),
    delete: operation({
      summary: 'Delete a folder',
      description: `Moves it to the trash for ${FOLDER_TRASH_DAYS} days, or deletes it for good. contents says what happens to the folders and things in it, ${MAX_THINGS_PER_CHANGE} of them at most. Whiteboards in it need the scope whiteboards:write and assets assets:write; assets that something shows need force.`,
      scope: 'documents:write',
      route: { method: 'DELETE', path: '/folders/:id', status: 200 },
      tools: [{ name: 'delete_folder', family: 'folders', action: 'delete' }],
      input: z.strictObject({
        ...folderId,
        contents: z
          .enum(['refuse', 'trash', 'move_up'])
          .default('refuse')
          .describe('refuse: fails unless it is empty; trash: deletes them with it; move_up: moves them to its parent'),
        force: z.boolean().default(false).describe('true deletes assets that something shows'),
        permanent: z.boolean().default(false).describe('true deletes for good'),
      }),
      output: Deleted.extend({
        was_trashed: wasTrashed,
        moved: z.int().describe('Folders, documents, whiteboards and assets that were moved to its parent'),
      }),
      emits: [folderDeleted, folderUpdated, assetDeleted, assetUpdated, documentDeleted, documentMoved, whiteboardDeleted, whiteboardMoved],
      undo: ({ permanent }, { id, was_trashed, moved }) =>
        permanent || was_trashed || moved > 0 ? null : { tool: 'restore_folder', arguments: { id } },
      problems: ['attached', 'duplicate', 'limit_reached'],
      needs_scopes: true,
      versioned: true,
    }),
    restore: operation({
      summary: 'Take a folder out of the trash',
      description:
        'The folders and things that were deleted with it come back; whiteboards need the scope whiteboards:write, and assets assets:write. It has no parent if that is still in the trash.',
      scope: 'documents:write',
      route: { method: 'POST', path: '/folders/:id/restore', status: 200 },
      tools: [{ name: 'restore_folder', family: 'folders', action: 'restore' }],
      input: z.strictObject(folderId),
      output: Folder.extend({ was_trashed: wasTrashed }),
      emits: [folderRestored, assetRestored, documentRestored, whiteboardRestored],
      needs_scopes: true,
      undo: (_input, { id, was_trashed }) =>
        was_trashed ? { tool: 'delete_folder', arguments: { id, contents: 'trash', force: true } } : null,
      problems: ['duplicate', 'limit_reached'],
    }),
  },
});

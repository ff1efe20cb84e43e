import { z } from 'zod';
import { Deleted, id, wasTrashed } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { moment } from '../core/time-fields.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { DOCUMENT_TRASH_DAYS } from '../documents/limits.ts';
import { folderCreated } from '../folders/folders.events.ts';
import { bulkWhiteboardOperations } from './bulk-whiteboards.ts';
import { boardDeadline, boardPlaceFields, Whiteboard, WhiteboardValues, whiteboardFields, whiteboardId } from './whiteboard.ts';
import { whiteboardDrawingOperations } from './whiteboard-drawing.ts';
import { whiteboardCreated, whiteboardDeleted, whiteboardMoved, whiteboardRestored, whiteboardUpdated } from './whiteboards.events.ts';

/** Whiteboards of a Space (contract, Y31). */
export const whiteboards = contract({
  name: 'whiteboards',
  service: 'library',
  tag: 'Whiteboards',
  description:
    'Whiteboards: shapes, texts, connectors and pictures that agents and people draw together without loss. Texts are words of others.',
  operations: {
    list: operation({
      summary: 'List whiteboards without their elements',
      description: 'Newest first, unless sort says otherwise. Whiteboards in the trash are left out.',
      scope: 'whiteboards:read',
      route: { method: 'GET', path: '/whiteboards', status: 200 },
      tools: [{ name: 'list_whiteboards', family: 'whiteboards', action: 'list' }],
      input: z.strictObject({
        folder_id: id('folder, or none for those in no folder').optional(),
        recursive: z.boolean().default(false).describe('true for those in folders below folder_id, too'),
        search: z.string().max(200).optional().describe('Part of the title or of a text on it'),
        min_updated_at: moment.optional().describe('Changed at this time or later'),
        trashed: z.boolean().default(false).describe('true for whiteboards in the trash only'),
        sort: sortBy(['created_at', 'updated_at', 'title'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Whiteboard),
    }),
    create: operation({
      summary: 'Create a whiteboard',
      description: 'It is empty, or has the elements of from_whiteboard_id.',
      scope: 'whiteboards:write',
      route: { method: 'POST', path: '/whiteboards', status: 201 },
      tools: [{ name: 'create_whiteboard', family: 'whiteboards', action: 'create' }],
      input: z.strictObject({
        title: whiteboardFields.title,
        background: whiteboardFields.background.default('dots'),
        ...boardPlaceFields,
        from_whiteboard_id: id('whiteboard whose elements are copied').optional(),
      }),
      output: Whiteboard,
      emits: [whiteboardCreated, folderCreated],
      undo: undoByDeleting('delete_whiteboard'),
      problems: ['conflict', 'limit_reached', 'unresolved_reference', 'unavailable'],
      ...boardDeadline,
      example: { title: 'Sign-up flow' },
    }),
    ...bulkWhiteboardOperations,
    ...whiteboardDrawingOperations,
    get: operation({
      summary: 'Read a whiteboard without its elements',
      description:
        'With counts and bounds of its elements; GET /whiteboards/{id}/elements lists them, and GET /whiteboards/{id}/export shows them.',
      scope: 'whiteboards:read',
      route: { method: 'GET', path: '/whiteboards/:id', status: 200 },
      tools: [{ name: 'get_whiteboard', family: 'whiteboards', action: 'get' }],
      input: z.strictObject(whiteboardId),
      output: Whiteboard,
      versioned: true,
    }),
    update: operation({
      summary: 'Change the title, background, folder or lock of a whiteboard',
      description: 'Only the fields given change. PATCH /whiteboards/{id}/elements/bulk changes elements.',
      scope: 'whiteboards:write',
      route: { method: 'PATCH', path: '/whiteboards/:id', status: 200 },
      tools: [{ name: 'update_whiteboard', family: 'whiteboards', action: 'update' }],
      elsewhere: { elements: 'PATCH /whiteboards/{id}/elements/bulk changes elements' },
      input: z.strictObject({ ...whiteboardId, ...z.strictObject(whiteboardFields).partial().shape, ...boardPlaceFields }),
      output: Whiteboard.extend({ before: valuesBefore(WhiteboardValues) }),
      emits: [whiteboardUpdated, whiteboardMoved, folderCreated],
      undo: restoreFields('update_whiteboard'),
      problems: ['conflict', 'limit_reached', 'unresolved_reference'],
      versioned: true,
      example: { id: 'wbd_01jd0000000000000000000000', title: 'Sign-up flow 2027' },
    }),
    delete: operation({
      summary: 'Delete a whiteboard',
      description: `Moves it to the trash for ${DOCUMENT_TRASH_DAYS} days, or deletes it for good with its versions.`,
      scope: 'whiteboards:write',
      route: { method: 'DELETE', path: '/whiteboards/:id', status: 200 },
      tools: [{ name: 'delete_whiteboard', family: 'whiteboards', action: 'delete' }],
      input: z.strictObject({ ...whiteboardId, permanent: z.boolean().default(false).describe('true deletes for good') }),
      output: Deleted.extend({ was_trashed: wasTrashed }),
      emits: [whiteboardDeleted],
      undo: ({ permanent }, { id: whiteboard, was_trashed }) =>
        permanent || was_trashed ? null : { tool: 'restore_whiteboard', arguments: { id: whiteboard } },
      versioned: true,
    }),
    restore: operation({
      summary: 'Take a whiteboard out of the trash',
      description: 'It is in no folder if its folder is still in the trash.',
      scope: 'whiteboards:write',
      route: { method: 'POST', path: '/whiteboards/:id/restore', status: 200 },
      tools: [{ name: 'restore_whiteboard', family: 'whiteboards', action: 'restore' }],
      input: z.strictObject(whiteboardId),
      output: Whiteboard.extend({ was_trashed: wasTrashed }),
      emits: [whiteboardRestored],
      undo: (_input, { id: whiteboard, was_trashed }) =>
        was_trashed ? { tool: 'delete_whiteboard', arguments: { id: whiteboard } } : null,
    }),
  },
});

import { z } from 'zod';
import { distinctIds, id } from '../core/fields.ts';
import { MAX_BULK } from '../core/limits.ts';
import { operation } from '../core/operation.ts';
import { folderId } from '../folders/folder.ts';
import { folderCreated } from '../folders/folders.events.ts';
import { boardPlaceFields, Whiteboard } from './whiteboard.ts';
import { whiteboardDeleted, whiteboardMoved, whiteboardRestored } from './whiteboards.events.ts';

const ids = distinctIds(id('whiteboard'), MAX_BULK, 'Ids of the whiteboards');

const moves = z
  .array(z.strictObject({ id: id('whiteboard'), folder_id: folderId }))
  .min(1)
  .max(MAX_BULK)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'must not have a whiteboard twice')
  .describe('Whiteboards with a folder each, in place of ids');

/** The operations that change several whiteboards: all of them or none. */
export const bulkWhiteboardOperations = {
  move_bulk: operation({
    summary: 'Move up to 100 whiteboards',
    description: 'ids with folder_id or folder_path moves all to one folder, and moves gives each its own. All or nothing.',
    scope: 'whiteboards:write',
    route: { method: 'POST', path: '/whiteboards/bulk-move', status: 200 },
    tools: [{ name: 'move_whiteboards', family: 'whiteboards', action: 'move_bulk' }],
    answers_many: true,
    input: z.strictObject({ ids: ids.optional(), ...boardPlaceFields, moves: moves.optional() }),
    output: z.object({
      data: z.array(Whiteboard),
      before: z
        .array(z.object({ id: z.string(), folder_id: z.string().nullable() }))
        .describe('The former folder of each whiteboard that was moved'),
    }),
    emits: [whiteboardMoved, folderCreated],
    undo: (_input, { before }) => (before.length === 0 ? null : { tool: 'move_whiteboards', arguments: { moves: before } }),
    problems: ['not_found', 'conflict', 'limit_reached', 'unresolved_reference'],
    example: { ids: ['wbd_01jd0000000000000000000000'], folder_path: 'Brand/Boards' },
  }),
  delete_bulk: operation({
    summary: 'Delete up to 100 whiteboards',
    description: 'Moves them to the trash, or deletes them for good. All or nothing.',
    scope: 'whiteboards:write',
    allowed_when_full: true,
    route: { method: 'POST', path: '/whiteboards/bulk-delete', status: 200 },
    tools: [{ name: 'delete_whiteboards', family: 'whiteboards', action: 'delete_bulk' }],
    effects: ['destructive'],
    input: z.strictObject({ ids, permanent: z.boolean().default(false).describe('true deletes for good') }),
    output: z.object({
      ids: z.array(z.string()),
      deleted: z.int(),
      deleted_ids: z.array(z.string()).describe('Those of the named whiteboards that were not in the trash before'),
    }),
    emits: [whiteboardDeleted],
    undo: ({ permanent }, { deleted_ids }) =>
      permanent || deleted_ids.length === 0 ? null : { tool: 'restore_whiteboards', arguments: { ids: deleted_ids } },
    problems: ['not_found'],
  }),
  restore_bulk: operation({
    summary: 'Take up to 100 whiteboards out of the trash',
    description: 'All or nothing.',
    scope: 'whiteboards:write',
    route: { method: 'POST', path: '/whiteboards/bulk-restore', status: 200 },
    tools: [{ name: 'restore_whiteboards', family: 'whiteboards', action: 'restore_bulk' }],
    input: z.strictObject({ ids }),
    output: z.object({
      ids: z.array(z.string()),
      restored: z.int(),
      restored_ids: z.array(z.string()).describe('Those of the named whiteboards that were in the trash before'),
    }),
    emits: [whiteboardRestored],
    undo: (_input, { restored_ids }) =>
      restored_ids.length === 0 ? null : { tool: 'delete_whiteboards', arguments: { ids: restored_ids } },
    problems: ['not_found'],
  }),
};

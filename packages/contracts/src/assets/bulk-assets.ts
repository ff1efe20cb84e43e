import { z } from 'zod';
import { distinctIds, id } from '../core/fields.ts';
import { MAX_BULK } from '../core/limits.ts';
import { operation } from '../core/operation.ts';
import { folderId } from '../folders/folder.ts';
import { folderCreated } from '../folders/folders.events.ts';
import { Asset, placeFields } from './asset.ts';
import { assetDeleted, assetRestored, assetUpdated } from './assets.events.ts';

const ids = distinctIds(id('asset'), MAX_BULK, 'Ids of the assets');

const moves = z
  .array(z.strictObject({ id: id('asset'), folder_id: folderId }))
  .min(1)
  .max(MAX_BULK)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'must not have an asset twice')
  .describe('Assets with a folder each, in place of ids');

/** The operations that change several assets: all of them or none. */
export const bulkAssetOperations = {
  move_bulk: operation({
    summary: 'Move up to 100 assets',
    description: 'ids with folder_id or folder_path moves all to one folder, and moves gives each its own. All or nothing.',
    scope: 'assets:write',
    route: { method: 'POST', path: '/assets/bulk-move', status: 200 },
    tools: [{ name: 'move_assets', family: 'assets', action: 'move_bulk' }],
    answers_many: true,
    input: z.strictObject({ ids: ids.optional(), ...placeFields, moves: moves.optional() }),
    output: z.object({
      data: z.array(Asset),
      before: z
        .array(z.object({ id: z.string(), folder_id: z.string().nullable() }))
        .describe('The former folder of each asset that was moved'),
    }),
    emits: [assetUpdated, folderCreated],
    undo: (_input, { before }) => (before.length === 0 ? null : { tool: 'move_assets', arguments: { moves: before } }),
    problems: ['not_found', 'conflict', 'limit_reached', 'unresolved_reference'],
    example: { ids: ['ast_01jd0000000000000000000000'], folder_path: 'Brand/Logos' },
  }),
  delete_bulk: operation({
    summary: 'Delete up to 100 assets',
    description:
      'Moves them to the trash, or deletes them for good. Refused with 409 if something shows one of them, unless force. All or nothing.',
    scope: 'assets:write',
    allowed_when_full: true,
    route: { method: 'POST', path: '/assets/bulk-delete', status: 200 },
    tools: [{ name: 'delete_assets', family: 'assets', action: 'delete_bulk' }],
    effects: ['destructive'],
    input: z.strictObject({
      ids,
      force: z.boolean().default(false).describe('true deletes assets that something shows'),
      permanent: z.boolean().default(false).describe('true deletes for good'),
    }),
    output: z.object({
      ids: z.array(z.string()),
      deleted: z.int(),
      deleted_ids: z.array(z.string()).describe('Those of the named assets that were not in the trash before'),
    }),
    emits: [assetDeleted],
    undo: ({ permanent }, { deleted_ids }) =>
      permanent || deleted_ids.length === 0 ? null : { tool: 'restore_assets', arguments: { ids: deleted_ids } },
    problems: ['not_found', 'attached'],
  }),
  restore_bulk: operation({
    summary: 'Take up to 100 assets out of the trash',
    description: 'All or nothing.',
    scope: 'assets:write',
    route: { method: 'POST', path: '/assets/bulk-restore', status: 200 },
    tools: [{ name: 'restore_assets', family: 'assets', action: 'restore_bulk' }],
    input: z.strictObject({ ids }),
    output: z.object({
      ids: z.array(z.string()),
      restored: z.int(),
      restored_ids: z.array(z.string()).describe('Those of the named assets that were in the trash before'),
    }),
    emits: [assetRestored],
    undo: (_input, { restored_ids }) =>
      restored_ids.length === 0 ? null : { tool: 'delete_assets', arguments: { ids: restored_ids, force: true } },
    problems: ['not_found'],
  }),
};

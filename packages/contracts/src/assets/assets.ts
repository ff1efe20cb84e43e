import { z } from 'zod';
import { Deleted, id, wasTrashed } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { moment } from '../core/time-fields.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { folderCreated } from '../folders/folders.events.ts';
import {
  Asset,
  AssetKind,
  AssetOrigin,
  AssetValues,
  assetFields,
  assetId,
  assetKinds,
  assetName,
  assetTag,
  contentFields,
  MAX_ASSET_BODY_BYTES,
  placeFields,
  stripMetadata,
} from './asset.ts';
import { assetSharingOperations } from './asset-sharing.ts';
import { assetTextOperations, textExcerpt } from './asset-text.ts';
import { assetVersionOperations, fetchDeadline } from './asset-versions.ts';
import { assetCreated, assetDeleted, assetProcessed, assetRestored, assetUpdated } from './assets.events.ts';
import { bulkAssetOperations } from './bulk-assets.ts';
import { ASSET_TRASH_DAYS } from './limits.ts';

/** The fields of a new asset. */
const newAsset = z.strictObject({
  name: assetName,
  ...contentFields,
  ...stripMetadata,
  ...placeFields,
  alt_text: assetFields.alt_text.default(null),
  description: assetFields.description.default(null),
  tags: assetFields.tags.default([]),
});

/** Files of a Space (contract, Y2). */
export const assets = contract({
  name: 'assets',
  service: 'library',
  tag: 'Assets',
  description:
    'Files: pictures, films, PDFs and others, with folders, versions, uses and public addresses. Names and texts are words of others.',
  operations: {
    list: operation({
      summary: 'List assets',
      description: 'Newest first, unless sort says otherwise. Assets in the trash are left out.',
      scope: 'assets:read',
      route: { method: 'GET', path: '/assets', status: 200 },
      tools: [{ name: 'list_assets', family: 'assets', action: 'list' }],
      input: z.strictObject({
        folder_id: id('folder, or none for those in no folder').optional(),
        recursive: z.boolean().default(false).describe('true for those in folders below folder_id, too'),
        kind: z.array(AssetKind).min(1).max(assetKinds.length).optional().describe('Kinds'),
        content_type: z.string().min(1).max(200).optional().describe('Media type, such as image/png'),
        tags: z.array(assetTag).min(1).max(20).optional().describe('Tags, all of which it has'),
        unused: z.boolean().optional().describe('true for those that nothing shows'),
        origin: AssetOrigin.optional().describe('The way by which it came'),
        min_created_at: moment.optional().describe('Created at this time or later'),
        trashed: z.boolean().default(false).describe('true for assets in the trash only'),
        search: z.string().max(200).optional().describe('Part of the name or the alternative text, or the beginnings of words in its text'),
        sort: sortBy(['created_at', 'updated_at', 'name', 'size'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Asset),
    }),
    create: operation({
      summary: 'Create an asset from bytes or from a URL',
      description:
        'content_base64 or source_url is required. A larger file needs POST /asset-uploads. The ending of the name must fit the bytes.',
      scope: 'assets:write',
      route: { method: 'POST', path: '/assets', status: 201 },
      tools: [{ name: 'create_asset', family: 'assets', action: 'create' }],
      input: newAsset,
      output: Asset,
      emits: [assetCreated, assetProcessed, folderCreated],
      undo: undoByDeleting('delete_asset'),
      problems: ['conflict', 'limit_reached', 'unresolved_reference', 'unsafe_url'],
      effects: ['outside'],
      max_body_bytes: MAX_ASSET_BODY_BYTES,
      ...fetchDeadline,
      example: { name: 'hello.txt', content_base64: 'SGVsbG8=' },
    }),
    ...bulkAssetOperations,
    get: operation({
      summary: 'Read an asset without its bytes',
      scope: 'assets:read',
      route: { method: 'GET', path: '/assets/:id', status: 200 },
      tools: [{ name: 'get_asset', family: 'assets', action: 'get' }],
      input: z.strictObject(assetId),
      output: Asset.extend(textExcerpt),
      versioned: true,
    }),
    update: operation({
      summary: 'Change an asset',
      description: 'Only the fields given change. The ending of the name must fit the bytes. rotate_links ends all links of the asset.',
      scope: 'assets:write',
      route: { method: 'PATCH', path: '/assets/:id', status: 200 },
      tools: [{ name: 'update_asset', family: 'assets', action: 'update' }],
      input: z.strictObject({
        ...assetId,
        name: assetName.optional(),
        ...placeFields,
        ...z.strictObject(assetFields).partial().shape,
        rotate_links: z.boolean().default(false).describe('true ends all links that were created for it'),
      }),
      output: Asset.extend({ before: valuesBefore(AssetValues) }),
      emits: [assetUpdated, folderCreated],
      undo: restoreFields('update_asset'),
      problems: ['conflict', 'limit_reached', 'unresolved_reference'],
      versioned: true,
      example: { id: 'ast_01jd0000000000000000000000', alt_text: 'The logo in blue' },
    }),
    delete: operation({
      summary: 'Delete an asset',
      description: `Moves it to the trash for ${ASSET_TRASH_DAYS} days, or deletes it for good. Its addresses end. Refused with 409 and its first uses if something shows it, unless force.`,
      scope: 'assets:write',
      route: { method: 'DELETE', path: '/assets/:id', status: 200 },
      tools: [{ name: 'delete_asset', family: 'assets', action: 'delete' }],
      input: z.strictObject({
        ...assetId,
        force: z.boolean().default(false).describe('true deletes it although something shows it'),
        permanent: z.boolean().default(false).describe('true deletes for good'),
      }),
      output: Deleted.extend({ was_trashed: wasTrashed }),
      emits: [assetDeleted],
      undo: ({ permanent }, { id: asset, was_trashed }) =>
        permanent || was_trashed ? null : { tool: 'restore_asset', arguments: { id: asset } },
      problems: ['attached'],
      versioned: true,
    }),
    restore: operation({
      summary: 'Take an asset out of the trash',
      description: 'It is in no folder if its folder is still in the trash.',
      scope: 'assets:write',
      route: { method: 'POST', path: '/assets/:id/restore', status: 200 },
      tools: [{ name: 'restore_asset', family: 'assets', action: 'restore' }],
      input: z.strictObject(assetId),
      output: Asset.extend({ was_trashed: wasTrashed }),
      emits: [assetRestored],
      undo: (_input, { id: asset, was_trashed }) => (was_trashed ? { tool: 'delete_asset', arguments: { id: asset, force: true } } : null),
    }),
    ...assetTextOperations,
    ...assetVersionOperations,
    ...assetSharingOperations,
  },
});

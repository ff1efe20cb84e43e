import { z } from 'zod';
import { id, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { folderCreated } from '../folders/folders.events.ts';
import { UploadState } from '../uploads/upload-directory.ts';
import { assetFields, assetName, placeFields, stripMetadata } from './asset.ts';
import { assetCreated, assetProcessed, assetRejected, assetReplaced } from './assets.events.ts';
import { ENDED_UPLOAD_DAYS, UPLOAD_HOURS } from './limits.ts';
import { Upload } from './upload.ts';

/** Uploads of files of any size (contract, Y3). */
export const assetUploads = contract({
  name: 'asset_uploads',
  service: 'library',
  tag: 'Asset uploads',
  description: 'Uploads of files of any size: a call creates the upload, and its address takes the bytes without a key.',
  operations: {
    list: operation({
      summary: 'List uploads',
      description: `Newest first, unless sort says otherwise. Ended ones stay for ${ENDED_UPLOAD_DAYS} days.`,
      scope: 'assets:read',
      route: { method: 'GET', path: '/asset-uploads', status: 200 },
      tools: [{ name: 'list_asset_uploads', family: 'assets', action: 'list_uploads' }],
      input: z.strictObject({
        status: z.array(UploadState).min(1).max(UploadState.options.length).optional().describe('Statuses'),
        sort: sortBy(['created_at'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Upload),
    }),
    create: operation({
      summary: 'Create an upload for a file of any size',
      description: `Answers an address that takes the bytes once, in one request or by tus, within ${UPLOAD_HOURS} hours and without a key. With the last byte the file is checked, and asset_created follows, or asset_rejected with the reason.`,
      scope: 'assets:write',
      route: { method: 'POST', path: '/asset-uploads', status: 201 },
      tools: [{ name: 'create_asset_upload', family: 'assets', action: 'create_upload' }],
      input: z.strictObject({
        name: assetName,
        size: z.int().min(0).describe('Bytes of the file'),
        content_type: z
          .string()
          .max(200)
          .regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type such as image/png')
          .optional()
          .describe('Media type as the sender knows it; the first bytes and the ending decide'),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/, 'must be 64 characters of 0-9 and a-f')
          .optional()
          .describe('SHA-256 in hex that the bytes must have'),
        ...stripMetadata,
        ...placeFields,
        alt_text: assetFields.alt_text.default(null),
        replaces: id('asset that gets the file in place of a new asset').optional(),
      }),
      output: Upload.extend({
        upload_url: z.string().describe('Address for the bytes; it is shown once and needs no key'),
        curl: z.string().describe('The command that sends the file'),
      }),
      emits: [assetCreated, assetProcessed, assetReplaced, assetRejected, folderCreated],
      undo: (_input, { id: upload }) => ({ tool: 'cancel_asset_upload', arguments: { id: upload } }),
      problems: ['conflict', 'limit_reached', 'unresolved_reference'],
      confidential: true,
      example: { name: 'film.mp4', size: 52_428_800, folder_path: 'Videos' },
    }),
    get: operation({
      summary: 'Read an upload',
      description: 'Its status, the bytes that have arrived, and the asset when it is ready.',
      scope: 'assets:read',
      route: { method: 'GET', path: '/asset-uploads/:id', status: 200 },
      tools: [{ name: 'get_asset_upload', family: 'assets', action: 'get_upload' }],
      input: z.strictObject({ id: id('upload') }),
      output: Upload,
    }),
    cancel: operation({
      summary: 'Cancel an upload',
      description: 'Its address ends, and the bytes that have arrived are removed. Refused for one whose bytes are all there.',
      scope: 'assets:write',
      allowed_when_full: true,
      route: { method: 'DELETE', path: '/asset-uploads/:id', status: 200 },
      tools: [{ name: 'cancel_asset_upload', family: 'assets', action: 'cancel_upload' }],
      input: z.strictObject({ id: id('upload') }),
      output: z.object({ id: z.string(), cancelled_at: timestamp }),
      no_undo: 'the bytes that had arrived are removed',
      problems: ['conflict'],
    }),
  },
});

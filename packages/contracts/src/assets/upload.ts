import { z } from 'zod';
import { resource, timestamp } from '../core/fields.ts';
import { UploadState } from '../uploads/upload-directory.ts';

/** The reasons for which the bytes of an upload are refused. */
export const RejectionReason = z.enum([
  'wrong_size',
  'wrong_sha256',
  'type_not_allowed',
  'infected',
  'too_large_to_scan',
  'too_many_pixels',
  'metadata_not_removable',
  'unreadable',
  'quota_reached',
  'asset_missing',
]);

/** A reason for which the bytes of an upload are refused. */
export type RejectionReason = z.output<typeof RejectionReason>;

/** An upload: a file whose bytes arrive at an address of its own. */
export const Upload = z
  .object({
    ...resource,
    status: UploadState.describe('receiving begins with the first byte, checking with the last one'),
    reason: RejectionReason.nullable().describe('The reason of an upload that was rejected'),
    name: z.string(),
    size: z.int(),
    offset: z.int().describe('Bytes that have arrived'),
    content_type: z.string().nullable(),
    replaces: z.string().nullable().describe('Id of the asset that gets the file'),
    asset_id: z.string().nullable().describe('Id of the asset that has the file, when it is ready'),
    expires_at: timestamp,
  })
  .meta({ id: 'Upload' });

/** An upload. */
export type Upload = z.output<typeof Upload>;

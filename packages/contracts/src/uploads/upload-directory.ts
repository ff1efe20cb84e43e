import { z } from 'zod';
import { id, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { AskedVariant } from './picture-variant.ts';
import { ProcessingStatus } from './processing-status.ts';

/*
 * The rows that the byte door of the gateway asks for, over the bus only. Bytes never cross the bus: the gateway writes them to the object
 * store and tells library where they are.
 *
 * An upload has a token of 256 bits, of which library stores the SHA-256 only. A gateway that receives bytes has the lease of the upload: one
 * gateway at a time appends, and the others answer 423. Each request is a holder of its own. The rows say which upload in the object store
 * belongs to an upload and who has its lease; the object store says how many bytes are there, because a gateway may die between the two.
 */

/** The statuses of an upload. `receiving` begins with the first byte, `checking` with the last one. */
export const UploadState = z.enum(['waiting', 'receiving', 'checking', 'ready', 'rejected', 'cancelled', 'expired']);

/** The status of an upload. */
export type UploadState = z.infer<typeof UploadState>;

/** An upload in the object store, as `ObjectStore.uploads.create` returns it. */
export const StoredUpload = z.strictObject({
  key: z.string().max(120),
  content_type: z.string().max(200),
  upload_id: z.string().max(1_024),
});

/** An upload in the object store. */
export type StoredUpload = z.infer<typeof StoredUpload>;

/** An upload as the byte door needs it. */
export const OpenUpload = z.object({
  upload_id: z.string(),
  space_id: z.string(),
  status: UploadState,
  size: z.int().min(0).describe('The bytes that the file has'),
  offset: z.int().min(0).describe('The bytes that were recorded last; the object store may have more'),
  content_type: z.string().max(200).describe('The declared media type; application/octet-stream without one'),
  stored: StoredUpload.nullable().describe('null before the first byte'),
  expires_at: timestamp,
});

/** An upload as the byte door needs it. */
export type OpenUpload = z.infer<typeof OpenUpload>;

/** Returns true while bytes of an upload may come. */
export const isOpenUpload = ({ status }: Pick<OpenUpload, 'status'>): boolean => status === 'waiting' || status === 'receiving';

const token_hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('The SHA-256 of the token, in hex');

const holder = z.string().min(1).max(64).describe('The request that has the lease, chosen by the gateway');

const upload_id = id('upload');

/** The outcome of a question with a token. `missing`: there is no such token. `ended`: it expired or was cancelled. `busy`: another holder has the lease. */
const outcome = z.enum(['ok', 'missing', 'ended', 'busy']);

/** Uploads for the byte door, over the bus only. The caller of operations with a token is in no Space; that of the others is in the Space of the upload. */
export const uploadDirectory = contract({
  name: 'upload_directory',
  service: 'library',
  tag: 'Uploads of the byte door',
  description: 'Finds uploads by their token, gives one gateway the lease, and records which bytes have arrived.',
  operations: {
    find: operation({
      summary: 'Find an upload by its token, without its lease',
      audience: 'internal',
      input: z.strictObject({ token_hash }),
      output: z.object({ outcome: outcome.exclude(['busy']), upload: OpenUpload.nullable().describe('null unless the outcome is ok') }),
    }),
    open: operation({
      summary: 'Take the lease of an upload',
      description:
        'The lease ends after UPLOAD_LEASE_MS unless `record` renews it. An upload that is checking or later needs no lease: it is answered with `ok`, and nothing changes. A refused holder is noted, so that an idle holder gives way.',
      audience: 'internal',
      input: z.strictObject({ token_hash, holder }),
      output: z.object({ outcome, upload: OpenUpload.nullable().describe('null if the outcome is missing or ended') }),
    }),
    record: operation({
      summary: 'Record what has arrived, and renew or release the lease',
      description:
        'The first call of an upload has `stored`, before its first byte; the status is then receiving. A sender that begins again has another `stored`, and the gateway has removed the former one. A holder without the lease changes nothing and is answered `has_lease: false`: it must stop writing.',
      audience: 'internal',
      input: z.strictObject({
        upload_id,
        holder,
        stored: StoredUpload.nullable()
          .default(null)
          .describe('The upload in the object store; another one replaces it. null changes nothing'),
        offset: z.int().min(0).nullable().default(null).describe('The bytes that have arrived, for those who ask; null changes nothing'),
        release: z.boolean().default(false).describe('True to end the lease'),
      }),
      output: z.object({
        has_lease: z.boolean(),
        is_wanted: z.boolean().describe('True if another holder has asked for the lease since it was taken'),
      }),
    }),
    finish: operation({
      summary: 'Say that all bytes are in the object store',
      description:
        'The status is then checking, and the lease ends. Library ends the upload in the object store with `uploads.finish`, checks the object and makes the asset. A repeated call changes nothing.',
      audience: 'internal',
      input: z.strictObject({
        upload_id,
        holder,
        offset: z.int().min(0).describe('The size of the upload'),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .nullable()
          .describe('The SHA-256 of the bytes in hex; null if the gateway has not seen all of them, and library then reads them'),
      }),
      output: z.object({ has_lease: z.boolean(), status: UploadState }),
    }),
    cancel: operation({
      summary: 'Cancel an upload by its token',
      description: 'Library also removes its bytes from the object store. An upload that is checking or later is answered with `ended`.',
      audience: 'internal',
      input: z.strictObject({ token_hash }),
      output: z.object({ outcome }),
    }),
  },
});

/** Bytes in the object store, and what a gateway says about them. */
export const StoredContent = z
  .object({
    space_id: z.string(),
    asset_id: z.string(),
    object_key: z.string().max(120).describe('The key in the object store'),
    name: z.string().max(255).describe('The name of the file'),
    content_type: z.string().max(200),
    size: z.int().min(0),
    etag: z.string().max(80).describe('The SHA-256 in hex; the ETag without its quotes'),
    links_version: z.int().min(0).describe('Signed links with another number are void'),
    picture: z
      .object({
        status: ProcessingStatus,
        width: z.int().nullable(),
        height: z.int().nullable(),
        focal_point: z.object({ x: z.number(), y: z.number() }).nullable(),
      })
      .describe('State and size of a picture; other files are unsupported'),
    asked: AskedVariant.nullable().describe('The variant that the caller asked for; null for the file'),
  })
  .meta({ id: 'StoredContent' });

/** Bytes in the object store, and what a gateway says about them. */
export type StoredContent = z.infer<typeof StoredContent>;

/** The purpose of sealed tokens that are signed links. */
export const ASSET_LINK_PURPOSE = 'asset link';

/** The content of a signed link: `sealedToken` seals it together with its expiry. */
export const AssetLink = z.strictObject({
  space_id: z.string().max(64),
  asset_id: z.string().max(64),
  links_version: z.int().min(0),
  download: z.boolean().describe('True to send the file as an attachment always'),
  asked: AskedVariant.optional().describe('The only variant of a picture that it shows; default all'),
});

/** The content of a signed link. */
export type AssetLink = z.infer<typeof AssetLink>;

/** Places of bytes for readers without a key, over the bus only. */
export const contentDirectory = contract({
  name: 'content_directory',
  service: 'library',
  tag: 'Content for visitors',
  description: 'Says where the bytes of an asset are, and whether a visitor may read them.',
  operations: {
    find_public: operation({
      summary: 'Find the bytes of an asset that everyone may read',
      description: 'The caller is in no Space. Throws not_found unless the asset is public, or something that is published shows it.',
      audience: 'internal',
      input: z.strictObject({ asset_id: id('asset') }),
      output: StoredContent,
    }),
    find_linked: operation({
      summary: 'Find the bytes of an asset by a signed link',
      description:
        'The caller is in the Space of the link, whose seal and expiry the gateway has checked. Throws not_found unless `links_version` is that of the asset, and for an asset in the trash.',
      audience: 'internal',
      input: z.strictObject({ asset_id: id('asset'), links_version: z.int().min(0) }),
      output: StoredContent,
    }),
    find_shared: operation({
      summary: 'Find the bytes of an asset by the share link of a document or whiteboard',
      description:
        'The caller is in no Space. Throws not_found unless the link opens, its password was given in the visit of the cookie, and its document or whiteboard shows the asset.',
      audience: 'internal',
      input: z.strictObject({
        token: z.string().min(1).max(100),
        asset_id: id('asset'),
        cookie: z.string().max(4_096).nullable().describe('The Cookie header'),
      }),
      output: StoredContent,
    }),
    find_previewed: operation({
      summary: 'Find the bytes of an asset that a preview shows',
      description: 'The caller is in the Space of the preview, which shows the asset. Throws not_found for an asset in the trash.',
      audience: 'internal',
      input: z.strictObject({ asset_id: id('asset') }),
      output: StoredContent,
    }),
  },
});

import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
import { id, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { folderId, folderPath } from '../folders/folder.ts';
import { processingFields } from './asset-processing.ts';
import {
  MAX_ALT_TEXT,
  MAX_ASSET_DESCRIPTION,
  MAX_ASSET_NAME_BYTES,
  MAX_ASSET_TAG,
  MAX_ASSET_TAGS,
  MAX_FETCHED_ASSET_BYTES,
  MAX_INLINE_ASSET_BYTES,
} from './limits.ts';

/** The kinds of assets, by the media type of their bytes. */
export const assetKinds = ['image', 'video', 'audio', 'pdf', 'document', 'archive', 'text', 'other'] as const;

/** The kind of an asset. */
export const AssetKind = z.enum(assetKinds);

/** The kind of an asset. */
export type AssetKind = z.output<typeof AssetKind>;

/** The ways by which the bytes of an asset came. */
export const AssetOrigin = z.enum(['api', 'upload', 'url', 'form_submission']);

/** The way by which the bytes of an asset came. */
export type AssetOrigin = z.output<typeof AssetOrigin>;

/** Characters that a file name has not: parts of paths, control characters, and marks that turn the direction of text. */
const NOT_IN_NAME = '\\u0000-\\u001f\\u007f-\\u009f/\\\\\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';

/** The name of an asset: a file name without a folder, control characters or marks of direction, and not of dots and spaces alone. */
export const assetName = z
  .string()
  .min(1)
  .max(MAX_ASSET_NAME_BYTES)
  .regex(
    new RegExp(`^[^${NOT_IN_NAME}]*[^\\s.${NOT_IN_NAME}][^${NOT_IN_NAME}]*$`),
    'must be a file name with more than dots, without /, \\, control characters or marks of direction',
  )
  .refine((name) => Buffer.byteLength(name) <= MAX_ASSET_NAME_BYTES, `must have at most ${MAX_ASSET_NAME_BYTES} bytes in UTF-8`)
  .describe('File name with its ending, such as logo.png');

/** A tag of an asset. */
export const assetTag = nonEmptyLine(MAX_ASSET_TAG).describe('A tag, compared with its case');

/** The fields of an asset that callers set, besides its name and its folder. */
export const assetFields = {
  alt_text: z.string().max(MAX_ALT_TEXT).nullable().describe('Description of a picture for people who do not see it'),
  description: z.string().max(MAX_ASSET_DESCRIPTION).nullable().describe('Notes'),
  tags: z
    .array(assetTag)
    .max(MAX_ASSET_TAGS)
    .refine((tags) => new Set(tags).size === tags.length, 'must not have an entry twice')
    .describe('Its tags'),
  focal_point: z
    .strictObject({
      x: z.number().min(0).max(1).describe('From the left edge, 0 to 1'),
      y: z.number().min(0).max(1).describe('From the upper edge, 0 to 1'),
    })
    .nullable()
    .describe('The point of a picture that crops contain; null for the middle'),
};

/** The folder of a thing: by id, or by a path whose missing folders are created. */
export const placeFields = { folder_id: folderId.optional(), folder_path: folderPath.optional() };

/** Characters of base64 that the largest file has. */
const MAX_BASE64 = Math.ceil(MAX_INLINE_ASSET_BYTES / 3) * 4;

/** The most bytes of a body with a file in base64. */
export const MAX_ASSET_BODY_BYTES = MAX_BASE64 + 65_536;

/** The bytes of a file: in base64, or at an address. */
export const contentFields = {
  content_base64: z
    .base64()
    .max(MAX_BASE64)
    .optional()
    .describe(`The bytes in base64, at most ${MAX_INLINE_ASSET_BYTES / 1_048_576} MiB; a larger file needs POST /asset-uploads`),
  source_url: z
    .string()
    .min(1)
    .max(2_048)
    .optional()
    .describe(`Public https address of the file in place of content_base64, at most ${MAX_FETCHED_ASSET_BYTES / 1_048_576} MiB`),
};

/** The choice to store a picture without its metadata. */
export const stripMetadata = {
  strip_metadata: z
    .boolean()
    .default(false)
    .describe('true stores a picture without its metadata, such as camera and place; other files stay as they are'),
};

const actor = z.object({ kind: ActorKind, id: z.string(), name: z.string() });

/** The parts of an asset that its file decides. */
export const fileFields = {
  name: z.string(),
  kind: AssetKind,
  content_type: z.string().describe('The media type that its ending and first bytes show'),
  size: z.int().describe('Bytes'),
  sha256: z.string().describe('SHA-256 of the bytes in hex'),
};

/** A file in the library of a Space. */
export const Asset = z
  .object({
    ...resource,
    ...fileFields,
    version: z.int().describe('Number of the current file; grows with each replacement'),
    origin: AssetOrigin.describe('The way by which it came'),
    folder_id: z.string().nullable(),
    folder_path: z.string().nullable().describe('The names of its folders, such as Brand/Logos; null for none'),
    alt_text: z.string().nullable(),
    description: z.string().nullable(),
    tags: z.array(z.string()),
    focal_point: z.object({ x: z.number(), y: z.number() }).nullable(),
    ...processingFields,
    is_public: z.boolean().describe('True if everyone may read its bytes'),
    url: z.string().nullable().describe('Address for everyone; null unless it is public or something published shows it'),
    used_by_count: z.int().describe('Places that show it'),
    created_by: actor,
    trashed_at: timestamp.nullable().describe('The time of its deletion; null unless it is in the trash'),
  })
  .meta({ id: 'Asset' });

/** A file in the library of a Space. */
export type Asset = z.output<typeof Asset>;

/** The fields of an asset that an update can set. */
export const AssetValues = z.object({ name: assetName, folder_id: folderId, ...assetFields });

/** The id of an asset in a path. */
export const assetId = { id: id('asset') };

import { z } from 'zod';
import { eventType } from '../core/event.ts';
import { inFolder, sampleFolder } from '../folders/folders.events.ts';
import { AssetKind, AssetOrigin } from './asset.ts';
import { RejectionReason } from './upload.ts';

/** The data of every event about an asset. */
const aboutAsset = {
  asset_id: z.string(),
  asset: z.string().describe('The name of the asset'),
  kind: AssetKind,
  content_type: z.string(),
  size: z.int(),
  sha256: z.string(),
  width: z.int().nullable().describe('Pixels of a picture; null before it was read'),
  height: z.int().nullable(),
  version: z.int().describe('Number of its file'),
  alt_text: z.string().nullable(),
  origin: AssetOrigin,
  url: z.string().nullable().describe('Address for everyone; null unless it is public'),
  ...inFolder,
};

/** The data of every event about an asset. */
export type AssetEventData = z.input<z.ZodObject<typeof aboutAsset>>;

const sample = {
  asset_id: 'ast_01jd0000000000000000000000',
  asset: 'logo.png',
  kind: 'image' as const,
  content_type: 'image/png',
  size: 5_120,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  width: 320,
  height: 200,
  version: 1,
  alt_text: 'The logo in blue',
  origin: 'api' as const,
  url: null,
  ...sampleFolder,
};

const mediaType = {
  text: z.string().regex(/^[a-z0-9_.+-]+\/[a-z0-9_.+-]+$/, 'must be a media type in small letters, such as image/png'),
  ignores_case: false,
};
const ofAsset = {
  group: 'assets',
  filters: ['kind', 'content_type', 'origin', 'folder_id', 'folder_ids'],
  filter_rules: { content_type: mediaType },
} as const;

/** An asset was created: its bytes are there and were checked. */
export const assetCreated = eventType({
  type: 'asset_created',
  label: 'Asset created',
  data: z.object(aboutAsset),
  sample,
  ...ofAsset,
});

/** The bytes of an upload were refused. */
export const assetRejected = eventType({
  type: 'asset_rejected',
  group: 'assets',
  label: 'Upload rejected',
  data: z.object({
    upload_id: z.string(),
    asset: z.string().describe('The name of the upload'),
    reason: RejectionReason,
    ...inFolder,
  }),
  sample: { upload_id: 'upl_01jd0000000000000000000000', asset: 'logo.png', reason: 'wrong_sha256' as const, ...sampleFolder },
  filters: ['reason', 'folder_id', 'folder_ids'],
});

/** The bytes of an asset were read: what could be found in them is known. */
export const assetProcessed = eventType({
  type: 'asset_processed',
  label: 'Asset processed',
  data: z.object({ ...aboutAsset, has_text: z.boolean().describe('True if its text can be read') }),
  sample: { ...sample, has_text: false },
  ...ofAsset,
});

/** Fields or the folder of an asset changed. */
export const assetUpdated = eventType({
  type: 'asset_updated',
  label: 'Asset updated',
  data: z.object({ ...aboutAsset, changed: z.array(z.string()) }),
  sample: { ...sample, changed: ['alt_text'] },
  ...ofAsset,
});

/** An asset has another file. */
export const assetReplaced = eventType({
  type: 'asset_replaced',
  label: 'Asset replaced',
  data: z.object({ ...aboutAsset, previous_version: z.int() }),
  sample: { ...sample, version: 2, previous_version: 1 },
  ...ofAsset,
});

/** Everyone may read the bytes of an asset. */
export const assetPublished = eventType({
  type: 'asset_published',
  label: 'Asset published',
  data: z.object(aboutAsset),
  sample: { ...sample, url: 'https://pages.example.com/a/ast_01jd0000000000000000000000/logo.png' },
  ...ofAsset,
});

/** An asset is no longer public. */
export const assetUnpublished = eventType({
  type: 'asset_unpublished',
  label: 'Asset unpublished',
  data: z.object(aboutAsset),
  sample,
  ...ofAsset,
});

/** An asset was moved to the trash, or deleted for good. */
export const assetDeleted = eventType({
  type: 'asset_deleted',
  label: 'Asset deleted',
  data: z.object({ ...aboutAsset, permanent: z.boolean(), used_by_count: z.int().describe('Places that showed it') }),
  sample: { ...sample, permanent: false, used_by_count: 0 },
  ...ofAsset,
});

/** An asset was taken out of the trash. */
export const assetRestored = eventType({
  type: 'asset_restored',
  label: 'Asset restored',
  data: z.object(aboutAsset),
  sample,
  ...ofAsset,
});

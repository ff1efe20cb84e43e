import { z } from 'zod';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { folderCreated } from '../folders/folders.events.ts';
import { assetName } from './asset.ts';
import { assetCreated, assetDeleted } from './assets.events.ts';
import { MAX_FORM_ASSETS, MAX_INLINE_ASSET_BYTES } from './limits.ts';

/** Characters of base64 that the largest file has. */
const BASE64_CHARACTERS = Math.ceil(MAX_INLINE_ASSET_BYTES / 3) * 4;

/** Returns the id of the asset of a file that was sent through a form: it is known before the asset is there. */
export const formAssetId = (file_id: string): string => `ast_${file_id.slice('fil_'.length)}`;

/** Stores the files of submissions as private assets, over the bus only. */
export const formAssets = contract({
  name: 'form_assets',
  service: 'library',
  tag: 'Form assets',
  description: 'Files of submissions, as assets in a folder of their form.',
  operations: {
    scan: operation({
      summary: 'Scan a file that a visitor or a program sends to a form',
      description: 'Every file is clean in an installation without a virus scanner. Throws unavailable without an answer of the scanner.',
      audience: 'internal',
      input: z.strictObject({ content_base64: z.base64().max(BASE64_CHARACTERS) }),
      output: z.object({ outcome: z.enum(['clean', 'infected', 'too_large']) }),
      problems: ['unavailable'],
    }),
    store: operation({
      summary: 'Store a file of a submission as an asset',
      description: 'A second call for the same file answers the asset of the first one.',
      audience: 'internal',
      input: z.strictObject({
        file_id: id('file'),
        form_id: id('form'),
        form_name: z.string().max(1_000),
        submission_id: id('submission'),
        name: assetName,
        content_base64: z.base64().max(BASE64_CHARACTERS),
      }),
      output: z.object({ asset_id: z.string() }),
      emits: [assetCreated, folderCreated],
      problems: ['limit_reached', 'unavailable', 'conflict'],
      deadline_ms: 30_000,
    }),
    read: operation({
      summary: 'Read the bytes of the asset of a file',
      audience: 'internal',
      input: z.strictObject({ asset_id: id('asset') }),
      output: z.object({ content_base64: z.string().nullable().describe('null for an asset that does not exist any more') }),
      problems: ['conflict', 'unavailable'],
      deadline_ms: 30_000,
    }),
    remove: operation({
      summary: 'Delete the assets of erased submissions for good',
      audience: 'internal',
      input: z.strictObject({ asset_ids: z.array(id('asset')).max(MAX_FORM_ASSETS) }),
      output: z.object({ removed: z.int() }),
      emits: [assetDeleted],
    }),
  },
});

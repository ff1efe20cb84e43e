import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
import { timestamp } from '../core/fields.ts';
import type { Undo } from '../core/operation.ts';
import { operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { Asset, assetId, assetName, contentFields, fileFields, MAX_ASSET_BODY_BYTES, stripMetadata } from './asset.ts';
import { assetProcessed, assetReplaced } from './assets.events.ts';
import { ASSET_FETCH_SECONDS, MAX_ASSET_VERSIONS } from './limits.ts';

/** The deadline of a call that may fetch a file, in milliseconds. */
export const fetchDeadline = { deadline_ms: (ASSET_FETCH_SECONDS + 15) * 1_000 };

const ReplacedAsset = Asset.extend({
  previous_version: z.int().nullable().describe('Number of the file before; null when it had these bytes already'),
  previous_name: z.string().nullable().describe('Name of the asset before; null when it has not changed'),
});

const backTo = (_input: unknown, { id, previous_version, previous_name }: z.output<typeof ReplacedAsset>): Undo | null =>
  previous_version === null
    ? null
    : {
        tool: 'restore_asset_version',
        arguments: { id, version: previous_version, ...(previous_name === null ? {} : { restore_name: true }) },
      };

/** A file that an asset has, or had. */
export const AssetVersion = z
  .object({
    version: z.int().describe('1 for the first'),
    ...fileFields,
    is_current: z.boolean(),
    created_at: timestamp,
    created_by: z.object({ kind: ActorKind, id: z.string(), name: z.string() }),
  })
  .meta({ id: 'AssetVersion' });

/** The operations on the files of an asset. */
export const assetVersionOperations = {
  replace: operation({
    summary: 'Replace the file of an asset',
    description: `Its id, address and uses stay. The newest ${MAX_ASSET_VERSIONS} files of an asset are stored. content_base64 or source_url is required.`,
    scope: 'assets:write',
    route: { method: 'POST', path: '/assets/:id/replace', status: 200 },
    tools: [{ name: 'replace_asset', family: 'assets', action: 'replace' }],
    input: z.strictObject({
      ...assetId,
      ...contentFields,
      ...stripMetadata,
      name: assetName.optional().describe('New file name; needed if the file is of another kind'),
    }),
    output: ReplacedAsset,
    emits: [assetProcessed, assetReplaced],
    undo: backTo,
    problems: ['conflict', 'limit_reached', 'unsafe_url'],
    effects: ['outside'],
    max_body_bytes: MAX_ASSET_BODY_BYTES,
    ...fetchDeadline,
    example: { id: 'ast_01jd0000000000000000000000', content_base64: 'SGVsbG8=', name: 'hello.txt' },
  }),
  list_versions: operation({
    summary: 'List the files that an asset has had',
    description: 'Newest first, unless sort says otherwise.',
    scope: 'assets:read',
    route: { method: 'GET', path: '/assets/:id/versions', status: 200 },
    tools: [{ name: 'list_asset_versions', family: 'assets', action: 'list_versions' }],
    input: z.strictObject({ ...assetId, sort: sortBy(['version'], '-version'), limit, cursor, include_total: includeTotal }),
    output: page(AssetVersion),
  }),
  restore_version: operation({
    summary: 'Give an asset a former file again',
    description: 'The former file becomes the newest version. Its name stays if it has the same ending, unless restore_name.',
    scope: 'assets:write',
    route: { method: 'POST', path: '/assets/:id/versions/:version/restore', status: 200 },
    tools: [{ name: 'restore_asset_version', family: 'assets', action: 'restore_version' }],
    input: z.strictObject({
      ...assetId,
      version: z.int().min(1).max(1_000_000_000).describe('Number of the version'),
      restore_name: z.boolean().default(false).describe('true gives it also the name that it had with this file'),
    }),
    output: ReplacedAsset,
    emits: [assetProcessed, assetReplaced],
    undo: backTo,
    problems: ['conflict'],
  }),
};

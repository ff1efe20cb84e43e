import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { variantFields } from '../uploads/picture-variant.ts';
import { Asset, assetId } from './asset.ts';
import { assetPublished, assetUnpublished } from './assets.events.ts';
import { ASSET_LINK_MINUTES } from './limits.ts';

/** A place that shows an asset. */
export const AssetUse = z
  .object({
    kind: z.string().describe('Kind of the thing that shows it, such as page'),
    id: z.string().describe('Id of that thing'),
    name: z.string(),
    place: z.string().describe('The part of the thing, such as a column; empty for the whole'),
    is_public: z.boolean().describe('True if visitors see it there'),
    path: z.string().describe('The path below /v1 that reads the thing'),
    created_at: timestamp,
  })
  .meta({ id: 'AssetUse' });

/** A place that shows an asset. */
export type AssetUse = z.output<typeof AssetUse>;

/** The operations by which others read an asset, and the list of its uses. */
export const assetSharingOperations = {
  publish: operation({
    summary: 'Let everyone read an asset, or end that',
    description: 'A public asset has an address on the public origin that stays the same across its files.',
    scope: 'assets:run',
    route: { method: 'POST', path: '/assets/:id/publish', status: 200 },
    tools: [{ name: 'publish_asset', family: 'assets', action: 'publish' }],
    input: z.strictObject({ ...assetId, publish: z.boolean().default(true).describe('false makes it private again') }),
    output: Asset.extend({ was_public: z.boolean() }),
    emits: [assetPublished, assetUnpublished],
    undo: ({ id, publish }, { was_public }) =>
      was_public === publish ? null : { tool: 'publish_asset', arguments: { id, publish: was_public } },
    problems: ['conflict'],
    effects: ['outside'],
  }),
  create_link: operation({
    summary: 'Create a link with which everyone can read an asset for a time',
    description:
      'With w, ratio or f it shows this variant of a picture only. rotate_links of PATCH /assets/{id} ends all links of the asset.',
    scope: 'assets:write',
    route: { method: 'POST', path: '/assets/:id/links', status: 200 },
    tools: [{ name: 'create_asset_link', family: 'assets', action: 'create_link' }],
    input: z.strictObject({
      ...assetId,
      expires_in_minutes: z
        .int()
        .min(ASSET_LINK_MINUTES.min)
        .max(ASSET_LINK_MINUTES.max)
        .default(ASSET_LINK_MINUTES.default)
        .describe('Life of the link'),
      download: z.boolean().default(false).describe('true sends the file as an attachment always'),
      ...variantFields,
    }),
    output: z.object({ asset_id: z.string(), url: z.string(), expires_at: timestamp }),
    no_undo: 'rotate_links of update_asset ends all links of the asset',
    problems: ['conflict'],
    confidential: true,
    effects: ['outside'],
    allowed_when_full: true,
  }),
  used_by: operation({
    summary: 'List the places that show an asset',
    description: 'Oldest first, unless sort says otherwise.',
    scope: 'assets:read',
    route: { method: 'GET', path: '/assets/:id/used-by', status: 200 },
    tools: [{ name: 'list_asset_uses', family: 'assets', action: 'used_by' }],
    input: z.strictObject({ ...assetId, sort: sortBy(['created_at'], 'created_at'), limit, cursor, include_total: includeTotal }),
    output: page(AssetUse),
  }),
};

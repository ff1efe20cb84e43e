import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';
import { cursor, page } from '../core/page.ts';

/** A thing that shows assets, with the places of each. */
export const ShowingThing = z.object({
  kind: z.string().describe('The kind of the thing, such as row, task or page'),
  thing_id: z.string(),
  container_id: z.string().optional().describe('The thing that contains it, such as the table of a row'),
  name: z.string(),
  path: z.string().describe('The path below /v1 that reads it'),
  places: z.array(
    z.object({
      asset_id: z.string(),
      place: z.string().describe('The part of the thing that shows it; empty for the whole'),
      is_public: z.boolean().describe('True if visitors see it there'),
    }),
  ),
});

/** A thing that shows assets, with the places of each. */
export type ShowingThing = z.infer<typeof ShowingThing>;

/** Declares the contract by which a service says which of its things show assets. */
const assetUsesOf = <const Name extends string>(name: Name, service: string) =>
  contract({
    name,
    service,
    tag: 'Assets that a service shows',
    description: 'Says which things of a Space in this service show assets.',
    operations: {
      of: operation({
        summary: 'List the things of this Space that show assets',
        audience: 'internal',
        input: z.strictObject({
          kind: z.string().max(64).optional().describe('Only things of this kind'),
          thing_id: z.string().max(64).optional().describe('Only this thing'),
          container_id: z.string().max(64).optional().describe('Only the things in this one, such as the rows of a table'),
          cursor,
        }),
        output: page(ShowingThing),
        deadline_ms: 30_000,
      }),
    },
  });

/** Says which rows of tables show assets. */
export const tableAssetUses = assetUsesOf('table_asset_uses', 'tables');
/** Says which asset the look of the public pages of a Space shows. */
export const lookAssetUses = assetUsesOf('look_asset_uses', 'gateway');
/** Says which tasks show assets. */
export const workAssetUses = assetUsesOf('work_asset_uses', 'work');
/** Says which documents and whiteboards show assets. */
export const libraryAssetUses = assetUsesOf('library_asset_uses', 'library');
/** Says which pages, posts, sites and social posts show assets. */
export const publishingAssetUses = assetUsesOf('publishing_asset_uses', 'publishing');
/** Says which forms and submissions show assets. */
export const schedulingAssetUses = assetUsesOf('scheduling_asset_uses', 'scheduling');

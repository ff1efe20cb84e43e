import { libraryAssetUses, lookAssetUses, publishingAssetUses, schedulingAssetUses, tableAssetUses, workAssetUses } from './asset-uses.ts';

/**
 * The services with things that show assets, and the kinds of these things. It is the only list: each event type whose data has `asset_ids` names
 * one of these kinds by `shown_by`, and each kind is named by an event type. A service that is added here also serves its contract, which is in
 * `internalContracts`, and the group `uses` reads its outbox (services/manifest.ts).
 */
export const showingServices = {
  tables: { uses: tableAssetUses, kinds: ['row'] },
  work: { uses: workAssetUses, kinds: ['task'] },
  library: { uses: libraryAssetUses, kinds: ['document', 'whiteboard'] },
  publishing: { uses: publishingAssetUses, kinds: ['page', 'blog_post', 'blog', 'site', 'social_post'] },
  scheduling: { uses: schedulingAssetUses, kinds: ['form_submission'] },
  gateway: { uses: lookAssetUses, kinds: ['look'] },
} as const;

/** A service with things that show assets. */
export type ShowingService = keyof typeof showingServices;

const serviceOfKind: ReadonlyMap<string, ShowingService> = new Map(
  Object.entries(showingServices).flatMap(([service, { kinds }]) => kinds.map((kind) => [kind, service as ShowingService] as const)),
);

/** Returns the service that has the things of a kind; undefined for a kind of things that show no assets. */
export const showingServiceOf = (kind: string): ShowingService | undefined => serviceOfKind.get(kind);

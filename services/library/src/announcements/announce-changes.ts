import type { Signals } from '@space/bus';
import { CACHE_INVALIDATED } from '@space/contracts/core';
import { documentDeleted, documentRestored, documentUpdated } from '@space/contracts/documents';
import { assetTag } from '@space/contracts/uploads';
import { whiteboardDeleted, whiteboardUpdated } from '@space/contracts/whiteboards';
import { announceLater } from '../documents/live/announce-live.ts';
import type { CommittedEvent } from './reporting-writer.ts';

/** Returns the cache tag of the page of a published document. */
export const documentTag = (id: string): string => `document:${id}`;

/** The cache tag of the sitemaps of published documents. */
export const SITEMAP_TAG = 'document sitemaps';

/** Makes every gateway drop its answers with these tags. Call it after the commit. */
export function invalidateTags(bus: Signals, tags: Iterable<string>): void {
  const distinct = [...new Set(tags)];
  if (distinct.length > 0) bus.publish(CACHE_INVALIDATED, Buffer.from(JSON.stringify(distinct)));
}

/** Makes every gateway drop its answers that depend on these assets. Call it after the commit. */
export const invalidateAssets = (bus: Signals, ids: readonly string[]): void => invalidateTags(bus, ids.map(assetTag));

const CHANGES_CONTENT: ReadonlySet<string> = new Set([
  documentUpdated.type,
  documentDeleted.type,
  whiteboardUpdated.type,
  whiteboardDeleted.type,
]);
const CHANGES_PAGE: ReadonlySet<string> = new Set([documentDeleted.type, documentRestored.type]);

/**
 * Returns the function that tells gateways about committed changes: answers that depend on an asset or on the page of a document leave their
 * caches, and live connections learn that a document has a later version or is gone.
 */
export const changeAnnouncer =
  (bus: Signals) =>
  (events: readonly CommittedEvent[]): void => {
    invalidateTags(bus, events.flatMap(tagsOf));
    const contents = events.flatMap(({ type, data }) => (CHANGES_CONTENT.has(type) ? idsIn(data.document_id ?? data.whiteboard_id) : []));
    for (const id of new Set(contents)) announceLater(bus, id);
  };

/** Returns the cache tags of the answers that are stale after an event. */
function tagsOf({ type, data }: CommittedEvent): string[] {
  const ofAsset = idsIn(data.asset_id).map(assetTag);
  if (!CHANGES_PAGE.has(type)) return ofAsset;
  const isInSitemap = data.was_published === true || typeof data.url === 'string';
  const ofPage = [...idsIn(data.document_id).map(documentTag), ...(isInSitemap ? [SITEMAP_TAG] : [])];
  return [...ofPage, ...ofAsset, ...idsIn(data.asset_ids).map(assetTag)];
}

const idsIn = (value: unknown): string[] => [value].flat().filter((id) => typeof id === 'string');

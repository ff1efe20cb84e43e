import { type Actor, notFound } from '@space/contracts/core';
import { pagePublished } from '@space/contracts/publishing';
import type { Transaction } from '@space/event-log';
import { replaceReferences } from '../references/references.queries.ts';
import type { ReferenceNames } from '../references/resolve-references.ts';
import { claimPageAddress } from './page-address.ts';
import { findPageUrl, updatePage } from './pages.queries.ts';
import { pageEventData, type StoredPage } from './stored-page.queries.ts';
import { deleteOldVersions, ensureVersion, findStoredVersion } from './versions.queries.ts';

/** How a page is shown to visitors. */
export interface Publication {
  /** An earlier version; what the page says now when left out. */
  readonly version?: number | undefined;
  readonly published_slug?: string | undefined;
  /** The names of the things that it uses, which were found in its Space. */
  readonly names: ReferenceNames;
  readonly actor: Actor;
  /** Whether its time had come. */
  readonly scheduled: boolean;
}

/** Shows a locked page to visitors, or another version of it. Its time to be published is over; nothing new tells nobody. */
export async function publishPage(
  tx: Transaction<typeof pagePublished>,
  origin: string,
  page: StoredPage,
  showing: Publication,
): Promise<void> {
  const { space_id, id } = page;
  const wanted = showing.published_slug ?? page.slug ?? undefined;
  const slug = wanted !== undefined && wanted === page.slug ? wanted : await claimPageAddress(tx, page, wanted);
  const shown = await versionOf(tx, page, showing);
  const isNew = page.status !== 'published' || page.published_version !== shown.version || page.slug !== slug;
  if (!isNew && page.publish_at === null) return;
  const over = { publish_at: null, publish_slug: null, publish_by: null, schedule_error: null };
  const columns = {
    status: 'published',
    slug,
    published_version: shown.version,
    published_content: shown.content,
    ...(isNew ? { published_at: tx.now } : {}),
  };
  await updatePage(tx, space_id, id, { ...columns, ...over }, tx.now);
  await replaceReferences(tx, space_id, id, 'published', showing.names);
  await deleteOldVersions(tx, space_id, id, shown.version);
  if (!isNew) return;
  const url = await findPageUrl(tx, origin, space_id, id);
  tx.emit(pagePublished, { ...pageEventData(page), version: shown.version, url, scheduled: showing.scheduled });
}

async function versionOf(
  tx: Transaction<never>,
  page: StoredPage,
  { version, actor }: Publication,
): Promise<{ version: number; content: number }> {
  if (version === undefined) return { version: await ensureVersion(tx, page, JSON.stringify(actor), tx.now), content: page.content };
  const kept = await findStoredVersion(tx, page.space_id, page.id, version);
  if (!kept) throw notFound('version of this page', String(version));
  return kept;
}

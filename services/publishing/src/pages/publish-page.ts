import { type Actor, notFound } from '@space/contracts/core';
import { pagePublished, pageUnpublished } from '@space/contracts/publishing';
import type { Transaction } from '@space/event-log';
import { deletePublishedReferences, replaceReferences } from '../references/references.queries.ts';
import type { ReferenceNames } from '../references/resolve-references.ts';
import { claimPageAddress } from './page-address.ts';
import { shownPageData } from './page-event-data.ts';
import { findPageUrl, updatePage } from './pages.queries.ts';
import type { StoredPage } from './stored-page.queries.ts';
import { deleteOldVersions, ensureVersion, findStoredVersion, markVersionPublished } from './versions.queries.ts';

/** The version of a page that is to be published, and its address. */
export interface Publication {
  /** An earlier version; default the present content. */
  readonly version?: number | undefined;
  /** Default the present slug, or one that resembles the title. */
  readonly published_slug?: string | undefined;
  /** The names of the forms and booking pages that the version uses. */
  readonly names: ReferenceNames;
  readonly actor: Actor;
  /** True when a schedule publishes the page. */
  readonly scheduled: boolean;
}

/**
 * Publishes a locked page, or another version of it, and ends its schedule. Emits page_published when visitors see
 * something else than before. Throws not_found for an unknown version and duplicate for a slug that is taken.
 */
export async function publishPage(
  tx: Transaction<typeof pagePublished>,
  origin: string,
  page: StoredPage,
  publication: Publication,
): Promise<void> {
  const { space_id, id } = page;
  const wanted = publication.published_slug ?? page.slug ?? undefined;
  const slug = wanted !== undefined && wanted === page.slug ? wanted : await claimPageAddress(tx, page, wanted);
  const { version, content_revision } = await versionToPublish(tx, page, publication);
  await markVersionPublished(tx, page, version, publication.actor, tx.now);
  const isNew = page.status !== 'published' || page.published_version !== version || page.slug !== slug;
  if (!isNew && page.publish_at === null) return;
  const endedSchedule = { publish_at: null, publish_slug: null, publish_by: null, schedule_error: null };
  const columns = {
    status: 'published',
    slug,
    published_version: version,
    published_content_revision: content_revision,
    ...(isNew ? { published_at: tx.now } : {}),
  };
  await updatePage(tx, space_id, id, { ...columns, ...endedSchedule }, tx.now);
  await replaceReferences(tx, space_id, id, 'published', publication.names);
  await deleteOldVersions(tx, page);
  if (!isNew) return;
  const url = await findPageUrl(tx, origin, space_id, id);
  tx.emit(pagePublished, { ...(await shownPageData(tx, origin, page)), version, url, scheduled: publication.scheduled });
}

async function versionToPublish(
  tx: Transaction<never>,
  page: StoredPage,
  { version, actor }: Publication,
): Promise<{ version: number; content_revision: number }> {
  if (version === undefined) return { version: await ensureVersion(tx, page, actor, tx.now), content_revision: page.content_revision };
  const stored = await findStoredVersion(tx, page.space_id, page.id, version);
  if (!stored) throw notFound('version of this page', String(version));
  return stored;
}

/** Unpublishes a locked page, and ends the schedule that does so. Emits page_unpublished when the page was published. */
export async function unpublishPage(
  tx: Transaction<typeof pageUnpublished>,
  origin: string,
  page: StoredPage,
  scheduled: boolean,
): Promise<void> {
  if (page.status === 'unpublished' && page.unpublish_at === null) return;
  const { space_id, id } = page;
  await updatePage(tx, space_id, id, { status: 'unpublished', unpublish_at: null, unpublish_by: null }, tx.now);
  await deletePublishedReferences(tx, space_id, id);
  if (page.status === 'published') tx.emit(pageUnpublished, { ...(await shownPageData(tx, origin, page)), scheduled });
}

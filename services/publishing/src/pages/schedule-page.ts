import type { Actor } from '@space/contracts/core';
import { pagePublishScheduled } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import type { Transaction } from '@space/event-log';
import { reservePageAddress } from './page-address.ts';
import { updatePage } from './pages.queries.ts';
import { pageEventData, type StoredPage } from './stored-page.queries.ts';

/** When a page is to be published or taken down; null calls it off. */
export interface PublishSchedule {
  readonly publish: boolean;
  readonly at: string | null;
  readonly published_slug?: string | undefined;
  readonly actor: Actor;
}

/** Writes a plan down on a locked page. An address that it needs is kept for it from now on, and leads where it did until its time comes. */
export async function schedulePage(tx: Transaction<typeof pagePublishScheduled>, page: StoredPage, plan: PublishSchedule): Promise<void> {
  const { space_id, id } = page;
  const at = plan.at === null ? null : isoTime(Date.parse(plan.at));
  const by = at === null ? null : JSON.stringify(plan.actor);
  const slug = plan.published_slug ?? null;
  const before = plan.publish ? page.publish_at : page.unpublish_at;
  const isSame = at === (before === null ? null : isoTime(before)) && (!plan.publish || slug === page.publish_slug);
  if (isSame) return;
  if (slug !== null) await reservePageAddress(tx, page, slug);
  await updatePage(
    tx,
    space_id,
    id,
    plan.publish ? { publish_at: at, publish_slug: slug, publish_by: by, schedule_error: null } : { unpublish_at: at, unpublish_by: by },
    tx.now,
  );
  const shown = (time: number | null) => (time === null ? null : isoTime(time));
  tx.emit(pagePublishScheduled, {
    ...pageEventData(page),
    publish_at: plan.publish ? at : shown(page.publish_at),
    unpublish_at: plan.publish ? shown(page.unpublish_at) : at,
  });
}

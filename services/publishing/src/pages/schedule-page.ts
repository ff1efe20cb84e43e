import type { Actor } from '@space/contracts/core';
import { pagePublishScheduled } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import type { Transaction } from '@space/event-log';
import { reservePageAddress } from './page-address.ts';
import { pageEventData } from './page-event-data.ts';
import { updatePage } from './pages.queries.ts';
import type { StoredPage } from './stored-page.queries.ts';

/** The time at which a page is to be published or unpublished; `at` null cancels the schedule. */
export interface PublishSchedule {
  readonly publish: boolean;
  readonly at: string | null;
  readonly published_slug?: string | undefined;
  readonly actor: Actor;
}

/** Stores a schedule in a locked page, reserves the address it needs, and emits page_publish_scheduled when something changed. */
export async function schedulePage(
  tx: Transaction<typeof pagePublishScheduled>,
  page: StoredPage,
  schedule: PublishSchedule,
): Promise<void> {
  const { space_id, id } = page;
  const at = schedule.at === null ? null : isoTime(Date.parse(schedule.at));
  const by = at === null ? null : JSON.stringify(schedule.actor);
  const slug = schedule.published_slug ?? null;
  const before = isoTimeOrNull(schedule.publish ? page.publish_at : page.unpublish_at);
  if (at === before && (!schedule.publish || slug === page.publish_slug)) return;
  if (slug !== null) await reservePageAddress(tx, page, slug);
  await updatePage(
    tx,
    space_id,
    id,
    schedule.publish
      ? { publish_at: at, publish_slug: slug, publish_by: by, schedule_error: null }
      : { unpublish_at: at, unpublish_by: by },
    tx.now,
  );
  tx.emit(pagePublishScheduled, {
    ...pageEventData(page),
    publish_at: schedule.publish ? at : isoTimeOrNull(page.publish_at),
    unpublish_at: schedule.publish ? isoTimeOrNull(page.unpublish_at) : at,
  });
}

const isoTimeOrNull = (time: number | null): string | null => (time === null ? null : isoTime(time));

import { scheduledCall, withRoom } from '@space/bus';
import { type Actor, Problem, type ProblemCode } from '@space/contracts/core';
import { pagePublishFailed, pages } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { createWriter, type Transaction } from '@space/event-log';
import { invalidateTags, pageTag, siteTag } from '../cache/cache-invalidation.ts';
import type { Publishing } from '../context/publishing.ts';
import { type ReferenceNames, resolveReferences } from '../references/resolve-references.ts';
import type { ScheduleColumn } from '../schedule/due-sql.ts';
import type { ScheduledJob } from '../schedule/job-task.ts';
import { createDueProcessor } from '../schedule/process-due.ts';
import { pageEventData } from './page-event-data.ts';
import { updatePage } from './pages.queries.ts';
import { publishPage, unpublishPage } from './publish-page.ts';
import { listDuePages, lockDuePage, nextPageDue, type StoredPage } from './stored-page.queries.ts';
import { newVersionBytes } from './versions.queries.ts';

/**
 * Returns the jobs that publish and unpublish pages at their scheduled time.
 *
 * The references of a page are resolved first, without a lock. Then one transaction locks the row, checks that its
 * schedule and content are the same, and commits the change, its event and the end of the schedule together. A process
 * that is killed before the commit has changed nothing, and a second process finds no schedule. A new version is a copy of the
 * page, so it needs room in the Space. A page whose references do not exist any more, or whose Space has no room, is not published:
 * its schedule ends, `schedule_error` says why, and page_publish_failed is emitted.
 */
export function createPageJobs(publishing: Publishing): ScheduledJob[] {
  const { database, bus } = publishing.ports;
  const processorOf = createDueProcessor(publishing.ports);
  const jobs = [
    { name: 'publish pages', column: 'publish_at', processPage: publishDue(publishing) },
    { name: 'unpublish pages', column: 'unpublish_at', processPage: unpublishDue(publishing) },
  ] as const;

  return jobs.map(({ name, column, processPage }) => ({
    name,
    nextDue: () => nextPageDue(database, column),
    act: processorOf(
      name,
      (now, limit, except) => listDuePages(database, column, now, limit, except),
      async (page) => {
        const isDone = await processPage(page);
        if (isDone) invalidateTags(bus, pageTag(page.id), page.site_id && siteTag(page.site_id));
        return isDone;
      },
    ),
  }));
}

/** Runs the schedule of one page; returns false when the schedule has ended or another process has locked the page. */
type PageProcessor = (page: StoredPage) => Promise<boolean>;

const actorOf = (page: StoredPage, column: ScheduleColumn): Actor =>
  (column === 'publish_at' ? page.publish_by : page.unpublish_by) ?? { kind: 'automation', id: 'schedule', name: 'Schedule' };

const callOf = (page: StoredPage, column: ScheduleColumn) =>
  scheduledCall(
    'pages.publish',
    pages.operations.publish,
    { space_id: page.space_id, actor: actorOf(page, column) },
    { id: page.id, publish: column === 'publish_at' },
  );

function publishDue({ ports, origin }: Publishing): PageProcessor {
  const write = createWriter('publishing', ports);

  /** Publishes the page, or ends its schedule with an error; returns false when the schedule has ended or the content changed. */
  async function commit(page: StoredPage, names: ReferenceNames, refusal?: Problem): Promise<boolean> {
    const call = callOf(page, 'publish_at');
    let isDone = false;
    await write.write(call, async (tx) => {
      isDone = false;
      const locked = await lockDuePage(tx, page, 'publish_at', tx.now);
      if (!locked || locked.content_revision !== page.content_revision) return null as never;
      isDone = true;
      const published_slug = locked.publish_slug ?? undefined;
      if (refusal) await failSchedule(tx, locked, refusal);
      else await publishPage(tx, origin, locked, { names, actor: call.caller.actor, scheduled: true, published_slug });
      return null as never;
    });
    return isDone;
  }

  return async function publishDuePage(page) {
    try {
      const call = callOf(page, 'publish_at');
      const { names } = await resolveReferences(ports.bus, call, { ...page, origin });
      const bytes = await newVersionBytes(ports.database, page.space_id, page.id);
      const publish = () => commit(page, names);
      return await (bytes === null ? publish() : withRoom(ports.bus, call, { bytes }, publish));
    } catch (error) {
      if (!(error instanceof Problem) || !permanentCodes.has(error.code)) throw error;
      return commit(page, {}, error);
    }
  };
}

/** Codes that end a schedule: a reference does not exist any more, another page has the address, or the Space has no room. */
const permanentCodes: ReadonlySet<ProblemCode> = new Set(['unresolved_reference', 'duplicate', 'limit_reached']);

function unpublishDue({ ports, origin }: Publishing): PageProcessor {
  const write = createWriter('publishing', ports);
  return async function unpublishDuePage(page) {
    let isDone = false;
    await write.write(callOf(page, 'unpublish_at'), async (tx) => {
      const locked = await lockDuePage(tx, page, 'unpublish_at', tx.now);
      if (!locked) return null as never;
      isDone = true;
      await unpublishPage(tx, origin, locked, true);
      return null as never;
    });
    return isDone;
  };
}

async function failSchedule(tx: Transaction<typeof pagePublishFailed>, page: StoredPage, refusal: Problem): Promise<void> {
  const error = refusal.message.slice(0, 2_000);
  const endedSchedule = { publish_at: null, publish_slug: null, publish_by: null, schedule_error: error };
  await updatePage(tx, page.space_id, page.id, endedSchedule, tx.now);
  tx.emit(pagePublishFailed, { ...pageEventData(page), publish_at: isoTime(page.publish_at!), error });
}

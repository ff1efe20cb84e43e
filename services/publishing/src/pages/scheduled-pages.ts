import { type Actor, Problem, type ProblemCode } from '@space/contracts/core';
import { pagePublishFailed, pages } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { createWriter, type Transaction } from '@space/event-log';
import { invalidateTags, pageTag, siteTag } from '../cache/cache-invalidation.ts';
import type { Publishing } from '../context/publishing.ts';
import { type ReferenceNames, resolveReferences } from '../references/resolve-references.ts';
import type { ScheduleColumn } from '../schedule/due-sql.ts';
import { createDueProcessor } from '../schedule/process-due.ts';
import type { ScheduledJob } from '../schedule/schedule-task.ts';
import { scheduledCall } from '../schedule/scheduled-call.ts';
import { updatePage } from './pages.queries.ts';
import { unpublishPage } from './publish-handler.ts';
import { publishPage } from './publish-page.ts';
import { listDuePages, lockDuePage, nextPageDue, pageEventData, type StoredPage } from './stored-page.queries.ts';

/**
 * Pages that are published, or taken down, because their time has come.
 *
 * What a page uses is looked up first, without holding anything; then one transaction takes the row, sees that its plan
 * and its content are still the same, and commits the change, its event and the end of the plan together. A process that
 * is killed before has done nothing, and one that comes second finds no plan. A page that uses what is not there any more
 * is not published: its plan ends, the page says why, and an event tells it.
 */
export function createPageJobs(publishing: Publishing): ScheduledJob[] {
  const { database, bus } = publishing.ports;
  const each = createDueProcessor(publishing.ports);
  const acts = { publish_at: publishDue(publishing), unpublish_at: unpublishDue(publishing) } as const;

  return (['publish_at', 'unpublish_at'] as const).map((plan) => ({
    name: plan === 'publish_at' ? 'publish pages' : 'take pages down',
    nextDue: () => nextPageDue(database, plan),
    act: () =>
      each(
        (now, limit) => listDuePages(database, plan, now, limit),
        async (page) => {
          const isDone = await acts[plan](page);
          if (isDone) invalidateTags(bus, pageTag(page.id), page.site_id && siteTag(page.site_id));
          return isDone;
        },
      ),
  }));
}

/** Does what is planned for one page; false when its plan is gone or another process is at it. */
type Act = (page: StoredPage) => Promise<boolean>;

const actorOf = (page: StoredPage, plan: ScheduleColumn): Actor =>
  (plan === 'publish_at' ? page.publish_by : page.unpublish_by) ?? { kind: 'automation', id: 'schedule', name: 'Schedule' };

const callOf = (page: StoredPage, plan: ScheduleColumn) =>
  scheduledCall(
    'pages.publish',
    pages.operations.publish,
    { space_id: page.space_id, actor: actorOf(page, plan) },
    { id: page.id, publish: plan === 'publish_at' },
  );

function publishDue({ ports, origin }: Publishing): Act {
  const write = createWriter('publishing', ports);

  /** Publishes it, or ends its plan for a reason; false when the plan is gone, or the page changed since it was looked at. */
  const commit = async (page: StoredPage, names: ReferenceNames, refusal?: Problem): Promise<boolean> => {
    const call = callOf(page, 'publish_at');
    let done = false;
    await write.write(call, async (tx) => {
      done = false;
      const locked = await lockDuePage(tx, page, 'publish_at', tx.now);
      if (!locked || locked.content !== page.content) return null as never;
      done = true;
      const published_slug = locked.publish_slug ?? undefined;
      if (refusal) await failSchedule(tx, locked, refusal);
      else await publishPage(tx, origin, locked, { names, actor: call.caller.actor, scheduled: true, published_slug });
      return null as never;
    });
    return done;
  };

  return async (page) => {
    try {
      return await commit(page, await resolveReferences(ports.bus, callOf(page, 'publish_at'), page.outline));
    } catch (error) {
      if (!(error instanceof Problem) || !final.has(error.code)) throw error;
      return commit(page, {}, error);
    }
  };
}

/** Refusals that trying again does not change: something it uses is gone, or another page has its address. */
const final: ReadonlySet<ProblemCode> = new Set(['unresolved_reference', 'duplicate']);

function unpublishDue({ ports }: Publishing): Act {
  const write = createWriter('publishing', ports);
  return async (page) => {
    let done = false;
    await write.write(callOf(page, 'unpublish_at'), async (tx) => {
      const locked = await lockDuePage(tx, page, 'unpublish_at', tx.now);
      if (!locked) return null as never;
      done = true;
      await unpublishPage(tx, locked, true);
      return null as never;
    });
    return done;
  };
}

async function failSchedule(tx: Transaction<typeof pagePublishFailed>, page: StoredPage, refusal: Problem): Promise<void> {
  const error = refusal.message.slice(0, 2_000);
  const over = { publish_at: null, publish_slug: null, publish_by: null, schedule_error: error };
  await updatePage(tx, page.space_id, page.id, over, tx.now);
  tx.emit(pagePublishFailed, { ...pageEventData(page), publish_at: isoTime(page.publish_at!), error });
}

import { type Actor, Problem, type ProblemCode, pages } from '@space/contracts';
import { isoTime } from '@space/database';
import { writer } from '@space/event-log';
import { pageTag, siteTag, tellChanged } from '../public-changes.ts';
import type { Publishing } from '../publishing.ts';
import { type Names, resolveReferences } from '../references/resolve-references.ts';
import type { Planned } from '../schedule/schedule-task.ts';
import { scheduledCall } from '../schedule/scheduled-call.ts';
import { updatePage } from './pages.queries.ts';
import { takeDown } from './publish-page.ts';
import { showPage } from './show-page.ts';
import { lockDue, nextDue, type Plan, readDue, type StoredPage } from './stored-page.ts';

/** Pages looked at at a time; those that others are busy with are passed over. */
const BATCH = 20;

/** What could not be judged is tried again this much later, in milliseconds; others go before it until then. */
const LATER_MS = 5_000;

/**
 * Pages that are published, or taken down, because their time has come.
 *
 * What a page uses is looked up first, without holding anything; then one transaction takes the row, sees that its plan
 * and its content are still the same, and commits the change, its event and the end of the plan together. A process that
 * is killed before has done nothing, and one that comes second finds no plan. A page that uses what is not there any more
 * is not published: its plan ends, and the page says why.
 */
export function plannedPages(publishing: Publishing): Planned[] {
  const { database, clock, bus, log } = publishing.ports;
  const postponed = new Map<string, number>();
  const acts = { publish_at: publishDue(publishing), unpublish_at: takeDownDue(publishing) } as const;

  return (['publish_at', 'unpublish_at'] as const).map((plan) => ({
    name: plan === 'publish_at' ? 'publish pages' : 'take pages down',
    nextDue: () => nextDue(database, plan),
    async act() {
      const now = clock.now();
      for (const [id, until] of postponed) if (until <= now) postponed.delete(id);
      const due = await readDue(database, plan, isoTime(now), BATCH + postponed.size);
      let done = 0;
      for (const page of due.filter(({ id }) => !postponed.has(id)))
        try {
          if (!(await acts[plan](page))) continue;
          done += 1;
          tellChanged(bus, pageTag(page.id), page.site_id && siteTag(page.site_id));
        } catch (error) {
          log.warn({ err: error, page_id: page.id }, 'a page whose time has come waits; trying again');
          postponed.set(page.id, clock.now() + LATER_MS);
        }
      return done > 0;
    },
  }));
}

/** Does what is planned for one page; false when its plan is gone or another process is at it. */
type Act = (page: StoredPage) => Promise<boolean>;

const actorOf = (page: StoredPage, plan: Plan): Actor =>
  (plan === 'publish_at' ? page.publish_by : page.unpublish_by) ?? { kind: 'automation', id: 'schedule', name: 'Schedule' };

const callOf = (page: StoredPage, plan: Plan) =>
  scheduledCall(
    'pages.publish',
    pages.operations.publish,
    { space_id: page.space_id, actor: actorOf(page, plan) },
    { id: page.id, publish: plan === 'publish_at' },
  );

function publishDue({ ports, origin }: Publishing): Act {
  const write = writer('publishing', ports);

  /** Publishes it, or ends its plan for a reason; false when the plan is gone, or the page changed since it was looked at. */
  const commit = async (page: StoredPage, names: Names, refusal?: Problem): Promise<boolean> => {
    const call = callOf(page, 'publish_at');
    let done = false;
    await write.write(call, async (tx) => {
      done = false;
      const locked = await lockDue(tx, page, 'publish_at', tx.now);
      if (!locked || locked.content !== page.content) return null as never;
      done = true;
      const published_slug = locked.publish_slug ?? undefined;
      if (refusal) await endPlan(tx, locked, refusal);
      else await showPage(tx, origin, locked, { names, actor: call.caller.actor, scheduled: true, published_slug });
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

function takeDownDue({ ports }: Publishing): Act {
  const write = writer('publishing', ports);
  return async (page) => {
    let done = false;
    await write.write(callOf(page, 'unpublish_at'), async (tx) => {
      const locked = await lockDue(tx, page, 'unpublish_at', tx.now);
      if (!locked) return null as never;
      done = true;
      await takeDown(tx, locked, true);
      return null as never;
    });
    return done;
  };
}

const endPlan = (tx: Parameters<typeof updatePage>[0] & { readonly now: string }, { space_id, id }: StoredPage, refusal: Problem) =>
  updatePage(
    tx,
    space_id,
    id,
    { publish_at: null, publish_slug: null, publish_by: null, schedule_error: refusal.message.slice(0, 2_000) },
    tx.now,
  );

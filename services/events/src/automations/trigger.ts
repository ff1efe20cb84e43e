import { automationRunFailed, type Event, MAX_AUTOMATION_CHAIN, wants } from '@space/contracts';
import { isoTime, newId } from '@space/database';
import { type Consumer, emitted, type LoggedEvent } from '@space/event-log';
import { metrics, type Ports } from '@space/runtime';
import { CHAIN_ENDS } from './runs.ts';
import type { NewRun } from './runs.queries.ts';
import { automationsOf, queueRuns, setAsideEvent, type Triggered } from './trigger.queries.ts';

/** An event this much older than an automation is one that came again, and not for a newcomer; clocks of processes may differ by less. */
const NEWCOMER_MS = 30_000;

/**
 * The consumer group `automations`: one queued run for each event and automation that starts from it, in one statement
 * for the whole batch. Nothing is carried out here. An event that comes again finds its runs and starts none.
 */
export function automationTrigger({ database, clock, eventLog }: Ports, queued: () => void): Consumer {
  return {
    group: 'automations',
    async handle(batch) {
      const end = metrics.eventsHandled.startTimer({
        messaging_system: 'space',
        messaging_destination_name: 'space.events',
        messaging_consumer_group_name: 'automations',
      });
      const runs = await runsFor(batch);
      if (runs.length === 0) return void end();
      const now = clock.now();
      const failures = runs.filter((run) => run.error !== null).map((run) => ({ ...chainEnded(run, now), run_id: run.id }));
      const count = await queueRuns(database, runs, failures, isoTime(now));
      if (count < runs.length) metrics.inboxDuplicates.inc({ group: 'automations' }, runs.length - count);
      if (failures.length > 0) eventLog.nudge('events');
      queued();
      end();
    },
    async setAside(poison) {
      await setAsideEvent(database, poison);
    },
  };

  async function runsFor(events: readonly LoggedEvent[]): Promise<NewRun[]> {
    const found = await automationsOf(database, [...new Set(events.map((event) => event.space_id))], [...new Set(events.map((event) => event.type))]);
    const bySpace = Map.groupBy(found, (automation) => automation.space_id);
    return events.flatMap((event) => {
      const candidates = bySpace.get(event.space_id)?.filter((automation) => automation.event_type === event.type) ?? [];
      if (candidates.length === 0) return [];
      const body = JSON.parse(event.body) as Event;
      return candidates.filter((automation) => starts(automation, body)).map((automation) => runOf(automation, event, chainOf(body) + 1));
    });
  }
}

function starts({ event_type, filters, created_at }: Triggered, { type, data, occurred_at }: Event): boolean {
  const { actor_kind, ...byType } = filters;
  const wanted = { event_types: [event_type], filters: { ...(actor_kind === undefined ? {} : { actor_kind }), [event_type]: byType } };
  return created_at - Date.parse(occurred_at) < NEWCOMER_MS && wants(wanted, { type, data });
}

/** How many automations led to an event. */
const chainOf = ({ data }: Event): number => (data.actor as { chain?: number } | undefined)?.chain ?? 0;

const runOf = (automation: Triggered, event: LoggedEvent, chain: number): NewRun => {
  const error = chain > MAX_AUTOMATION_CHAIN ? CHAIN_ENDS : null;
  return {
    id: newId('run'),
    space_id: automation.space_id,
    automation_id: automation.id,
    name: automation.name,
    event_id: event.id,
    event_type: event.type,
    event: error === null ? event.body : null,
    payload: null,
    chain,
    trace: event.trace,
    actions: automation.actions,
    scopes: automation.scopes,
    error,
  };
};

/** The event of a run that ended before it began, because its chain is too long. */
const chainEnded = (run: NewRun, now: number) =>
  emitted(
    automationRunFailed,
    {
      automation_id: run.automation_id,
      automation: run.name,
      run_id: run.id,
      started_by: 'event',
      event_id: run.event_id,
      steps: 0,
      error: CHAIN_ENDS,
    },
    { space_id: run.space_id, actor: { kind: 'automation', id: run.automation_id, name: run.name }, chain: run.chain },
    now,
  );

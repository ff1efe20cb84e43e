import { createPacedChanges } from '@space/bus';
import type { Event } from '@space/contracts/core';
import { type CreationTimes, MAX_AUTOMATION_CHAIN, MAX_UNFINISHED_RUNS_PER_SPACE, matches, occurredAfter } from '@space/contracts/events';
import { isoTime, newId } from '@space/database';
import { type Consumer, type DeadLetter, type LoggedEvent, originOf, storeDeadLetter } from '@space/event-log';
import { metrics, type Ports } from '@space/runtime';
import type { NewRun } from './insert-runs-sql.ts';
import { CHAIN_LIMIT_REACHED, RUN_LIMIT_REACHED } from './run-errors.ts';
import { runEndedEvent } from './run-event.ts';
import { countUnfinishedRuns } from './runs.queries.ts';
import { findTriggeredAutomations, queueRuns, type TriggeredAutomation } from './trigger-consumer.queries.ts';

/**
 * Returns the consumer of the group `automations`. It queues one run for each event and triggered automation, in one
 * statement per batch, and executes nothing itself. A duplicate finds its runs and starts none.
 */
export function createTriggerConsumer({ database, bus, clock, eventLog }: Ports, notifyWorker: () => void): Consumer {
  const announceTopic = createPacedChanges(bus);
  return {
    group: 'automations',
    async handle(batch) {
      const endTimer = metrics.eventsHandled.startTimer({
        messaging_system: 'space',
        messaging_destination_name: 'space.events',
        messaging_consumer_group_name: 'automations',
      });
      const triggered = await findRuns(batch);
      if (triggered.length === 0) return void endTimer();
      const runs = await applyRunLimit(triggered);
      const now = clock.now();
      const failures = runs.filter((run) => run.error !== null).map((run) => ({ ...runFailedEvent(run, run.error!, now), run_id: run.id }));
      const count = await queueRuns(database, runs, failures, isoTime(now));
      if (count < runs.length) metrics.inboxDuplicates.inc({ group: 'automations' }, runs.length - count);
      if (failures.length > 0) eventLog.notify('events');
      for (const { space_id, automation_id } of runs) announceTopic(space_id, `runs:${automation_id}`);
      notifyWorker();
      endTimer();
    },
    async deadLetter(deadLetter: DeadLetter) {
      await storeDeadLetter(database, 'events', 'automations', deadLetter);
    },
  };

  async function findRuns(events: readonly LoggedEvent[]): Promise<NewRun[]> {
    const automations = await findTriggeredAutomations(
      database,
      [...new Set(events.map((event) => event.space_id))],
      [...new Set(events.map((event) => event.type))],
    );
    const bySpace = Map.groupBy(automations, (automation) => automation.space_id);
    return events.flatMap((event) => {
      const candidates = bySpace.get(event.space_id)?.filter((automation) => automation.event_type === event.type) ?? [];
      if (candidates.length === 0) return [];
      const body = JSON.parse(event.body) as Event;
      const origin = originOf(event, body);
      return candidates
        .filter((automation) => isTriggered(automation, body, origin))
        .map((automation) => newRun(automation, event, chainOf(body) + 1));
    });
  }

  /** Marks runs beyond the limit of unfinished runs of their Space as failed. */
  async function applyRunLimit(runs: readonly NewRun[]): Promise<NewRun[]> {
    const unfinished = await countUnfinishedRuns(database, [...new Set(runs.map((run) => run.space_id))], MAX_UNFINISHED_RUNS_PER_SPACE);
    const counts = new Map(unfinished.map(({ space_id, count }) => [space_id, count]));
    return runs.map((run) => {
      const count = (counts.get(run.space_id) ?? 0) + 1;
      counts.set(run.space_id, count);
      return run.error === null && count > MAX_UNFINISHED_RUNS_PER_SPACE ? { ...run, event: null, error: RUN_LIMIT_REACHED } : run;
    });
  }
}

function isTriggered({ event_type, filters, can_use, ...creation }: TriggeredAutomation, event: Event, origin: CreationTimes): boolean {
  const { actor_kind, ...byType } = filters;
  const subscription = {
    event_types: [event_type],
    filters: { ...(actor_kind === undefined ? {} : { actor_kind }), [event_type]: byType },
    can_use,
  };
  // Orders of a test mode start automations only if their connection says so.
  return event.data.starts_automations !== false && occurredAfter(creation, origin) && matches(subscription, event);
}

/** Returns the number of automations that led to an event. */
const chainOf = ({ data }: Event): number => (data.actor as { chain?: number } | undefined)?.chain ?? 0;

const newRun = (automation: TriggeredAutomation, event: LoggedEvent, chain: number): NewRun => {
  const error = chain > MAX_AUTOMATION_CHAIN ? CHAIN_LIMIT_REACHED : null;
  return {
    id: newId('run'),
    space_id: automation.space_id,
    automation_id: automation.id,
    name: automation.name,
    event_id: event.id,
    event_type: event.type,
    event: error === null ? event.body : null,
    payload: null,
    rerun_of: null,
    chain,
    trace: event.trace,
    actions: automation.actions,
    scopes: automation.scopes,
    key_id: automation.key_id,
    agent_id: automation.agent_id,
    error,
  };
};

/** Returns the event of a run that failed before it started. */
const runFailedEvent = (run: NewRun, error: string, now: number) => runEndedEvent(run, 'failed', { steps: 0, error }, now);

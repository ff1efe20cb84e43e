import { setTimeout as delay } from 'node:timers/promises';
import type { AnnounceTopic } from '@space/bus';
import { isoTime, isTransientError } from '@space/database';
import { type Consumer, type DeadLetter, type LoggedEvent, storeDeadLetter } from '@space/event-log';
import { metrics, type Ports } from '@space/runtime';
import type { AttemptRecord } from '../attempts/attempt-recorder.queries.ts';
import { FIRST_ATTEMPT, type Job, LEASE_MS } from '../attempts/job.ts';
import { openAttemptWindow } from '../attempts/unstored-deliveries.ts';
import { bucketOf } from '../figures/duration-buckets.ts';
import { createDeliveryIds } from './delivery-ids.ts';
import type { Dispatcher } from './dispatcher.ts';
import { insertDeliveries } from './fan-out.queries.ts';
import { createMatcher, type Match } from './match-webhooks.ts';
import type { UnstoredWebhooks } from './unstored-webhooks.ts';

type Delivery = Match & { readonly id: number };

const RETRY_DELAY_MS = 250;

/**
 * Returns the consumer of the group `delivery`. It stores one delivery for each event and matching webhook, in one statement
 * per batch. Deliveries to a disabled webhook get the status `skipped`, so that they can be recovered.
 *
 * First attempts to webhooks that keep up begin before the deliveries are stored, and what succeeds meanwhile is stored in one
 * insert (ADR 25); `unstored` knows their webhooks meanwhile. Other deliveries that this process has capacity for are stored under its lease and then go to its
 * dispatcher; the rest is due immediately and waits in Postgres.
 */
export function createFanOut(
  { database, clock, box }: Ports,
  dispatcher: Dispatcher,
  unstored: UnstoredWebhooks,
  announceTopic: AnnounceTopic,
): Consumer {
  const ids = createDeliveryIds(database);
  /** Events whose deliveries could not be stored: their attempts may have been made, so none of them begins early again. */
  const failed = new Set<string>();
  const matchWebhooks = createMatcher(database, box, dispatcher);

  return {
    group: 'delivery',
    async handle(batch) {
      const endTimer = metrics.eventsHandled.startTimer({
        messaging_system: 'space',
        messaging_destination_name: 'space.events',
        messaging_consumer_group_name: 'delivery',
      });
      const events = [...new Map(batch.map((event) => [event.id, event])).values()];
      const matched = await matchWebhooks(events);
      if (matched.length > 0) await deliver(matched);
      endTimer();
    },
    async deadLetter(deadLetter: DeadLetter) {
      await storeDeadLetter(database, 'events', 'delivery', deadLetter);
      if (deadLetter.event_id !== null) failed.delete(deadLetter.event_id);
    },
  };

  async function deliver(matched: readonly Match[]): Promise<void> {
    const now = clock.now();
    const lease = dispatcher.newLease();
    const leased_until = now + LEASE_MS;
    const newIds = await ids.take(matched.length);
    const deliveries = matched.map((match, index): Delivery => {
      const start = match.start === 'early' && failed.has(match.event.id) ? 'leased' : match.start;
      return { ...match, start, id: newIds[index]! };
    });
    const toJob = ({ id, listener_id, event }: Delivery): Job => ({
      delivery_id: id,
      listener_id,
      event,
      attempt: 1,
      step: 1,
      priority: FIRST_ATTEMPT,
      lease,
      leased_until,
      test: false,
    });
    const early = deliveries.filter(({ start }) => start === 'early');
    const window = openAttemptWindow(early.length, dispatcher.record);
    unstored.add(new Set(early.map(({ listener_id }) => listener_id)), window.stored);
    dispatcher.offer(
      early.map((delivery) => ({ ...toJob(delivery), unstored: window, ...(delivery.recent ? { recent: delivery.recent } : {}) })),
    );
    const succeeded = await window.close();
    const events = [...new Map(matched.map(({ event }) => [event.id, event])).values()];
    try {
      const fresh = await store(events, deliveries, succeeded, lease);
      const recorded = window.resolveStored();
      // A process that stops ends its connections after its consumers.
      if (dispatcher.isStopped()) await recorded;
      for (const { id } of events) failed.delete(id);
      dispatcher.offer(deliveries.filter(({ start, event }) => start === 'leased' && fresh.has(event.id)).map(toJob));
      for (const { event, listener_id } of deliveries) announceTopic(event.space_id, `deliveries:${listener_id}`);
      if (fresh.size < events.length) metrics.inboxDuplicates.inc({ group: 'delivery' }, events.length - fresh.size);
    } catch (error) {
      window.rejectStored(error);
      for (const { id } of events) failed.add(id);
      throw error;
    }
  }

  /** Stores the deliveries and returns the events that were new. While Postgres is unavailable it waits: attempts were made. */
  async function store(
    events: readonly LoggedEvent[],
    deliveries: readonly Delivery[],
    succeeded: ReadonlyMap<number, AttemptRecord>,
    lease: string,
  ): Promise<ReadonlySet<string>> {
    const rows = deliveries.map(({ id, event, listener_id, start }) => {
      const attempt = succeeded.get(id)?.attempt;
      return {
        id,
        event_id: event.id,
        space_id: event.space_id,
        listener_id,
        status: start === 'skipped' ? ('skipped' as const) : attempt ? ('succeeded' as const) : ('pending' as const),
        lease: attempt || start === 'due' || start === 'skipped' ? null : lease,
        attempt: attempt ? JSON.stringify(attempt) : null,
        bucket: attempt ? bucketOf(attempt.duration_ms) : null,
      };
    });
    for (;;)
      try {
        const now = clock.now();
        // The lease begins when it is stored, so it covers outcomes that came while Postgres was away.
        const batch = { events, deliveries: rows, now: isoTime(now), leasedUntil: isoTime(now + LEASE_MS) };
        return new Set(await insertDeliveries(database, batch));
      } catch (error) {
        if (!isTransientError(error) || dispatcher.isStopped()) throw error;
        await delay(RETRY_DELAY_MS);
      }
  }
}

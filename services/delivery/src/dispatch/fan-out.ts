import type { Event } from '@space/contracts/core';
import { matches, occurredAfter } from '@space/contracts/events';
import { isoTime } from '@space/database';
import { type Consumer, type DeadLetter, type LoggedEvent, originOf, storeDeadLetter } from '@space/event-log';
import { metrics, type Ports } from '@space/runtime';
import { FIRST_ATTEMPT, LEASE_MS } from '../attempts/job.ts';
import type { Dispatcher } from './dispatcher.ts';
import { findWebhooks, insertDeliveries, type NewDelivery } from './fan-out.queries.ts';

/**
 * Returns the consumer of the group `delivery`. It inserts one delivery for each event and matching webhook, in one
 * statement per batch, and sends nothing itself. Deliveries to a disabled webhook get the status `skipped`, so that they
 * can be recovered. Deliveries that this process has capacity for are inserted under its lease and go straight to its
 * dispatcher; the others are due immediately and wait in Postgres.
 */
export function createFanOut({ database, clock }: Ports, dispatcher: Dispatcher): Consumer {
  return {
    group: 'delivery',
    async handle(batch) {
      const events = [...new Map(batch.map((event) => [event.id, event])).values()];
      const endTimer = metrics.eventsHandled.startTimer({
        messaging_system: 'space',
        messaging_destination_name: 'space.events',
        messaging_consumer_group_name: 'delivery',
      });
      const now = clock.now();
      const deliveries = await matchWebhooks(events);
      if (deliveries.length === 0) return void endTimer();
      const matchedIds = new Set(deliveries.map((delivery) => delivery.event_id));
      const matched = events.filter((event) => matchedIds.has(event.id));
      const leasedUntil = now + LEASE_MS;
      const lease = dispatcher.newLease();
      const { fresh, inserted } = await insertDeliveries(database, {
        events: matched,
        deliveries,
        now: isoTime(now),
        lease,
        leasedUntil: isoTime(leasedUntil),
      });
      if (fresh < matched.length) metrics.inboxDuplicates.inc({ group: 'delivery' }, matched.length - fresh);
      const byId = new Map(matched.map((event) => [event.id, event]));
      dispatcher.offer(
        inserted
          .filter((delivery) => delivery.leased)
          .map(({ id, listener_id, event_id }) => ({
            delivery_id: id,
            listener_id,
            event: byId.get(event_id)!,
            attempt: 1,
            step: 1,
            priority: FIRST_ATTEMPT,
            lease,
            leased_until: leasedUntil,
            test: false,
          })),
      );
      endTimer();
    },
    async deadLetter(deadLetter: DeadLetter) {
      await storeDeadLetter(database, 'events', 'delivery', deadLetter);
    },
  };

  async function matchWebhooks(events: readonly LoggedEvent[]): Promise<NewDelivery[]> {
    const webhooks = Map.groupBy(
      await findWebhooks(database, [...new Set(events.map((event) => event.space_id))]),
      (webhook) => webhook.space_id,
    );
    const leasedCounts = new Map<string, number>();
    return events.flatMap((event) => {
      const inSpace = webhooks.get(event.space_id);
      if (!inSpace) return [];
      const body = JSON.parse(event.body) as Event;
      const origin = originOf(event, body);
      return inSpace
        .filter((webhook) => occurredAfter(webhook, origin) && matches(webhook, { type: event.type, data: body.data }))
        .map((webhook) => {
          const delivery = { event_id: event.id, space_id: event.space_id, listener_id: webhook.id };
          if (!webhook.enabled) return { ...delivery, leased: false, skipped: true };
          const count = (leasedCounts.get(webhook.id) ?? 0) + 1;
          leasedCounts.set(webhook.id, count);
          return { ...delivery, leased: count <= dispatcher.capacity(webhook.id), skipped: false };
        });
    });
  }
}

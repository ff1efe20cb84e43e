import type { Event } from '@space/contracts/core';
import { matches, occurredAfter } from '@space/contracts/events';
import { isoTime } from '@space/database';
import { type Consumer, type LoggedEvent, originOf, storeDeadLetter } from '@space/event-log';
import { metrics, type Ports } from '@space/runtime';
import { FIRST_ATTEMPT, LEASE_MS } from '../attempts/job.ts';
import type { Dispatcher } from './dispatcher.ts';
import { findWebhooks, insertDeliveries, type NewDelivery } from './fan-out.queries.ts';

/**
 * The consumer group `delivery`: one durable row for each event and webhook that wants it, in one statement for the
 * whole batch, and no HTTP. For a webhook that is switched off the row says `skipped`, so that nothing vanishes and
 * all of it can be recovered. Rows that this process has room for are inserted under its lease and go straight to its
 * dispatcher; the others are due at once and wait in Postgres.
 */
export function createFanOut({ database, clock }: Ports, dispatch: Dispatcher): Consumer {
  return {
    group: 'delivery',
    async handle(batch) {
      const events = [...new Map(batch.map((event) => [event.id, event])).values()];
      const end = metrics.eventsHandled.startTimer({
        messaging_system: 'space',
        messaging_destination_name: 'space.events',
        messaging_consumer_group_name: 'delivery',
      });
      const now = clock.now();
      const wanted = await whoWants(events);
      const carrying = new Set(wanted.map((each) => each.event_id));
      const carried = events.filter((event) => carrying.has(event.id));
      const leasedUntil = now + LEASE_MS;
      const lease = dispatch.newLease();
      if (wanted.length === 0) return void end();
      const { fresh, deliveries } = await insertDeliveries(database, {
        events: carried,
        wanted,
        now: isoTime(now),
        lease,
        leasedUntil: isoTime(leasedUntil),
      });
      if (fresh < carried.length) metrics.inboxDuplicates.inc({ group: 'delivery' }, carried.length - fresh);
      const byId = new Map(carried.map((event) => [event.id, event]));
      dispatch.offer(
        deliveries
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
      end();
    },
    async deadLetter(poison) {
      await storeDeadLetter(database, 'events', 'delivery', poison);
    },
  };

  async function whoWants(events: readonly LoggedEvent[]): Promise<NewDelivery[]> {
    const webhooks = Map.groupBy(
      await findWebhooks(database, [...new Set(events.map((event) => event.space_id))]),
      (webhook) => webhook.space_id,
    );
    const taken = new Map<string, number>();
    return events.flatMap((event) => {
      const inSpace = webhooks.get(event.space_id);
      if (!inSpace) return [];
      const body = JSON.parse(event.body) as Event;
      const origin = originOf(event, body);
      return inSpace
        .filter((webhook) => occurredAfter(webhook, origin) && matches(webhook, { type: event.type, data: body.data }))
        .map((webhook) => {
          const one = { event_id: event.id, space_id: event.space_id, listener_id: webhook.id };
          if (!webhook.enabled) return { ...one, leased: false, skipped: true };
          const count = (taken.get(webhook.id) ?? 0) + 1;
          taken.set(webhook.id, count);
          return { ...one, leased: count <= dispatch.capacity(webhook.id), skipped: false };
        });
    });
  }
}

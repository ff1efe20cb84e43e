import { type Handlers, Json } from '@space/bus';
import { DELIVERIES_DUE, notFound, Problem } from '@space/contracts/core';
import { type deliveries, testEvent } from '@space/contracts/events';
import { isoTime, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { FIRST_ATTEMPT, LEASE_MS } from '../attempts/job.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { UnstoredWebhooks } from '../dispatch/unstored-webhooks.ts';
import { assertCanAccessEvent, assertOwnWebhook } from '../webhooks/authorize-webhook.ts';
import { findDelivery, insertTestDelivery, listDeliveries, requeueDelivery } from './deliveries.queries.ts';
import { explainDelivery } from './explain.ts';
import { explainType } from './explain-type.ts';
import { reconstructAttempt } from './sent-attempt.ts';
import { waitUntilStored } from './wait-until-stored.ts';

type DeliveryHandlers = Pick<Handlers<typeof deliveries>, 'list' | 'get' | 'test' | 'resend' | 'get_attempt' | 'explain' | 'explain_type'>;

/** Returns the handlers of the contract `deliveries`, for one webhook, without those of recoveries. */
export function createDeliveryHandlers(ports: Ports, dispatcher: Dispatcher, unstored: UnstoredWebhooks): DeliveryHandlers {
  const { database, clock, bus, box } = ports;
  const writer = createWriter('events', ports);

  async function readDelivery(connection: CommonQueryMethods, space: string, listener: string, id: number) {
    const row = await findDelivery(connection, space, listener, id);
    if (!row) throw notFound('delivery', String(id));
    return new Json<never>(row.json);
  }

  return {
    async list({ input, caller }) {
      await assertOwnWebhook(database, caller, input.id);
      await unstored.waitForStored(input.id);
      return new Json(await readPage(database, listDeliveries(caller.space_id, input)));
    },

    async get({ input, caller }) {
      await assertOwnWebhook(database, caller, input.id);
      await waitUntilStored(database, input.id, input.delivery_id);
      return readDelivery(database, caller.space_id, input.id, input.delivery_id);
    },

    async test(call) {
      const { input, caller, trace } = call;
      await assertOwnWebhook(database, caller, input.id);
      const now = clock.now();
      const event_id = newId('evt');
      const body = JSON.stringify({
        id: event_id,
        type: testEvent.type,
        label: testEvent.label,
        space_id: caller.space_id,
        occurred_at: isoTime(now),
        data: { ...testEvent.sample, actor: caller.actor, actor_kind: caller.actor.kind },
      });
      const until = now + LEASE_MS;
      const lease = dispatcher.newLease();
      // The row commits before the POST, with the idempotency key: a repeated call finds it and sends nothing.
      const queued = await writer.write(call, async (tx) => {
        const { id } = await insertTestDelivery(tx, {
          event_id,
          space_id: caller.space_id,
          listener_id: input.id,
          body,
          trace: trace.traceparent ?? null,
          lease,
          now: isoTime(now),
          until: isoTime(until),
        });
        return readDelivery(tx, caller.space_id, input.id, id);
      });
      if (call.dry_run) return queued;
      const { delivery_id } = (queued instanceof Json ? JSON.parse(queued.text) : queued) as { delivery_id: number };
      if (!call.replayed)
        await dispatcher.attemptNow({
          delivery_id,
          listener_id: input.id,
          event: { id: event_id, type: testEvent.type, body, trace: trace.traceparent ?? null },
          attempt: 1,
          step: 1,
          priority: FIRST_ATTEMPT,
          lease,
          leased_until: until,
          test: true,
        });
      // The webhook may have been deleted meanwhile, with its log.
      await assertOwnWebhook(database, caller, input.id);
      return readDelivery(database, caller.space_id, input.id, delivery_id);
    },

    async resend(call) {
      const { id, delivery_id } = call.input;
      await assertOwnWebhook(database, call.caller, id);
      await waitUntilStored(database, id, delivery_id);
      await assertCanAccessEvent(database, call.caller.space_id, id, delivery_id);
      const answer = await writer.write(call, async (tx) => {
        const row = await requeueDelivery(tx, call.caller.space_id, id, delivery_id, tx.now);
        if (row) return new Json<never>(row.json);
        await readDelivery(tx, call.caller.space_id, id, delivery_id);
        throw new Problem('conflict', 'An attempt of this delivery is in progress; read its log in 10 seconds.', { retry_after_s: 10 });
      });
      bus.publish(DELIVERIES_DUE, new Uint8Array());
      return answer;
    },

    async get_attempt({ input, caller }) {
      await assertOwnWebhook(database, caller, input.id);
      await waitUntilStored(database, input.id, input.delivery_id);
      await assertCanAccessEvent(database, caller.space_id, input.id, input.delivery_id);
      const sent = await reconstructAttempt(database, box, caller.space_id, input);
      if (!sent) throw notFound('attempt', String(input.number));
      return sent;
    },

    async explain({ input, caller }) {
      await assertOwnWebhook(database, caller, input.id);
      return explainDelivery(database, caller.space_id, input.id, input.event_id);
    },

    async explain_type({ input, caller }) {
      await assertOwnWebhook(database, caller, input.id);
      return explainType(database, caller, input);
    },
  };
}

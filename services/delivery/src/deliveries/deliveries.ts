import { type Handlers, Json } from '@space/bus';
import { DELIVERIES_DUE, notFound, Problem } from '@space/contracts/core';
import { type deliveries, TEST_EVENT_TYPE } from '@space/contracts/events';
import { isoTime, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { FIRST_ATTEMPT, LEASE_MS } from '../attempts/job.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { recoveryHandlers } from '../recoveries/recoveries.ts';
import { assertCanAccessEvent, assertOwnWebhook } from '../webhooks/authorize-webhook.ts';
import { findDelivery, insertTestDelivery, listDeliveries, requeueDelivery } from './deliveries.queries.ts';
import { explain } from './explain.ts';
import { reconstructAttempt } from './sent-attempt.ts';

/** Answers the deliveries contract. */
export function deliveryHandlers(ports: Ports, dispatch: Dispatcher, beginRecovery: () => void): Handlers<typeof deliveries> {
  const { database, clock, bus, box } = ports;
  const write = createWriter('events', ports);

  const read = async (connection: CommonQueryMethods, space: string, listener: string, id: number) => {
    const row = await findDelivery(connection, space, listener, id);
    if (!row) throw notFound('delivery', String(id));
    return new Json<never>(row.json);
  };

  return {
    list: async ({ input, caller }) => {
      await assertOwnWebhook(database, caller, input.id);
      return new Json(await readPage(database, listDeliveries(caller.space_id, input)));
    },

    test: async (call) => {
      const { input, caller, trace } = call;
      await assertOwnWebhook(database, caller, input.id);
      const now = clock.now();
      const event_id = newId('evt');
      const body = JSON.stringify({
        id: event_id,
        type: TEST_EVENT_TYPE,
        label: 'Test event',
        space_id: caller.space_id,
        occurred_at: isoTime(now),
        data: { message: 'This is a test event.', actor: caller.actor, actor_kind: caller.actor.kind },
      });
      const until = now + LEASE_MS;
      const lease = dispatch.newLease();
      // The row commits before the POST, with the idempotency key: a repeated call finds it and sends nothing.
      const queued = await write.write(call, async (tx) => {
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
        return read(tx, caller.space_id, input.id, id);
      });
      if (call.dry_run) return queued;
      const { delivery_id } = (queued instanceof Json ? JSON.parse(queued.text) : queued) as { delivery_id: number };
      if (!call.replayed)
        await dispatch.now({
          delivery_id,
          listener_id: input.id,
          event: { id: event_id, type: TEST_EVENT_TYPE, body, trace: trace.traceparent ?? null },
          attempt: 1,
          step: 1,
          priority: FIRST_ATTEMPT,
          lease,
          leased_until: until,
          test: true,
        });
      // It may have been deleted meanwhile: then it took its log along.
      await assertOwnWebhook(database, caller, input.id);
      return read(database, caller.space_id, input.id, delivery_id);
    },

    resend: async (call) => {
      const { id, delivery_id } = call.input;
      await assertOwnWebhook(database, call.caller, id);
      await assertCanAccessEvent(database, call.caller.space_id, id, delivery_id);
      const answer = await write.write(call, async (tx) => {
        const row = await requeueDelivery(tx, call.caller.space_id, id, delivery_id, tx.now);
        if (row) return new Json<never>(row.json);
        await read(tx, call.caller.space_id, id, delivery_id);
        throw new Problem('conflict', 'This delivery is being sent right now; look at its log in a moment.', { retry_after_s: 10 });
      });
      bus.publish(DELIVERIES_DUE, new Uint8Array());
      return answer;
    },

    get_attempt: async ({ input, caller }) => {
      await assertOwnWebhook(database, caller, input.id);
      await assertCanAccessEvent(database, caller.space_id, input.id, input.delivery_id);
      const sent = await reconstructAttempt(database, box, caller.space_id, input);
      if (!sent) throw notFound('attempt', String(input.number));
      return sent;
    },

    explain: async ({ input, caller }) => {
      await assertOwnWebhook(database, caller, input.id);
      return explain(database, caller.space_id, input.id, input.event_id);
    },

    ...recoveryHandlers(ports, beginRecovery),
  };
}

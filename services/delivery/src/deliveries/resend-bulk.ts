import type { Handlers } from '@space/bus';
import { agentOf, type Caller, DELIVERIES_DUE } from '@space/contracts/core';
import type { deliveries, ResendResult } from '@space/contracts/events';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { canAccessEvent } from '../webhooks/can-access-event.ts';
import { type DeliveryKey, findResendTargets, requeueDeliveriesByKey } from './resend-bulk.queries.ts';

type Outcome = Pick<ResendResult, 'outcome' | 'error'>;

/** Returns the handler that queues several deliveries again. Each has its own result, so one that is refused does not stop the others. */
export function createResendBulkHandler(ports: Ports): Pick<Handlers<typeof deliveries>, 'resend_bulk'> {
  const { bus } = ports;
  const writer = createWriter('events', ports);
  return {
    async resend_bulk(call) {
      const keys = call.input.deliveries;
      const answer = await writer.write(call, async (tx) => {
        const outcomes = await requeue(tx, call.caller, distinct(keys), tx.now);
        const results = keys.map((key) => ({ ...key, ...outcomes.get(textOf(key))! }));
        const queued = results.filter(({ outcome }) => outcome === 'queued').length;
        return { results, queued, refused: results.length - queued };
      });
      bus.publish(DELIVERIES_DUE, new Uint8Array());
      return answer;
    },
  };
}

const distinct = (keys: readonly DeliveryKey[]): DeliveryKey[] => [...new Map(keys.map((key) => [textOf(key), key])).values()];

const textOf = ({ subscription_id, delivery_id }: DeliveryKey): string => `${subscription_id} ${delivery_id}`;

const refusals = {
  not_found: { outcome: 'not_found', error: 'This Space has no delivery of this webhook with this id.' },
  other_agent: {
    outcome: 'forbidden',
    error: 'This agent did not create the webhook; an agent resends only deliveries of its own webhooks.',
  },
  can_use: { outcome: 'forbidden', error: 'This delivery is about a resource that the agent of the webhook cannot use.' },
  in_progress: { outcome: 'in_progress', error: 'An attempt of this delivery is in progress; read its log in 10 seconds.' },
} as const satisfies Record<string, Outcome>;

/** Queues deliveries again and returns the outcome of each by its key. */
async function requeue(
  tx: CommonQueryMethods,
  caller: Caller,
  keys: readonly DeliveryKey[],
  now: string,
): Promise<ReadonlyMap<string, Outcome>> {
  const agent = agentOf(caller);
  const found = new Map((await findResendTargets(tx, caller.space_id, keys)).map((target) => [textOf(target), target]));
  const outcomes = new Map<string, Outcome>();
  for (const key of keys) {
    const target = found.get(textOf(key));
    if (!target) outcomes.set(textOf(key), refusals.not_found);
    else if (agent !== null && target.agent_id !== agent) outcomes.set(textOf(key), refusals.other_agent);
    else if (target.body !== null && !canAccessEvent(target.can_use, target.body)) outcomes.set(textOf(key), refusals.can_use);
  }
  const allowed = keys.filter((key) => !outcomes.has(textOf(key)));
  const queued = new Set(await requeueDeliveriesByKey(tx, caller.space_id, allowed, now));
  for (const key of allowed)
    outcomes.set(textOf(key), queued.has(key.delivery_id) ? { outcome: 'queued', error: null } : refusals.in_progress);
  return outcomes;
}

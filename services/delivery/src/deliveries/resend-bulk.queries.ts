import type { CanUse } from '@space/contracts/core';
import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { RETRY } from '../attempts/job.ts';

/** The key of a delivery: its webhook and its id. */
export interface DeliveryKey {
  readonly subscription_id: string;
  readonly delivery_id: number;
}

const given = (keys: readonly DeliveryKey[]) =>
  unnestRows(
    keys.map(({ subscription_id, delivery_id }) => ({ subscription_id, delivery_id })),
    { subscription_id: 'text', delivery_id: 'int8' },
    'k',
  );

const TargetRow = z.object({
  subscription_id: z.string(),
  delivery_id: z.number(),
  agent_id: z.string().nullable(),
  can_use: z.custom<CanUse | null>(),
  body: z.string().nullable(),
});

/** Returns those of some deliveries that exist in a Space, with the agent of the webhook; `body` is the event if there is such an agent. */
export const findResendTargets = (database: CommonQueryMethods, space: string, keys: readonly DeliveryKey[]) =>
  database.any(sql.type(TargetRow)`
    select d.listener_id as subscription_id, d.id as delivery_id, l.agent_id, l.can_use, case when l.can_use is not null then e.body end as body
    from ${given(keys)}
    join events.listener as l on l.space_id = ${space} and l.id = k.subscription_id and l.kind = 'webhook'
    join events.delivery as d on d.space_id = ${space} and d.listener_id = k.subscription_id and d.id = k.delivery_id
    join events.event as e on e.id = d.event_id`);

/**
 * Queues deliveries again with a new retry schedule, as `requeueDelivery` does, and returns the ids of those that are queued: the attempt
 * of any other is in progress. A row that another statement has locked is skipped, so that two batches never deadlock.
 */
export const requeueDeliveriesByKey = (tx: CommonQueryMethods, space: string, keys: readonly DeliveryKey[], now: string) =>
  tx.anyFirst(sql.type(z.object({ id: z.number() }))`
    update events.delivery as d
    set status = 'pending', priority = ${RETRY}, round_start = attempts, next_attempt_at = ${now}::timestamptz, lease = null, updated_at = ${now}::timestamptz
    from (
      select f.listener_id, f.id from ${given(keys)}
      join events.delivery as f on f.space_id = ${space} and f.listener_id = k.subscription_id and f.id = k.delivery_id
      where f.lease is null or f.next_attempt_at <= ${now}::timestamptz
      for update of f skip locked
    ) as free
    where d.space_id = ${space} and d.listener_id = free.listener_id and d.id = free.id
    returning d.id`);

import type { CanUse } from '@space/contracts/core';
import { sql, textsOfAnyLength, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { DeliveryEvent } from '../attempts/job.ts';
import { countAttempts } from '../figures/record-figures-sql.ts';

const WebhookRow = z.object({
  id: z.string(),
  space_id: z.string(),
  event_types: z.array(z.string()),
  filters: z.record(z.string(), z.unknown()),
  can_use: z.custom<CanUse | null>(),
  created_at: z.number(),
  recorded_at: z.number(),
  enabled: z.boolean(),
  consecutive_dead_deliveries: z.number(),
  url: z.string(),
  secret: z.instanceof(Buffer),
  known: z.array(z.string()),
  /** True while its Space is being deleted: its deliveries wait. */
  is_closed: z.boolean(),
});

/**
 * Returns the webhooks of some Spaces, disabled ones included, with their sealed secrets. `known` of each are those of the given events that were
 * handled before: the inbox knows them for a day, and the stored event for as long as its deliveries. The subqueries use the
 * index for each event; a join would be planned as a scan of the whole table while that is still small.
 */
export const findWebhooks = (database: CommonQueryMethods, spaces: readonly string[], events: readonly string[]) =>
  database.any(sql.prepared('find-webhooks', WebhookRow)`
    select id, space_id, event_types, filters, can_use, created_at, recorded_at, enabled, consecutive_dead_deliveries, url, sealed_secret as secret,
      array(
        select given.id from unnest(${textsOfAnyLength(events)}) as given (id)
        where (select handled.event_id from events.inbox as handled where handled.consumer = 'delivery' and handled.event_id = given.id) is not null
          or (select stored.id from events.event as stored where stored.id = given.id) is not null
      ) as known,
      exists (select from events.closed_space as closed where closed.space_id = listener.space_id) as is_closed
    from events.listener
    where space_id = any(${textsOfAnyLength(spaces)}) and kind = 'webhook'`);

/** One event for one webhook, as it is stored. */
export interface NewDelivery {
  readonly id: number;
  readonly event_id: string;
  readonly space_id: string;
  readonly listener_id: string;
  /** `skipped`: the webhook is disabled. `succeeded`: the first attempt is made. */
  readonly status: 'pending' | 'succeeded' | 'skipped';
  /** The lease of this process, which makes the first attempt; null when the delivery is due for any process, or finished. */
  readonly lease: string | null;
  /** The first attempt as the delivery log shows it, as JSON text; null when it is not made yet. */
  readonly attempt: string | null;
  /** The bucket of the duration of the first attempt, which succeeded; null when it is not made yet. */
  readonly bucket: number | null;
}

const DELIVERY_COLUMNS = {
  id: 'int8',
  event_id: 'text',
  space_id: 'text',
  listener_id: 'text',
  status: 'text',
  lease: 'text',
  attempt: 'json',
  bucket: 'int4',
} as const;

/**
 * Inserts a whole batch in one statement: the inbox entries, the matched events, one delivery for each event and
 * webhook, and the figures of the first attempts that succeeded. Returns the events that were new. An event that was handled before changes nothing, and a webhook that was
 * deleted meanwhile gets no delivery.
 */
export const insertDeliveries = (
  database: CommonQueryMethods,
  batch: {
    events: readonly (DeliveryEvent & { space_id: string })[];
    deliveries: readonly NewDelivery[];
    now: string;
    leasedUntil: string;
  },
) => {
  const ids = sql.array(
    batch.events.map((event) => event.id),
    'text',
  );
  return database.oneFirst(sql.prepared('insert-deliveries', z.object({ fresh: z.array(z.string()) }))`
    with fresh as (
      insert into events.inbox (consumer, event_id, seen_at)
      select 'delivery', given.id, ${batch.now}::timestamptz from unnest(${ids}) as given (id)
      on conflict do nothing
      returning event_id
    ),
    stored as (
      insert into events.event (id, space_id, type, body, trace, recorded_at)
      select e.id, e.space_id, e.type, e.body, e.trace, ${batch.now}::timestamptz
      from ${unnestRows(batch.events, { id: 'text', space_id: 'text', type: 'text', body: 'text', trace: 'text' }, 'e')}
      join fresh on fresh.event_id = e.id
      on conflict do nothing
    ),
    placed as materialized (
      select w.* from ${unnestRows(batch.deliveries, DELIVERY_COLUMNS, 'w')}
      join fresh on fresh.event_id = w.event_id
      where (select l.id from events.listener as l where l.id = w.listener_id) is not null
    ),
    inserted as (
      insert into events.delivery (listener_id, id, space_id, event_id, status, attempts, next_attempt_at, lease, log, created_at, updated_at)
      overriding system value
      select w.listener_id, w.id, w.space_id, w.event_id, w.status, case when w.attempt is null then 0 else 1 end,
             case when w.status <> 'pending' then null when w.lease is null then ${batch.now}::timestamptz else ${batch.leasedUntil}::timestamptz end,
             w.lease, case when w.attempt is null then '{}'::json[] else array[w.attempt] end, ${batch.now}::timestamptz, ${batch.now}::timestamptz
      from placed as w
    ),
    figures as (${countAttempts(
      sql.fragment`select w.space_id, w.listener_id, 'succeeded' as outcome, w.bucket from placed as w where w.bucket is not null`,
      batch.now,
    )})
    select coalesce(array_agg(event_id), '{}') as fresh from fresh`);
};

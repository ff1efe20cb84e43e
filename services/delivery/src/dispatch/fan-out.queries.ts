import type { CanUse } from '@space/contracts/core';
import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { DeliveryEvent } from '../attempts/job.ts';

const WebhookRow = z.object({
  id: z.string(),
  space_id: z.string(),
  event_types: z.array(z.string()),
  filters: z.record(z.string(), z.unknown()),
  can_use: z.custom<CanUse | null>(),
  created_at: z.number(),
  recorded_at: z.number(),
  enabled: z.boolean(),
});

/** Returns the webhooks of some Spaces, disabled ones included. */
export const findWebhooks = (database: CommonQueryMethods, spaces: readonly string[]) =>
  database.any(sql.prepared('find-webhooks', WebhookRow)`
    select id, space_id, event_types, filters, can_use, created_at, recorded_at, enabled from events.listener
    where space_id = any(${sql.array([...spaces], 'text')}) and kind = 'webhook'`);

/** One event for one webhook. `leased`: this process makes the first attempt; `skipped`: the webhook is disabled. */
export interface NewDelivery {
  readonly event_id: string;
  readonly space_id: string;
  readonly listener_id: string;
  readonly leased: boolean;
  readonly skipped: boolean;
}

const DeliveryRow = z.object({ id: z.number(), event_id: z.string(), listener_id: z.string(), leased: z.boolean() });
const InsertedRow = z.object({ fresh: z.number(), inserted: z.array(DeliveryRow) });

/**
 * Inserts a whole batch in one statement: the inbox entries, the matched events, and one delivery for each event and
 * webhook. Returns how many events were new and which deliveries were inserted. An event that was handled before changes
 * nothing.
 */
export const insertDeliveries = (
  database: CommonQueryMethods,
  batch: {
    events: readonly (DeliveryEvent & { space_id: string })[];
    deliveries: readonly NewDelivery[];
    now: string;
    lease: string;
    leasedUntil: string;
  },
) => {
  const ids = sql.array(
    batch.events.map((event) => event.id),
    'text',
  );
  return database.one(sql.prepared('insert-deliveries', InsertedRow)`
    with fresh as (
      insert into events.inbox (consumer, event_id, seen_at)
      select 'delivery', given.id, ${batch.now}::timestamptz from unnest(${ids}) as given (id)
      -- The inbox expires after a day; the event is stored for as long as its deliveries. The subquery uses the index
      -- for each event; a join would be planned as a scan of the whole table while that is still small.
      where (select known.id from events.event as known where known.id = given.id) is null
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
    inserted as (
      insert into events.delivery (space_id, listener_id, event_id, status, next_attempt_at, lease, created_at, updated_at)
      select w.space_id, w.listener_id, w.event_id, case when w.skipped then 'skipped' else 'pending' end,
             case when w.skipped then null when w.leased then ${batch.leasedUntil}::timestamptz else ${batch.now}::timestamptz end,
             case when w.leased then ${batch.lease} end, ${batch.now}::timestamptz, ${batch.now}::timestamptz
      from ${unnestRows(batch.deliveries, { event_id: 'text', space_id: 'text', listener_id: 'text', leased: 'bool', skipped: 'bool' }, 'w')}
      join fresh on fresh.event_id = w.event_id
      returning id, event_id, listener_id, lease is not null as leased
    )
    select (select count(*) from fresh) as fresh,
           coalesce((select json_agg(json_build_object('id', id, 'event_id', event_id, 'listener_id', listener_id, 'leased', leased) order by id) from inserted), '[]'::json) as inserted`);
};

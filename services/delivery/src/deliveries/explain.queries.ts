import type { CanUse } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const WebhookRow = z.object({
  id: z.string(),
  event_types: z.array(z.string()),
  filters: z.record(z.string(), z.unknown()),
  can_use: z.custom<CanUse | null>(),
  enabled: z.boolean(),
  disabled_reason: z.string().nullable(),
  created_at: z.number(),
});

/** What a webhook wants, and whether it is switched on; null when it is not in this Space. */
export const findWebhook = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(WebhookRow)`
    select id, event_types, filters, can_use, enabled, disabled_reason, created_at from events.listener
    where space_id = ${space} and id = ${id} and kind = 'webhook'`);

/** A webhook as far as it decides about events. */
export type Webhook = z.output<typeof WebhookRow>;

const EventRow = z.object({ type: z.string(), body: z.string(), recorded_at: z.number(), for_webhooks: z.boolean() });

/** An event that is kept, for webhooks or for feeds, or null. */
export const findEvent = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(EventRow)`
    select type, body, recorded_at, true as for_webhooks from events.event where space_id = ${space} and id = ${id}
    union all
    select type, body, recorded_at, false from events.feed_event where space_id = ${space} and event_id = ${id}
    limit 1`);

const DeliveryRow = z.object({
  id: z.number(),
  state: z.enum(['pending', 'succeeded', 'retrying', 'dead', 'skipped']),
  attempts: z.number(),
  next_attempt_at: z.number().nullable(),
  is_leased: z.boolean(),
  last: z
    .object({
      attempted_at: z.string(),
      response_code: z.number().nullable(),
      error: z.string().nullable(),
      error_message: z.string().nullable(),
    })
    .nullable(),
});

/** The delivery of one event to one webhook, with its last attempt, or null. */
export const findDeliveryOfEvent = (database: CommonQueryMethods, space: string, listener: string, event: string, recordedAt: string) =>
  database.maybeOne(sql.type(DeliveryRow)`
    select id, state, attempts, next_attempt_at, lease is not null as is_leased, log[cardinality(log)] as last
    from events.delivery
    where space_id = ${space} and listener_id = ${listener} and event_id = ${event} and created_at >= ${recordedAt}::timestamptz
    order by id desc limit 1`);

/** A delivery as far as it says what became of an event. */
export type DeliveryRow = z.output<typeof DeliveryRow>;

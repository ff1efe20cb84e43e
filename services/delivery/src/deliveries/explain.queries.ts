import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const EventRow = z.object({ type: z.string(), body: z.string(), recorded_at: z.number(), for_webhooks: z.boolean() });

/** Returns a stored event, for webhooks or else for feeds, or null. */
export const findEvent = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(EventRow)`
    select type, body, recorded_at, true as for_webhooks from events.event where space_id = ${space} and id = ${id}
    union all
    select type, body, recorded_at, false from events.feed_event where space_id = ${space} and event_id = ${id}
    limit 1`);

const DeliveryRow = z.object({
  id: z.number(),
  status: z.enum(['pending', 'succeeded', 'retrying', 'dead', 'skipped']),
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

/** The status of a delivery with its last attempt. */
export type DeliveryRow = z.output<typeof DeliveryRow>;

/** Returns the latest delivery of one event to one webhook with its last attempt, or null. */
export const findDeliveryOfEvent = (database: CommonQueryMethods, space: string, listener: string, event: string, recordedAt: string) =>
  database.maybeOne(sql.type(DeliveryRow)`
    select id, status, attempts, next_attempt_at, lease is not null as is_leased, log[cardinality(log)] as last
    from events.delivery
    where space_id = ${space} and listener_id = ${listener} and event_id = ${event} and created_at >= ${recordedAt}::timestamptz
    order by id desc limit 1`);

import type { CanUse } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const OwnershipRow = z.object({ kind: z.enum(['webhook', 'feed', 'agent']), agent_id: z.string().nullable() });

/** Returns the kind of a listener of this Space and the agent that created it, or null. */
export const findOwnership = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(OwnershipRow)`select kind, agent_id from events.listener where space_id = ${space} and id = ${id}`);

/** Returns the ids of the webhooks of a Space: of those that an agent created, or of all if `agent` is null. */
export const findWebhookIds = (database: CommonQueryMethods, space: string, agent: string | null) =>
  database.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from events.listener
    where space_id = ${space} and kind = 'webhook' ${agent === null ? sql.fragment`` : sql.fragment`and agent_id = ${agent}`} order by id`);

const AccessRow = z.object({ can_use: z.custom<CanUse | null>(), body: z.string() });

/** Returns the event of a delivery with the Can use list of its webhook's agent, or null when there is no such delivery. */
export const findDeliveryAccess = (database: CommonQueryMethods, space: string, listener: string, id: number) =>
  database.maybeOne(sql.type(AccessRow)`
    select l.can_use, e.body from events.delivery as d
    join events.event as e on e.id = d.event_id join events.listener as l on l.id = d.listener_id
    where d.space_id = ${space} and d.listener_id = ${listener} and d.id = ${id}`);

const WebhookRow = z.object({
  id: z.string(),
  event_types: z.array(z.string()),
  filters: z.record(z.string(), z.unknown()),
  can_use: z.custom<CanUse | null>(),
  enabled: z.boolean(),
  disabled_reason: z.string().nullable(),
  created_at: z.number(),
});

/** The subscription of a webhook: types, filters and Can use list, and its enabled state. */
export type WebhookRow = z.output<typeof WebhookRow>;

/** Returns the subscription of a webhook, or null when this Space has no webhook of this id. */
export const findWebhook = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(WebhookRow)`
    select id, event_types, filters, can_use, enabled, disabled_reason, created_at from events.listener
    where space_id = ${space} and id = ${id} and kind = 'webhook'`);

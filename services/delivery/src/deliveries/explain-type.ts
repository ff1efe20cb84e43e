import { agentOf, type Caller, type InputOf, notFound, type OutputOf } from '@space/contracts/core';
import type { deliveries } from '@space/contracts/events';
import { type Database, decodeCursor, encodeCursor, isoTime } from '@space/database';
import { MINUTE_MS } from '@space/time';
import { canAccessEvent } from '../webhooks/can-access-event.ts';
import { findWebhook, type WebhookRow } from '../webhooks/webhooks.queries.ts';
import { type DeliveryRow, findDeliveriesOfEvents, findEventsOfType } from './explain.queries.ts';
import { explainStored } from './explain.ts';

type ExplainType = typeof deliveries.operations.explain_type;

/**
 * Explains the results of the stored events of one type for one webhook, newest first. An agent gets only events about resources
 * that it can use (contract, A11).
 */
export async function explainType(
  database: Database,
  caller: Caller,
  { id, event_type, since, until, limit, cursor }: InputOf<ExplainType>,
): Promise<OutputOf<ExplainType>> {
  const space = caller.space_id;
  const webhook = await findWebhook(database, space, id);
  if (!webhook) throw notFound('event subscription', id);
  const before = cursor === undefined ? undefined : decodeCursor(cursor, 'integer')[0];
  const { events, next } = await findEventsOfType(database, space, { type: event_type, since, until, before, limit });
  const byEvent = await findDeliveries(database, space, id, events);
  return {
    event_type,
    message: describe(webhook, event_type, events.length === 0 && next === null && cursor === undefined),
    data: events
      .filter(({ body }) => agentOf(caller) === null || canAccessEvent(webhook.can_use, body))
      .map((event) => explainStored(webhook, event, byEvent.get(event.id) ?? null)),
    has_more: next !== null,
    next_cursor: next === null ? null : encodeCursor([next]),
  };
}

/** Returns the deliveries of some events to a webhook, by event. */
async function findDeliveries(
  database: Database,
  space: string,
  listener: string,
  events: readonly { readonly id: string; readonly occurred_at: number }[],
): Promise<ReadonlyMap<string, DeliveryRow>> {
  if (events.length === 0) return new Map();
  // A delivery is inserted after its event occurred, as far as the clocks of two processes agree.
  const oldest = isoTime(Math.min(...events.map(({ occurred_at }) => occurred_at)) - MINUTE_MS);
  const ids = events.map(({ id }) => id);
  const found = await findDeliveriesOfEvents(database, space, listener, ids, oldest);
  return new Map(found.map((delivery) => [delivery.event_id, delivery]));
}

/** Returns the state of a webhook for events of a type, and the reason why there may be none. */
function describe({ event_types, enabled, disabled_reason }: WebhookRow, type: string, isEmpty: boolean): string {
  const none = isEmpty ? ' No event of this type is stored for this period.' : '';
  if (!event_types.includes('*') && !event_types.includes(type))
    return `The webhook is not subscribed to ${type}; add it to event_types to receive later events.${none}`;
  if (!enabled)
    return `The webhook is disabled (${disabled_reason?.replace(/\.$/, '') ?? 'no reason given'}); enable it to receive later events.${none}`;
  return `The webhook is enabled and subscribed to ${type}.${none}`;
}

import { type Event, notFound } from '@space/contracts/core';
import { EVENT_RETENTION_DAYS, MAX_ATTEMPTS, matches, type Subscription, type Verdict } from '@space/contracts/events';
import { type Database, isoTime } from '@space/database';
import { canAccessEvent } from '../webhooks/can-access-event.ts';
import { findWebhook, type WebhookRow } from '../webhooks/webhooks.queries.ts';
import { type DeliveryRow, type EventRow, findDeliveryOfEvent, findEvent } from './explain.queries.ts';

type Explanation = Pick<Verdict, 'verdict' | 'message'> & Partial<Pick<Verdict, 'rule'>>;

/** A stored event as its verdict needs it. */
type StoredEvent = Pick<EventRow, 'type' | 'body' | 'for_webhooks'>;

/** Explains the result of one event for one webhook. Every pair has a verdict, also without a delivery. */
export async function explainDelivery(database: Database, space: string, listener: string, event: string): Promise<Verdict> {
  const webhook = await findWebhook(database, space, listener);
  if (!webhook) throw notFound('event subscription', listener);
  const found = await findEvent(database, space, event);
  if (!found)
    return {
      ...{ subscription_id: listener, event_id: event, event_type: null, occurred_at: null, rule: null, delivery_id: null },
      ...explainUnknownEvent(),
    };
  return explainStored(webhook, found, await findDeliveryOfEvent(database, space, listener, event, isoTime(found.recorded_at)));
}

/** Explains the result of a stored event for one webhook, with the delivery if there is one. */
export function explainStored(webhook: WebhookRow, stored: StoredEvent, delivery: DeliveryRow | null): Verdict {
  const event = JSON.parse(stored.body) as Event;
  const explanation = !canAccessEvent(webhook.can_use, stored.body)
    ? explainNoAccess()
    : delivery
      ? explainStatus(delivery, webhook)
      : explainNoDelivery(webhook, event, stored.for_webhooks);
  return {
    subscription_id: webhook.id,
    event_id: event.id,
    event_type: stored.type,
    occurred_at: event.occurred_at,
    rule: null,
    delivery_id: delivery?.id ?? null,
    ...explanation,
  };
}

const explainNoAccess = (): Explanation => ({
  verdict: 'filtered',
  rule: 'can_use',
  message: 'The event is about a resource that the agent of the webhook cannot use.',
});

const explainUnknownEvent = (): Explanation => ({
  verdict: 'unknown_event',
  message: `This Space stores no event with this id: it is older than ${EVENT_RETENTION_DAYS} days, no event subscription named its type when it occurred, or it is not processed yet.`,
});

function explainStatus(
  { status, attempts, last, next_attempt_at, is_leased }: DeliveryRow,
  { enabled, disabled_reason }: WebhookRow,
): Explanation {
  const failure = last?.error_message ?? 'It failed.';
  const next = !enabled
    ? `The webhook is disabled (${disabled_reason ?? 'no reason given'}); enable it to send pending deliveries.`
    : is_leased
      ? 'An attempt is in progress.'
      : `The next attempt is due at ${isoTime(next_attempt_at ?? 0)}.`;
  switch (status) {
    case 'succeeded':
      return {
        verdict: 'delivered',
        message: `Delivered at ${last?.attempted_at} with attempt ${attempts}: the receiver answered ${last?.response_code}.`,
      };
    case 'pending':
      return {
        verdict: 'pending',
        message: `${attempts === 0 ? 'The first attempt is pending.' : 'The delivery is queued again.'} ${next}`,
      };
    case 'retrying':
      return { verdict: 'retrying', message: `Attempt ${attempts} failed at ${last?.attempted_at}: ${failure} ${next}` };
    case 'dead':
      return {
        verdict: 'dead',
        message:
          last?.response_code === 410
            ? 'The receiver answered 410 Gone, which ends the delivery and disables the webhook; resend or recover sends it again.'
            : `The delivery died after ${attempts} attempts (${MAX_ATTEMPTS} a round), the last at ${last?.attempted_at}: ${failure} Resend or recover sends it again.`,
      };
    case 'skipped':
      return {
        verdict: 'disabled',
        message:
          'When the event occurred, the webhook was disabled or its agent could not use the resource; recover with statuses ["missed"] sends it once both are resolved.',
      };
  }
}

function explainNoDelivery(webhook: WebhookRow, { type, data, occurred_at }: Event, isForWebhooks: boolean): Explanation {
  const rule = findExcludingRule(webhook, type, data);
  switch (rule) {
    case null:
      break;
    case 'event_types':
      return {
        verdict: 'not_subscribed',
        rule,
        message: `The webhook is not subscribed to ${type}; add it to event_types to receive later events of this type.`,
      };
    case 'itself':
      return {
        verdict: 'not_subscribed',
        rule,
        message: 'The event is about this webhook itself, which only other event subscriptions receive.',
      };
    default:
      return { verdict: 'filtered', rule, message: `The filter ${rule} of the webhook excludes the event: its value differs.` };
  }
  const reason =
    Date.parse(occurred_at) < webhook.created_at
      ? 'The event occurred before the webhook was created'
      : 'The webhook did not match the event when it occurred';
  if (!isForWebhooks)
    return {
      verdict: 'not_subscribed',
      message: `${reason}. It is stored for feeds only: a feed returns it, recover does not.`,
    };
  return { verdict: 'not_subscribed', message: `${reason}. It matches now, so recover with statuses ["missed"] sends it.` };
}

/** Returns the first rule that excludes an event: a name, or `<type>.<key>` for a filter; null when the webhook matches. */
function findExcludingRule({ id, event_types, filters }: WebhookRow, type: string, data: Event['data']): string | null {
  const passes = (over: Partial<Subscription>) => matches({ event_types, filters: {}, ...over }, { type, data });
  if (!passes({})) return 'event_types';
  if (!passes({ id })) return 'itself';
  if (!passes({ filters: { actor_kind: filters.actor_kind } })) return 'actor_kind';
  const byType = Object.entries((filters[type] as Record<string, unknown> | undefined) ?? {});
  const key = byType.find(([name, value]) => !passes({ filters: { [type]: { [name]: value } } }))?.[0];
  return key === undefined ? null : `${type}.${key}`;
}

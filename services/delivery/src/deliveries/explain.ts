import { type Event, notFound } from '@space/contracts/core';
import { EVENT_RETENTION_DAYS, MAX_ATTEMPTS, matches, type Subscription, type Verdict } from '@space/contracts/events';
import { type Database, isoTime } from '@space/database';
import { canAccessEvent } from '../webhooks/can-access-event.ts';
import { type DeliveryRow, findDeliveryOfEvent, findEvent, findWebhook, type Webhook } from './explain.queries.ts';

type Explanation = Pick<Verdict, 'verdict' | 'sentence'> & Partial<Pick<Verdict, 'rule'>>;

/** What became of one event for one webhook: every pair has an answer, also those that left no delivery. */
export async function explain(database: Database, space: string, listener: string, event: string): Promise<Verdict> {
  const webhook = await findWebhook(database, space, listener);
  if (!webhook) throw notFound('event subscription', listener);
  const found = await findEvent(database, space, event);
  const delivery = found && (await findDeliveryOfEvent(database, space, listener, event, isoTime(found.recorded_at)));
  const said = !found
    ? unkept()
    : !canAccessEvent(webhook.can_use, found.body)
      ? outOfReach()
      : delivery
        ? ofDelivery(delivery, webhook)
        : withoutDelivery(webhook, JSON.parse(found.body) as Event, found.for_webhooks);
  return {
    subscription_id: listener,
    event_id: event,
    event_type: found?.type ?? null,
    rule: null,
    delivery_id: delivery?.id ?? null,
    ...said,
  };
}

const outOfReach = (): Explanation => ({
  verdict: 'filtered',
  rule: 'can_use',
  sentence: 'It is about something that the agent which made the webhook cannot use.',
});

const unkept = (): Explanation => ({
  verdict: 'unknown_event',
  sentence: `No event with this id is kept in this Space: it is older than ${EVENT_RETENTION_DAYS} days, no listener wanted its type when it happened, or it happened this very moment.`,
});

function ofDelivery(
  { state, attempts, last, next_attempt_at, is_leased }: DeliveryRow,
  { enabled, disabled_reason }: Webhook,
): Explanation {
  const failed = last?.error_message ?? 'It failed.';
  const off = `The webhook is switched off (${disabled_reason ?? 'no reason given'}); PATCH enabled: true sends what waits.`;
  const next = !enabled
    ? off
    : is_leased
      ? 'An attempt is being made now.'
      : `The next attempt is due at ${isoTime(next_attempt_at ?? 0)}.`;
  switch (state) {
    case 'succeeded':
      return {
        verdict: 'delivered',
        sentence: `Delivered at ${last?.attempted_at} with attempt ${attempts}: the receiver answered ${last?.response_code}.`,
      };
    case 'pending':
      return {
        verdict: 'pending',
        sentence: `${attempts === 0 ? 'It waits for its first attempt.' : 'It waits to be sent again.'} ${next}`,
      };
    case 'retrying':
      return { verdict: 'retrying', sentence: `Attempt ${attempts} failed at ${last?.attempted_at}: ${failed} ${next}` };
    case 'dead':
      return {
        verdict: 'dead',
        sentence:
          last?.response_code === 410
            ? 'The receiver answered 410 Gone, which ends a delivery and switches the webhook off; resend or recover sends it again.'
            : `It died after ${attempts} attempts (${MAX_ATTEMPTS} a round), the last at ${last?.attempted_at}: ${failed} Resend or recover sends it again.`,
      };
    case 'skipped':
      return {
        verdict: 'disabled',
        sentence:
          'When it happened the webhook was switched off, or its agent could not use what it is about; recover with states ["missed"] sends it once neither is so.',
      };
  }
}

function withoutDelivery(webhook: Webhook, { type, data, occurred_at }: Event, isForWebhooks: boolean): Explanation {
  const rule = refusedBy(webhook, type, data);
  switch (rule) {
    case null:
      break;
    case 'event_types':
      return {
        verdict: 'not_wanted',
        rule,
        sentence: `The webhook does not listen to ${type}; add it to event_types to hear it from then on.`,
      };
    case 'itself':
      return { verdict: 'not_wanted', rule, sentence: 'It is about this webhook itself, which only other listeners hear.' };
    default:
      return { verdict: 'filtered', rule, sentence: `The filter ${rule} of the webhook keeps it away: the event has another value there.` };
  }
  const was =
    Date.parse(occurred_at) < webhook.created_at
      ? 'It happened before the webhook was made'
      : 'The webhook did not want it when it happened';
  if (!isForWebhooks)
    return { verdict: 'not_wanted', sentence: `${was}; it was kept for feeds only, so GET /v1/events has it and recover does not.` };
  return { verdict: 'not_wanted', sentence: `${was}; it does now, and recover with states ["missed"] sends it.` };
}

/** The first rule of a webhook that keeps an event away: a name, or `<type>.<key>` of a filter; null when it wants the event. */
function refusedBy({ id, event_types, filters }: Webhook, type: string, data: Event['data']): string | null {
  const passes = (over: Partial<Subscription>) => matches({ event_types, filters: {}, ...over }, { type, data });
  if (!passes({})) return 'event_types';
  if (!passes({ id })) return 'itself';
  if (!passes({ filters: { actor_kind: filters.actor_kind } })) return 'actor_kind';
  const byType = Object.entries((filters[type] as Record<string, unknown> | undefined) ?? {});
  const key = byType.find(([name, wanted]) => !passes({ filters: { [type]: { [name]: wanted } } }))?.[0];
  if (key !== undefined) return `${type}.${key}`;
  return null;
}

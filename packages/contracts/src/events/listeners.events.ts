import { z } from 'zod';
import { eventType } from '../core/event.ts';

const subscriptionData = {
  subscription_id: z.string(),
  subscription: z.string().describe('The name of the event subscription'),
  kind: z.enum(['webhook', 'feed', 'agent']),
};
const sample = { subscription_id: 'lis_01jd0000000000000000000000', subscription: 'CRM sync', kind: 'webhook' as const };

/** An event subscription was created; it does not receive this event itself. */
export const subscriptionCreated = eventType({
  type: 'event_subscription_created',
  group: 'event_subscriptions',
  label: 'Event subscription created',
  data: z.object({ ...subscriptionData, event_types: z.array(z.string()) }),
  sample: { ...sample, event_types: ['contact_created'] },
  filters: ['subscription_id', 'kind'],
});

/** A caller changed an event subscription; `changed` contains `secret` when the secret was rotated. */
export const subscriptionUpdated = eventType({
  type: 'event_subscription_updated',
  group: 'event_subscriptions',
  label: 'Event subscription updated',
  data: z.object({ ...subscriptionData, changed: z.array(z.string()), enabled: z.boolean() }),
  sample: { ...sample, changed: ['event_types'], enabled: true },
  filters: ['subscription_id', 'kind'],
});

/** The service disabled a webhook: its receiver answered 410, or fifteen deliveries in a row died. */
export const subscriptionDisabled = eventType({
  type: 'event_subscription_disabled',
  group: 'event_subscriptions',
  label: 'Event subscription disabled',
  data: z.object({ ...subscriptionData, reason: z.string() }),
  sample: { ...sample, reason: '15 deliveries in a row died; the last failed with HTTP 500.' },
  filters: ['subscription_id', 'kind'],
});

/** An event subscription was deleted. */
export const subscriptionDeleted = eventType({
  type: 'event_subscription_deleted',
  group: 'event_subscriptions',
  label: 'Event subscription deleted',
  data: z.object(subscriptionData),
  sample,
  filters: ['subscription_id', 'kind'],
});

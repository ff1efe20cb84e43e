import { z } from 'zod';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { madeBetween, moment } from '../core/time-fields.ts';
import { Delivery, DeliveryStatus, EventVerdicts, RecoverableStatus, Recovery, RecoveryStatus, SentAttempt, Verdict } from './delivery.ts';
import { deliverySearchOperations } from './delivery-search.ts';
import { EVENT_RETENTION_DAYS, WEBHOOK_TIMEOUT_MS } from './limits.ts';
import { EventTypeName } from './listeners.ts';

const listenerId = { id: id('event subscription') };
const deliveryId = { ...listenerId, delivery_id: z.int().min(1).describe('Id of the delivery') };

/** The delivery log of webhooks, and operations that send deliveries again. */
export const deliveries = contract({
  name: 'deliveries',
  service: 'delivery',
  tag: 'Deliveries',
  description: 'The delivery log of a webhook: each delivery with its attempts, their responses and errors.',
  operations: {
    ...deliverySearchOperations,
    list: operation({
      summary: 'Read the delivery log',
      description: 'Newest first. An attempt shows the response code, an error code with a message, and the start of the response.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions/:id/deliveries', status: 200 },
      tools: [{ name: 'list_event_webhook_deliveries', family: 'event_webhooks', action: 'list_deliveries' }],
      input: z.strictObject({
        ...listenerId,
        status: DeliveryStatus.optional().describe('Only deliveries in this status'),
        event_id: z.string().max(64).optional().describe('Only deliveries of this event'),
        ...madeBetween,
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Delivery),
      problems: ['conflict'],
    }),
    get: operation({
      summary: 'Read a delivery',
      description: 'The delivery with all its attempts, as the delivery log shows them.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions/:id/deliveries/:delivery_id', status: 200 },
      tools: [{ name: 'get_event_webhook_delivery', family: 'event_webhooks', action: 'get_delivery' }],
      input: z.strictObject(deliveryId),
      output: Delivery,
      problems: ['conflict'],
    }),
    test: operation({
      summary: 'Send a test event now',
      description:
        'Makes one signed attempt with the event type test, also to a disabled webhook, and returns its result. A test is not retried and does not count toward disabling the webhook.',
      scope: 'automations:write',
      no_undo: 'a request that was sent cannot be taken back',
      route: { method: 'POST', path: '/event-subscriptions/:id/test', status: 200 },
      tools: [{ name: 'test_event_webhook', family: 'event_webhooks', action: 'test' }],
      input: z.strictObject(listenerId),
      output: Delivery,
      problems: ['conflict'],
      effects: ['outside'],
      deadline_ms: WEBHOOK_TIMEOUT_MS + 5_000,
    }),
    resend: operation({
      summary: 'Send a delivery again',
      description:
        'Queues the delivery again, also a dead one, with a new retry schedule. The event id and the delivery id stay the same; the attempt number continues.',
      scope: 'automations:write',
      no_undo: 'a request that was sent cannot be taken back',
      route: { method: 'POST', path: '/event-subscriptions/:id/deliveries/:delivery_id/resend', status: 202 },
      tools: [{ name: 'resend_event_webhook_delivery', family: 'event_webhooks', action: 'resend' }],
      input: z.strictObject(deliveryId),
      output: Delivery,
      effects: ['outside'],
      problems: ['conflict'],
      example: { id: 'lis_01jd0000000000000000000000', delivery_id: 1 },
    }),
    get_attempt: operation({
      summary: 'Read the request and signature of an attempt',
      description:
        'Returns the body, the headers and the signed text of an attempt, to find out why a signature does not verify. The secret is not part of it.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions/:id/deliveries/:delivery_id/attempts/:number', status: 200 },
      tools: [{ name: 'get_event_webhook_attempt', family: 'event_webhooks', action: 'get_attempt' }],
      input: z.strictObject({
        ...deliveryId,
        number: z.int().min(1).describe('Number of the attempt, from 1'),
      }),
      output: SentAttempt,
      problems: ['conflict'],
    }),
    explain: operation({
      summary: 'Explain why an event was delivered or not',
      description:
        'Returns one verdict for one event and one webhook: delivered, pending, retrying, dead, filtered (with the rule), not_subscribed, disabled or unknown_event (never occurred, not subscribed to, or past its retention), with one message.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions/:id/explain', status: 200 },
      tools: [{ name: 'explain_event_webhook', family: 'event_webhooks', action: 'explain' }],
      input: z.strictObject({ ...listenerId, event_id: id('event') }),
      output: Verdict,
      problems: ['conflict'],
      example: { id: 'lis_01jd0000000000000000000000', event_id: 'evt_01jd0000000000000000000000' },
    }),
    explain_type: operation({
      summary: 'Explain the deliveries of an event type',
      description:
        'Returns a verdict for each stored event of a type, newest first, also for those that the webhook did not receive, and a message about the webhook and the type. A page may be shorter than limit although has_more is true.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions/:id/explain-type', status: 200 },
      tools: [{ name: 'explain_event_webhook_type', family: 'event_webhooks', action: 'explain_type' }],
      input: z.strictObject({
        ...listenerId,
        event_type: EventTypeName.describe('Type of the events to explain'),
        ...madeBetween,
        limit,
        cursor,
      }),
      output: EventVerdicts,
      problems: ['conflict'],
      example: { id: 'lis_01jd0000000000000000000000', event_type: 'contact_created', since: '2026-01-01T00:00:00.000Z' },
    }),
    recover: operation({
      summary: 'Send missed deliveries of a webhook again',
      description: `Queues deliveries of events from since until until (default: now). statuses: dead (the default) selects deliveries that died; missed selects events that were skipped while the webhook was disabled, or that match it now and have no delivery. Goes back at most ${EVENT_RETENTION_DAYS} days. Replays run after first attempts and retries, and get a new retry schedule. dry_run returns the count and queues nothing. One recovery of a webhook runs at a time.`,
      scope: 'automations:write',
      no_undo: 'requests that were sent cannot be taken back',
      route: { method: 'POST', path: '/event-subscriptions/:id/recover', status: 202 },
      tools: [{ name: 'recover_event_webhook', family: 'event_webhooks', action: 'recover' }],
      input: z.strictObject({
        ...listenerId,
        since: moment.describe('The start of the period'),
        until: moment.optional().describe('The end of the period, exclusive; default: now'),
        statuses: z
          .array(RecoverableStatus)
          .min(1)
          .max(2)
          .default(['dead'])
          .describe('dead: deliveries that died; missed: events without a delivery'),
        dry_run: z.boolean().default(false).describe('Only count'),
      }),
      output: z.object({
        dry_run: z.boolean(),
        total: z.int().describe('Deliveries to send again, as far as they were counted'),
        total_is_exact: z.boolean().describe('False if there may be more than total'),
        recovery: Recovery.nullable().describe('The recovery; null for a dry run'),
      }),
      effects: ['outside'],
      problems: ['conflict'],
      deadline_ms: 30_000,
      example: { id: 'lis_01jd0000000000000000000000', since: '2026-01-01T00:00:00.000Z', statuses: ['dead', 'missed'] },
    }),
    list_recoveries: operation({
      summary: 'List the recoveries of a webhook',
      description: 'Newest first, unless sort says otherwise.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions/:id/recoveries', status: 200 },
      tools: [{ name: 'list_event_webhook_recoveries', family: 'event_webhooks', action: 'list_recoveries' }],
      input: z.strictObject({
        ...listenerId,
        status: RecoveryStatus.optional().describe('Only recoveries in this status'),
        sort: sortBy(['created_at'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Recovery),
      problems: ['conflict'],
    }),
    get_recovery: operation({
      summary: 'Read the progress of a recovery',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions/:id/recoveries/:recovery_id', status: 200 },
      tools: [{ name: 'get_event_webhook_recovery', family: 'event_webhooks', action: 'get_recovery' }],
      input: z.strictObject({ ...listenerId, recovery_id: id('recovery') }),
      output: Recovery,
      problems: ['conflict'],
    }),
  },
});

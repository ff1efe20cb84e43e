import { z } from 'zod';
import { id, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page } from '../core/page.ts';
import { moment } from '../core/time-fields.ts';
import { EVENT_RETENTION_DAYS, WEBHOOK_TIMEOUT_MS } from './limits.ts';

/**
 * The status of a delivery (contract, W9). A delivery is `skipped` when its event occurred while the webhook was
 * disabled, or when the agent of the webhook could not use the resource.
 */
export const DeliveryStatus = z.enum(['pending', 'succeeded', 'retrying', 'dead', 'skipped']);

/** The reasons why an attempt fails, a closed set. `http` is any response other than 2xx and redirects. */
export const AttemptError = z.enum([
  'http',
  'timeout',
  'dns',
  'tls',
  'refused',
  'connection',
  'redirect',
  'unsafe_address',
  'response_too_large',
]);

/** The reason why an attempt failed. */
export type AttemptError = z.infer<typeof AttemptError>;

/** One signed POST to a webhook. */
export const Attempt = z
  .object({
    number: z.int().min(1),
    status: z.enum(['succeeded', 'failed']),
    response_code: z.int().nullable(),
    error: AttemptError.nullable(),
    error_message: z.string().nullable().describe('One sentence on what went wrong'),
    duration_ms: z.int(),
    response_headers: z.record(z.string(), z.string()),
    response_body: z.string().nullable().describe('The first 4 KiB of the response'),
    attempted_at: timestamp,
    next_attempt_at: timestamp.nullable(),
    signature: z.string().optional().describe('The Service-Signature header as it was sent'),
  })
  .meta({ id: 'Attempt' });

/** One signed POST to a webhook. */
export type Attempt = z.infer<typeof Attempt>;

/** One event on its way to one webhook, with every attempt (contract, W9). */
export const Delivery = z
  .object({
    delivery_id: z.int(),
    event_id: z.string(),
    event_type: z.string(),
    status: DeliveryStatus,
    attempts: z.array(Attempt),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Delivery' });

/** The request of one attempt and the signed text; the secret is never part of it. */
export const SentAttempt = z
  .object({
    delivery_id: z.int(),
    number: z.int().min(1),
    timestamp: z.int().describe('The t of the signature, in seconds since the epoch'),
    body: z.string().describe('The exact bytes of the body that was sent'),
    string_to_sign: z.string().describe('<t>.<body>: HMAC-SHA256 of it with the whole secret, in hex, is v1 of Service-Signature'),
    standard_string_to_sign: z.string().describe('<event id>.<t>.<body>: the text that webhook-signature (Standard Webhooks) signs'),
    headers: z.record(z.string(), z.string()).describe('The headers that were sent; webhook-signature only while the secret is the same'),
    secret_changed: z.boolean().describe('True if the secret was rotated since, so that the current secret does not verify this attempt'),
  })
  .meta({ id: 'SentAttempt' });

/** The deliveries that a recovery sends again: `dead` ones, or `missed` events that were skipped or have no delivery. */
export const RecoverableStatus = z.enum(['dead', 'missed']);

/** A request to send missed deliveries of a webhook again, with its progress. */
export const Recovery = z
  .object({
    ...resource,
    subscription_id: z.string(),
    since: timestamp,
    until: timestamp,
    statuses: z.array(RecoverableStatus),
    status: z.enum(['queued', 'running', 'done']),
    total: z.int().describe('Deliveries to send, counted when the recovery was requested'),
    queued: z.int().describe('Deliveries that are queued so far; the delivery log shows their results'),
  })
  .meta({ id: 'Recovery' });

/** The result of one event for one webhook. */
export const Verdict = z
  .object({
    subscription_id: z.string(),
    event_id: z.string(),
    event_type: z.string().nullable(),
    verdict: z.enum(['delivered', 'pending', 'retrying', 'dead', 'filtered', 'not_subscribed', 'disabled', 'unknown_event']),
    message: z.string().describe('The reason, and what to do'),
    rule: z
      .string()
      .nullable()
      .describe('The rule that excluded the event: event_types, itself, can_use, actor_kind, or the filter <type>.<key>'),
    delivery_id: z.int().nullable(),
  })
  .meta({ id: 'Verdict' });

/** The result of one event for one webhook. */
export type Verdict = z.infer<typeof Verdict>;

const listenerId = { id: id('event subscription') };

/** The delivery log of webhooks, and operations that send deliveries again. */
export const deliveries = contract({
  name: 'deliveries',
  service: 'delivery',
  tag: 'Deliveries',
  description: 'The delivery log of a webhook: each delivery with its attempts, their responses and errors.',
  operations: {
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
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Delivery),
      problems: ['conflict'],
    }),
    test: operation({
      summary: 'Send a test event now',
      description:
        'Makes one signed attempt with the event type test, also to a disabled webhook, and returns its result. A test is not retried and does not count toward disabling the webhook.',
      scope: 'automations:write',
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
      route: { method: 'POST', path: '/event-subscriptions/:id/deliveries/:delivery_id/resend', status: 202 },
      tools: [{ name: 'resend_event_webhook_delivery', family: 'event_webhooks', action: 'resend' }],
      input: z.strictObject({ ...listenerId, delivery_id: z.int().min(1).describe('Id of the delivery') }),
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
        ...listenerId,
        delivery_id: z.int().min(1).describe('Id of the delivery'),
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
    recover: operation({
      summary: 'Send missed deliveries of a webhook again',
      description: `Queues deliveries of events from since until until (default: now). statuses: dead (the default) selects deliveries that died; missed selects events that were skipped while the webhook was disabled, or that match it now and have no delivery. Goes back at most ${EVENT_RETENTION_DAYS} days. Replays run after first attempts and retries, and get a new retry schedule. dry_run returns the count and queues nothing. One recovery of a webhook runs at a time.`,
      scope: 'automations:write',
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

import { z } from 'zod';
import { id, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page } from '../core/page.ts';
import { EVENT_RETENTION_DAYS, WEBHOOK_TIMEOUT_MS } from './limits.ts';

/** Where a delivery stands (decisions, Events); `skipped` means that when it happened the webhook was switched off, or its agent could not use what it is about. */
export const DeliveryStatus = z.enum(['pending', 'succeeded', 'retrying', 'dead', 'skipped']);

/** Why an attempt failed, as a closed set of words; `http` means the receiver answered something else than 2xx. */
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

/** Why an attempt failed. */
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
    response_body: z.string().nullable().describe('The first 4 KiB of the answer'),
    attempted_at: timestamp,
    next_attempt_at: timestamp.nullable(),
    signature: z.string().optional().describe('The Service-Signature header as it was sent'),
  })
  .meta({ id: 'Attempt' });

/** One signed POST to a webhook. */
export type Attempt = z.infer<typeof Attempt>;

/** One event on its way to one webhook, with every attempt (spec, Delivery). */
export const Delivery = z
  .object({
    delivery_id: z.int(),
    event_id: z.string(),
    event_type: z.string(),
    state: DeliveryStatus,
    attempts: z.array(Attempt),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Delivery' });

/** What one attempt sent and what was signed of it; the secret is never part of it. */
export const SentAttempt = z
  .object({
    delivery_id: z.int(),
    number: z.int().min(1),
    timestamp: z.int().describe('The t of the signature, in seconds since the epoch'),
    body: z.string().describe('The body as it was sent, byte for byte'),
    string_to_sign: z.string().describe('<t>.<body>: HMAC-SHA256 of it with the whole secret, in hex, is v1 of Service-Signature'),
    standard_string_to_sign: z.string().describe('<event id>.<t>.<body>: what webhook-signature (Standard Webhooks) is over'),
    headers: z.record(z.string(), z.string()).describe('Headers as they were sent; webhook-signature only while the secret is the same'),
    secret_changed: z.boolean().describe('The secret was rotated since, so today’s secret does not verify this attempt'),
  })
  .meta({ id: 'SentAttempt' });

/** What a recovery sends again: deliveries that died; events that were skipped or never became a delivery. */
export const RecoveredState = z.enum(['dead', 'missed']);

/** A request to send again what a webhook missed, and how far it has come. */
export const Recovery = z
  .object({
    ...resource,
    subscription_id: z.string(),
    since: timestamp,
    until: timestamp,
    states: z.array(RecoveredState),
    state: z.enum(['queued', 'running', 'done']),
    total: z.int().describe('What was found when it was asked for'),
    queued: z.int().describe('Deliveries that were queued so far; the delivery log shows what came of them'),
  })
  .meta({ id: 'Recovery' });

/** What became of one event for one webhook. */
export const Verdict = z
  .object({
    subscription_id: z.string(),
    event_id: z.string(),
    event_type: z.string().nullable(),
    verdict: z.enum(['delivered', 'pending', 'retrying', 'dead', 'filtered', 'not_wanted', 'disabled', 'unknown_event']),
    sentence: z.string().describe('Why it arrived or did not, and what to do'),
    rule: z.string().nullable().describe('What kept it away: event_types, itself, can_use, actor_kind, or the filter <type>.<key>'),
    delivery_id: z.int().nullable(),
  })
  .meta({ id: 'Verdict' });

/** What became of one event for one webhook. */
export type Verdict = z.infer<typeof Verdict>;

const listenerId = { id: id('event subscription') };
const moment = z.iso.datetime({ offset: true });

/** What happened to each event on its way to a webhook, and sending again. */
export const deliveries = contract({
  name: 'deliveries',
  service: 'delivery',
  tag: 'Deliveries',
  description: 'The log of what was sent to a webhook: each delivery with each attempt, its answer and its error.',
  operations: {
    list: operation({
      summary: 'Read the delivery log',
      description: 'Newest first. An attempt shows the response code, an error word with a sentence, and the start of the answer.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions/:id/deliveries', status: 200 },
      tools: [{ name: 'list_event_webhook_deliveries', family: 'event_webhooks', action: 'list_deliveries' }],
      input: z.strictObject({
        ...listenerId,
        state: DeliveryStatus.optional(),
        event_id: z.string().max(64).optional(),
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
        'One signed attempt with the event type test, also to a webhook that is switched off; the answer tells how the receiver took it. A test is not retried and does not count towards switching the webhook off.',
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
        'Queues the delivery again with a fresh retry schedule, a dead one included. The event id and the delivery id stay the same, the attempt number goes on.',
      scope: 'automations:write',
      route: { method: 'POST', path: '/event-subscriptions/:id/deliveries/:delivery_id/resend', status: 202 },
      tools: [{ name: 'resend_event_webhook_delivery', family: 'event_webhooks', action: 'resend' }],
      input: z.strictObject({ ...listenerId, delivery_id: z.int().min(1) }),
      output: Delivery,
      effects: ['outside'],
      problems: ['conflict'],
      example: { id: 'lis_01jd0000000000000000000000', delivery_id: 1 },
    }),
    get_attempt: operation({
      summary: 'Read what an attempt sent and signed',
      description:
        'The body and headers as they were sent and the string that was signed, for finding out why a signature does not verify. The secret is not part of it.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions/:id/deliveries/:delivery_id/attempts/:number', status: 200 },
      tools: [{ name: 'get_event_webhook_attempt', family: 'event_webhooks', action: 'get_attempt' }],
      input: z.strictObject({ ...listenerId, delivery_id: z.int().min(1), number: z.int().min(1) }),
      output: SentAttempt,
      problems: ['conflict'],
    }),
    explain: operation({
      summary: 'Say why an event arrived or did not',
      description:
        'One verdict for one event and one webhook: delivered, pending, retrying, dead, filtered (and by which rule), not_wanted, disabled or unknown_event (never happened, wanted by nobody, or past its retention), with one sentence.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions/:id/explain', status: 200 },
      tools: [{ name: 'explain_event_webhook', family: 'event_webhooks', action: 'explain' }],
      input: z.strictObject({ ...listenerId, event_id: id('event') }),
      output: Verdict,
      problems: ['conflict'],
      example: { id: 'lis_01jd0000000000000000000000', event_id: 'evt_01jd0000000000000000000000' },
    }),
    recover: operation({
      summary: 'Send again what a webhook missed',
      description: `Queues again what happened from since until until (now unless told): deliveries that died (states: dead, the default), and what was skipped while the webhook was switched off or never became a delivery although it is wanted now (states: missed), as far back as ${EVENT_RETENTION_DAYS} days. Replays go behind first attempts and retries, and get a fresh retry schedule. dry_run answers the count and queues nothing. One recovery of a webhook runs at a time.`,
      scope: 'automations:write',
      route: { method: 'POST', path: '/event-subscriptions/:id/recover', status: 202 },
      tools: [{ name: 'recover_event_webhook', family: 'event_webhooks', action: 'recover' }],
      input: z.strictObject({
        ...listenerId,
        since: moment.describe('From this moment on'),
        until: moment.optional().describe('Before this moment; now unless told'),
        states: z.array(RecoveredState).min(1).max(2).default(['dead']),
        dry_run: z.boolean().default(false).describe('Only count'),
      }),
      output: z.object({
        dry_run: z.boolean(),
        total: z.int().describe('Deliveries that are sent again, as far as they were counted'),
        total_is_exact: z.boolean().describe('Whether all was counted; if not there may be more than total'),
        recovery: Recovery.nullable().describe('The progress; null for a dry run'),
      }),
      effects: ['outside'],
      problems: ['conflict'],
      deadline_ms: 30_000,
      example: { id: 'lis_01jd0000000000000000000000', since: '2026-01-01T00:00:00.000Z', states: ['dead', 'missed'] },
    }),
    get_recovery: operation({
      summary: 'Read how far a recovery has come',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions/:id/recoveries/:recovery_id', status: 200 },
      tools: [{ name: 'get_event_webhook_recovery', family: 'event_webhooks', action: 'get_recovery' }],
      input: z.strictObject({ ...listenerId, recovery_id: id('recovery') }),
      output: Recovery,
      problems: ['conflict'],
    }),
  },
});

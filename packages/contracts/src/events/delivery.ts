import { z } from 'zod';
import { resource, timestamp } from '../core/fields.ts';
import { page } from '../core/page.ts';

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

/** One event on its way to one webhook, with its last attempt in place of all attempts. */
export const FoundDelivery = z
  .object({
    delivery_id: z.int(),
    subscription_id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    status: DeliveryStatus,
    attempt_count: z.int().describe('Attempts so far; GET /event-subscriptions/{id}/deliveries/{delivery_id} returns each'),
    last_attempt: Attempt.pick({
      number: true,
      status: true,
      response_code: true,
      error: true,
      error_message: true,
      duration_ms: true,
      attempted_at: true,
    }).nullable(),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'FoundDelivery' });

/** The result of one delivery that a call sends again together with others. */
export const ResendResult = z
  .object({
    subscription_id: z.string(),
    delivery_id: z.int(),
    outcome: z.enum(['queued', 'not_found', 'forbidden', 'in_progress']),
    error: z.string().nullable().describe('The reason, if the delivery is not queued'),
  })
  .meta({ id: 'ResendResult' });

/** The result of one delivery that a call sends again together with others. */
export type ResendResult = z.infer<typeof ResendResult>;

/** The attempts of one webhook in one hour. Test events do not count. */
export const DeliveryFigures = z
  .object({
    subscription_id: z.string(),
    hour_at: timestamp.describe('The start of the hour, in UTC'),
    attempts: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    errors: z.record(z.string(), z.int()).describe('Failed attempts by error'),
    p50_ms: z.int().describe('Half of the attempts took at most so long; up to 19 % too great'),
    p95_ms: z.int().describe('Of 100 attempts 95 took at most so long; up to 19 % too great'),
  })
  .meta({ id: 'DeliveryFigures' });

/** The attempts of one webhook in one hour. */
export type DeliveryFigures = z.infer<typeof DeliveryFigures>;

/** The request of one attempt and the signed text; the secret is never part of it. */
export const SentAttempt = z
  .object({
    delivery_id: z.int(),
    number: z.int().min(1),
    attempted_at: timestamp.describe('Time of the attempt; the t of the signature is its whole seconds since the epoch'),
    body: z.string().describe('The exact bytes of the body that was sent'),
    string_to_sign: z.string().describe('<t>.<body>: HMAC-SHA256 of it with the whole secret, in hex, is v1 of Service-Signature'),
    standard_string_to_sign: z.string().describe('<event id>.<t>.<body>: the text that webhook-signature (Standard Webhooks) signs'),
    headers: z.record(z.string(), z.string()).describe('The headers that were sent; webhook-signature only while the secret is the same'),
    secret_changed: z.boolean().describe('True if the secret was rotated since, so that the current secret does not verify this attempt'),
  })
  .meta({ id: 'SentAttempt' });

/** The deliveries that a recovery sends again: `dead` ones, or `missed` events that were skipped or have no delivery. */
export const RecoverableStatus = z.enum(['dead', 'missed']);

/** The progress of a recovery. */
export const RecoveryStatus = z.enum(['queued', 'running', 'done']);

/** A request to send missed deliveries of a webhook again, with its progress. */
export const Recovery = z
  .object({
    ...resource,
    subscription_id: z.string(),
    since: timestamp,
    until: timestamp,
    statuses: z.array(RecoverableStatus),
    status: RecoveryStatus,
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
    occurred_at: timestamp.nullable().describe('Time of the change that the event reports; null for an event that is not stored'),
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

/** The results of the events of one type for one webhook. */
export const EventVerdicts = page(Verdict)
  .extend({
    event_type: z.string(),
    message: z.string().describe('The state of the webhook for events of this type, and the way out when it receives none'),
  })
  .meta({ id: 'EventVerdicts' });

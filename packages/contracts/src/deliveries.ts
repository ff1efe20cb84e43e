import { z } from 'zod';
import { id, timestamp } from './fields.ts';
import { WEBHOOK_TIMEOUT_MS } from './limits.ts';
import { contract, operation } from './operation.ts';
import { cursor, includeTotal, limit, page } from './page.ts';

/** Where a delivery stands (decisions, Events). */
export const DeliveryState = z.enum(['pending', 'succeeded', 'retrying', 'dead']);

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
    state: DeliveryState,
    attempts: z.array(Attempt),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Delivery' });

const listenerId = { id: id('event subscription') };

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
        state: DeliveryState.optional(),
        event_id: z.string().max(64).optional(),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Delivery),
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
  },
});

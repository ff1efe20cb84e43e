import { z } from 'zod';
import { id } from '../core/fields.ts';
import { MAX_FIGURE_DAYS } from '../core/limits.ts';
import { operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { madeBetween } from '../core/time-fields.ts';
import { AttemptError, DeliveryFigures, DeliveryStatus, FoundDelivery, Recovery, RecoveryStatus, ResendResult } from './delivery.ts';
import { DELIVERY_FIGURE_DAYS, MAX_RESENT_DELIVERIES, MAX_SCANNED_DELIVERIES } from './limits.ts';
import { EventTypeName } from './listeners.ts';

const subscription = { subscription_id: id('webhook').optional() };
const responseCode = z.int().min(100).max(599).optional();

/** The operations on the deliveries and recoveries of all webhooks of a Space. */
export const deliverySearchOperations = {
  search: operation({
    summary: 'Find deliveries of all webhooks',
    description: `Newest first, unless sort says otherwise; each has its last attempt. event_type, error and the response codes are compared while at most ${MAX_SCANNED_DELIVERIES} deliveries are read, so a page may be shorter than limit although has_more is true. An agent gets only deliveries of webhooks that it created.`,
    scope: 'automations:read',
    route: { method: 'GET', path: '/deliveries', status: 200 },
    counterpart: 'list_event_webhook_deliveries',
    input: z
      .strictObject({
        ...subscription,
        status: DeliveryStatus.optional().describe('Only deliveries in this status'),
        event_type: EventTypeName.optional().describe('Only deliveries of events of this type'),
        event_id: id('event').optional(),
        error: AttemptError.optional().describe('Only deliveries whose last attempt failed with this error'),
        min_response_code: responseCode.describe('Only deliveries whose last attempt was answered with this code or a greater one'),
        max_response_code: responseCode.describe('Only deliveries whose last attempt was answered with this code or a smaller one'),
        ...madeBetween,
        sort: sortBy(['created_at'], '-created_at'),
        limit,
        cursor,
      })
      .refine(({ min_response_code: min, max_response_code: max }) => min === undefined || max === undefined || min <= max, {
        path: ['max_response_code'],
        message: 'must not be below min_response_code',
      }),
    output: page(FoundDelivery),
    problems: ['not_found', 'conflict'],
    example: { status: 'dead', min_response_code: 500, max_response_code: 599, since: '2026-01-01T00:00:00.000Z' },
  }),
  resend_bulk: operation({
    summary: 'Send several deliveries again',
    description:
      'Queues each delivery again, as resend does, and returns a result for each: one that cannot be queued has the reason, and the others are queued all the same. A delivery that is listed twice is queued once.',
    scope: 'automations:write',
    no_undo: 'requests that were sent cannot be taken back',
    route: { method: 'POST', path: '/deliveries/resend', status: 202 },
    counterpart: 'resend_event_webhook_delivery',
    input: z.strictObject({
      deliveries: z
        .array(z.strictObject({ subscription_id: id('webhook'), delivery_id: z.int().min(1).describe('Id of the delivery') }))
        .min(1)
        .max(MAX_RESENT_DELIVERIES)
        .describe('The deliveries to send again'),
    }),
    output: z.object({
      results: z.array(ResendResult).describe('In the order of the call'),
      queued: z.int(),
      refused: z.int(),
    }),
    effects: ['outside'],
    example: { deliveries: [{ subscription_id: 'lis_01jd0000000000000000000000', delivery_id: 1 }] },
  }),
  figures: operation({
    summary: 'Count attempts by webhook and hour',
    description: `Attempts of each webhook in each hour with an attempt, by outcome, with the 50th and 95th percentile of their duration; by webhook, oldest hour first. Default: the last 24 hours; at most ${MAX_FIGURE_DAYS} days in one call. Figures are stored for ${DELIVERY_FIGURE_DAYS} days. An agent gets only webhooks that it created.`,
    scope: 'automations:read',
    route: { method: 'GET', path: '/deliveries/figures', status: 200 },
    counterpart: 'list_event_webhook_deliveries',
    input: z.strictObject({ ...subscription, ...madeBetween }),
    output: z.object({ data: z.array(DeliveryFigures) }),
    problems: ['not_found', 'conflict'],
    example: { since: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' },
  }),
  search_recoveries: operation({
    summary: 'List the recoveries of all webhooks',
    description: 'Newest first, unless sort says otherwise. An agent gets only recoveries of webhooks that it created.',
    scope: 'automations:read',
    route: { method: 'GET', path: '/recoveries', status: 200 },
    counterpart: 'list_event_webhook_recoveries',
    input: z.strictObject({
      ...subscription,
      status: RecoveryStatus.optional().describe('Only recoveries in this status'),
      sort: sortBy(['created_at'], '-created_at'),
      limit,
      cursor,
      include_total: includeTotal,
    }),
    output: page(Recovery),
    problems: ['not_found', 'conflict'],
    example: { status: 'running' },
  }),
};

import { z } from 'zod';
import { ActorKind } from './actor.ts';
import { eventTypes } from './event-types.ts';
import { Deleted, id, nonEmptyLine, resource, timestamp } from './fields.ts';
import { MAX_WEBHOOKS_PER_SPACE } from './limits.ts';
import { contract, operation } from './operation.ts';
import { cursor, includeTotal, limit, page } from './page.ts';

const names = [...eventTypes.keys()];

const EventTypeName = z.enum(names as [string, ...string[]], {
  error: (issue) => `"${String(issue.input)}" is not an event type; GET /event-types lists them.`,
});

/** The types a listener hears: names, or the single value `*` for every event of the Space (spec, Listener). */
const EventTypes = z
  .union([z.tuple([z.literal('*')]), z.array(EventTypeName).min(1).max(names.length)], {
    error: 'must be a list of event type names from GET /event-types, or ["*"] alone for every event',
  })
  .transform((types): string[] => [...new Set<string>(types)])
  .meta({ description: 'Names of event types, or ["*"] for every event', type: 'array', items: { type: 'string' } });

const oneOrMore = <T extends z.ZodType>(value: T) => z.union([value, z.array(value).min(1).max(50)]);

/** `actor_kind` for any event, and for each type the filter keys it declares (spec, Filters). */
const Filters: z.ZodType<Record<string, unknown>, Record<string, unknown>> = z.strictObject({
  actor_kind: oneOrMore(ActorKind).optional(),
  ...Object.fromEntries(
    [...eventTypes.values()]
      .filter((type) => type.filters.length > 0)
      .map((type) => [
        type.type,
        z.strictObject(Object.fromEntries(type.filters.map((key) => [key, oneOrMore(z.string().max(200)).optional()]))).optional(),
      ]),
  ),
});

/** Where a webhook is sent: https and public, which is judged when it is saved and again on every attempt. */
const WebhookUrl = z.string().min(1).max(2_048).describe('An https address that is reachable from the internet');

/** Something that hears events (spec, Listener). The secret is never part of it. */
export const Listener = z
  .object({
    ...resource,
    kind: z.enum(['webhook']),
    name: z.string(),
    url: z.string(),
    event_types: z.array(z.string()),
    filters: z.record(z.string(), z.unknown()),
    enabled: z.boolean(),
    disabled_reason: z.string().nullable().describe('Why it was switched off, when the service did it'),
    disabled_at: timestamp.nullable(),
    consecutive_dead_deliveries: z.int().describe('Deliveries that died in a row; at 15 the webhook is switched off'),
  })
  .meta({ id: 'Listener' });

/** Something that hears events. */
export type Listener = z.infer<typeof Listener>;

/** A listener with the secret that signs its deliveries, answered once. */
export const ListenerWithSecret = z.object({
  subscription: Listener,
  secret: z.string().describe('whsec_…, shown once: keep it where your receiver can read it'),
});

/** One event type of the catalogue (spec, Events). */
export const EventTypeEntry = z
  .object({
    type: z.string(),
    group: z.string(),
    label: z.string(),
    data_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of data'),
    sample: z.record(z.string(), z.unknown()),
    filters: z.array(z.string()).describe('Keys a listener may filter this type by; actor_kind works for every type'),
  })
  .meta({ id: 'EventType' });

/** The catalogue of events. */
export const eventCatalogue = contract({
  name: 'event_types',
  service: 'events',
  tag: 'Events',
  description: 'Every event type that can happen in a Space.',
  operations: {
    list: operation({
      summary: 'List event types',
      description: 'Everything that can happen here, with the schema of its data, a sample and the keys it can be filtered by.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-types', status: 200 },
      tools: [{ name: 'list_event_types', family: 'event_listening', action: 'list_types' }],
      input: z.strictObject({
        type: z.string().max(100).optional().describe('Only this type'),
        group: z.string().max(100).optional().describe('Only this group'),
      }),
      output: page(EventTypeEntry),
      example: { group: 'contacts' },
    }),
  },
});

const listenerId = { id: id('event subscription') };
const webhook = { kind: 'webhook' };

/** Listeners of events: webhooks that are signed, retried, and switched off when dead. */
export const listeners = contract({
  name: 'event_subscriptions',
  service: 'events',
  tag: 'Event subscriptions',
  description: `Webhooks that hear what happens in a Space, at most ${MAX_WEBHOOKS_PER_SPACE}. Deliveries are signed, retried for about 22 hours, and a webhook whose deliveries keep dying is switched off.`,
  operations: {
    list: operation({
      summary: 'List event subscriptions',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions', status: 200 },
      tools: [{ name: 'list_event_webhooks', family: 'event_webhooks', action: 'list', preset: webhook }],
      input: z.strictObject({ kind: z.enum(['webhook']).optional(), limit, cursor, include_total: includeTotal }),
      output: page(Listener),
    }),
    create: operation({
      summary: 'Create an event subscription',
      description:
        'Answers the subscription and its signing secret, which is shown this once. The URL must be https and public. A 26th webhook is refused with 409 limit_reached.',
      scope: 'automations:write',
      route: { method: 'POST', path: '/event-subscriptions', status: 201 },
      tools: [{ name: 'create_event_webhook', family: 'event_webhooks', action: 'create', preset: webhook }],
      input: z.strictObject({
        kind: z.enum(['webhook']),
        name: nonEmptyLine(200),
        url: WebhookUrl,
        event_types: EventTypes,
        filters: Filters.default({}),
      }),
      output: ListenerWithSecret,
      problems: ['limit_reached', 'unsafe_url'],
      confidential: true,
      example: {
        kind: 'webhook',
        name: 'CRM sync',
        url: 'https://hooks.example.com/space',
        event_types: ['contact_created'],
        filters: { actor_kind: 'person' },
      },
    }),
    get: operation({
      summary: 'Read an event subscription',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions/:id', status: 200 },
      tools: [{ name: 'get_event_webhook', family: 'event_webhooks', action: 'get' }],
      input: z.strictObject(listenerId),
      output: Listener,
      versioned: true,
    }),
    update: operation({
      summary: 'Change an event subscription',
      description:
        'enabled: true switches a webhook on again and clears its count of dead deliveries. What is on its way uses the new settings from its next attempt.',
      scope: 'automations:write',
      route: { method: 'PATCH', path: '/event-subscriptions/:id', status: 200 },
      tools: [{ name: 'update_event_webhook', family: 'event_webhooks', action: 'update' }],
      input: z.strictObject({
        ...listenerId,
        name: nonEmptyLine(200).optional(),
        url: WebhookUrl.optional(),
        event_types: EventTypes.optional(),
        filters: Filters.optional(),
        enabled: z.boolean().optional(),
      }),
      output: Listener,
      problems: ['unsafe_url'],
      versioned: true,
      example: { id: 'lis_01jd0000000000000000000000', enabled: true },
    }),
    delete: operation({
      summary: 'Delete an event subscription',
      description: 'With its delivery log. Nothing more is sent to it.',
      scope: 'automations:write',
      route: { method: 'DELETE', path: '/event-subscriptions/:id', status: 200 },
      tools: [{ name: 'delete_event_webhook', family: 'event_webhooks', action: 'delete' }],
      input: z.strictObject(listenerId),
      output: Deleted,
      versioned: true,
    }),
    rotate_secret: operation({
      summary: 'Issue a new signing secret',
      description: 'The new secret is shown this once; the old one stops working at once.',
      scope: 'automations:write',
      route: { method: 'POST', path: '/event-subscriptions/:id/rotate-secret', status: 200 },
      tools: [{ name: 'rotate_event_webhook_secret', family: 'event_webhooks', action: 'rotate_secret' }],
      input: z.strictObject(listenerId),
      effects: ['destructive'],
      output: ListenerWithSecret,
      confidential: true,
    }),
  },
});

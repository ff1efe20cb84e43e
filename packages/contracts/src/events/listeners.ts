import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
import { Deleted, id, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page } from '../core/page.ts';
import { eventTypes } from './event-types.ts';
import { MAX_AGENT_BATCH_MINUTES, MAX_FEEDS_PER_SPACE, MAX_WEBHOOKS_PER_SPACE } from './limits.ts';
import { subscriptionCreated, subscriptionDeleted, subscriptionDisabled, subscriptionUpdated } from './listeners.events.ts';

const names = [...eventTypes.keys()];

/** The name of an event type that can happen here. */
export const EventTypeName = z.enum(names as [string, ...string[]], {
  error: (issue) => `"${String(issue.input)}" is not an event type; GET /event-types lists them.`,
});

/** The types a listener hears: names, or the single value `*` for every event of the Space (spec, Listener). */
export const EventTypes = z
  .union([z.tuple([z.literal('*')]), z.array(EventTypeName).min(1).max(names.length)], {
    error: 'must be a list of event type names from GET /event-types, or ["*"] alone for every event',
  })
  .transform((types): string[] => [...new Set<string>(types)])
  .meta({ description: 'Names of event types, or ["*"] for every event', type: 'array', items: { type: 'string' } });

const oneOrMore = <T extends z.ZodType>(value: T) => z.union([value, z.array(value).min(1).max(50)]);

/** What is checked of filters: `actor_kind` for any event, and for each type the filter keys it declares. */
const KnownFilters = z.strictObject({
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

/** Filters of a listener (spec, Filters). Its schema says it in a sentence: spelt out for every type it is longer than all else about a listener. */
export const Filters: z.ZodType<Record<string, unknown>, Record<string, unknown>> = z
  .record(z.string(), z.unknown())
  .describe(
    'actor_kind for every event, and by event type the filter keys that the list of event types names for it, each a value or a list of values: {"actor_kind": "person", "table_row_created": {"table_id": "tbl_…"}}',
  )
  .pipe(KnownFilters);

/** Where a webhook is sent: https and public, which is judged when it is saved and again on every attempt. */
const WebhookUrl = z.string().min(1).max(2_048).describe('An https address that is reachable from the internet');

/** When an agent's listener writes into its chat: with each event, or one line for all events of so many minutes. */
export const AgentDelivery = z.union([z.literal('now'), z.strictObject({ every_minutes: z.int().min(1).max(MAX_AGENT_BATCH_MINUTES) })]);

/** The ways to hear events (spec, Listener kinds). */
export const ListenerKind = z.enum(['webhook', 'feed', 'agent']);

/** Something that hears events (spec, Listener). The secret is never part of it. */
export const Listener = z
  .object({
    ...resource,
    kind: ListenerKind,
    name: z.string(),
    url: z.string().nullable().describe('Of webhooks'),
    delivery: AgentDelivery.nullable().describe('Of listeners of kind agent: when it writes into the chat'),
    agent_id: z.string().nullable().describe('The agent that made it; it hears only about what the agent can use'),
    event_types: z.array(z.string()),
    filters: z.record(z.string(), z.unknown()),
    enabled: z.boolean(),
    disabled_reason: z.string().nullable().describe('Why it was switched off, in a sentence'),
    disabled_at: timestamp.nullable(),
    consecutive_dead_deliveries: z.int().describe('Deliveries that died in a row; at 15 the webhook is switched off'),
  })
  .meta({ id: 'Listener' });

/** Something that hears events. */
export type Listener = z.infer<typeof Listener>;

const secret = z.string().describe('whsec_…, shown once: keep it where your receiver can read it');

/** A webhook with the secret that signs its deliveries, answered once. */
export const ListenerWithSecret = z.object({ subscription: Listener, secret });

/** A new listener; a webhook comes with the secret that signs its deliveries. */
export const NewListener = z.object({ subscription: Listener, secret: secret.optional() });

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
export const eventTypeCatalog = contract({
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
      tools: [{ name: 'list_event_types', family: 'event_listening', action: 'list_types', everyday: true }],
      input: z.strictObject({
        type: z.string().max(100).optional().describe('Only this type'),
        group: z.string().max(100).optional().describe('Only this group'),
      }),
      output: page(EventTypeEntry),
      example: { group: 'contacts' },
    }),
  },
});

/** Says something about fields together although others may be at fault, so that all faults are named at once. */
const given = (holds: (input: { kind?: unknown; url?: unknown }) => boolean) => (input: unknown) =>
  typeof input !== 'object' || input === null || holds(input);
const AT_URL = { path: ['url'], when: () => true };

const listenerId = { id: id('event subscription') };
const webhook = { kind: 'webhook' };

/** A feed has no address: its tool does not offer one. */
const feed = { kind: 'feed', url: undefined };

/** Listeners of events: webhooks that are signed, retried, and switched off when dead, and feeds that are pulled. */
export const listeners = contract({
  name: 'event_subscriptions',
  service: 'events',
  tag: 'Event subscriptions',
  description: `What hears the events of a Space. Webhooks, at most ${MAX_WEBHOOKS_PER_SPACE}: deliveries are signed, retried for about 22 hours, and a webhook whose deliveries keep dying is switched off. Feeds, at most ${MAX_FEEDS_PER_SPACE}: events are kept for 14 days and pulled with GET /events. Listeners of kind agent write lines into the chat of the agent that made them; only an agent makes these, by listening to events with its own key.`,
  operations: {
    list: operation({
      summary: 'List event subscriptions',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions', status: 200 },
      tools: [{ name: 'list_event_webhooks', family: 'event_webhooks', action: 'list' }],
      input: z.strictObject({ kind: ListenerKind.optional(), limit, cursor, include_total: includeTotal }),
      output: page(Listener),
    }),
    create: operation({
      summary: 'Create an event subscription',
      description:
        'A webhook needs a url, which must be https and public, and comes with its signing secret, which is shown this once. A feed has neither; it begins with what happens from now on. A 26th webhook or feed is refused with 409 limit_reached. What an agent makes hears only about what the agent can use.',
      scope: 'automations:write',
      route: { method: 'POST', path: '/event-subscriptions', status: 201 },
      tools: [
        { name: 'create_event_webhook', family: 'event_webhooks', action: 'create', preset: webhook },
        { name: 'create_event_feed', family: 'event_webhooks', action: 'create_feed', preset: feed },
      ],
      input: z
        .strictObject({
          kind: z.enum(['webhook', 'feed']),
          name: nonEmptyLine(200),
          url: WebhookUrl.optional(),
          event_types: EventTypes,
          filters: Filters.default({}),
        })
        .refine(
          given(({ kind, url }) => kind !== 'webhook' || url !== undefined),
          { ...AT_URL, message: 'is required' },
        )
        .refine(
          given(({ kind, url }) => kind !== 'feed' || url === undefined),
          {
            ...AT_URL,
            message: 'is only for webhooks; a feed is pulled with GET /events',
          },
        ),
      output: NewListener,
      // What was made is switched off by the service when its receiver is dead.
      emits: [subscriptionCreated, subscriptionDisabled],
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
        'enabled: true switches a webhook on again and clears its count of dead deliveries. What is on its way uses the new settings from its next attempt. A feed keeps what it has heard already, also of types it no longer names. An agent changes only what it made.',
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
      emits: [subscriptionUpdated],
      problems: ['forbidden', 'unsafe_url'],
      versioned: true,
      example: { id: 'lis_01jd0000000000000000000000', enabled: true },
    }),
    delete: operation({
      summary: 'Delete an event subscription',
      description: 'With its delivery log, or what a feed has heard. Nothing more is sent to it. An agent deletes only what it made.',
      scope: 'automations:write',
      route: { method: 'DELETE', path: '/event-subscriptions/:id', status: 200 },
      tools: [{ name: 'delete_event_webhook', family: 'event_webhooks', action: 'delete' }],
      input: z.strictObject(listenerId),
      output: Deleted,
      emits: [subscriptionDeleted],
      problems: ['forbidden'],
      versioned: true,
    }),
    rotate_secret: operation({
      summary: 'Issue a new signing secret',
      description:
        'Of a webhook. The new secret is shown this once; the old one stops working at once. An agent rotates only those of webhooks it made.',
      scope: 'automations:write',
      route: { method: 'POST', path: '/event-subscriptions/:id/rotate-secret', status: 200 },
      tools: [{ name: 'rotate_event_webhook_secret', family: 'event_webhooks', action: 'rotate_secret' }],
      input: z.strictObject(listenerId),
      effects: ['destructive'],
      output: ListenerWithSecret,
      emits: [subscriptionUpdated],
      problems: ['conflict', 'forbidden'],
      confidential: true,
    }),
  },
});

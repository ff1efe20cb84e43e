import { z } from 'zod';
import { Deleted, id, nonEmptyLine, resource, timestamp, unlessAbsent } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { restoreFields } from '../core/undo.ts';
import { checkEventFilters, checkFilterTexts, entriesOf, filtersOfEveryType, formWithType } from './event-filters.ts';
import { eventTypes, notAnEventType } from './event-types.ts';
import { MAX_AGENT_BATCH_MINUTES, MAX_FEEDS_PER_SPACE, MAX_WEBHOOKS_PER_SPACE } from './limits.ts';
import { subscriptionCreated, subscriptionDeleted, subscriptionDisabled, subscriptionUpdated } from './listeners.events.ts';

const names = [...eventTypes.keys()];

/** The name of an event type. */
export const EventTypeName = z.enum(names as [string, ...string[]], { error: notAnEventType });

/** The types of a listener: names, or the single value `*` for every event of the Space (contract, Q2). */
export const EventTypes = z
  .array(z.enum(['*', ...names], { error: notAnEventType }), {
    error: unlessAbsent('must be a list of event type names, or ["*"] alone for every event'),
  })
  .min(1)
  .max(names.length)
  .refine((types) => types.length === 1 || !types.includes('*'), 'must have "*" alone, for every event, or only names of event types')
  .transform((types): string[] => [...new Set<string>(types)])
  .meta({
    description: 'Names of event types, or ["*"] for every event',
    type: 'array',
    // A tool lists the names; in the schemas of four tools they would cost two kilobytes each.
    for_agents: { items: { type: 'string' } },
  });

/** The filters of a listener (contract, Q3). The published schema describes them in a sentence, because a schema for every type would be very long. */
export const Filters = z
  .record(z.string(), z.unknown())
  .describe(
    'actor_kind for every event, and by event type of the listener the filter keys that the list of event types names for it, each a value or a list of values: {"actor_kind": "person", "table_row_created": {"table_id": "tbl_…"}}',
  )
  .superRefine((filters, context) => {
    for (const [name, given] of entriesOf(filters, names.length + Object.keys(filtersOfEveryType).length)) {
      const type = eventTypes.get(name);
      if (Object.hasOwn(filtersOfEveryType, name)) checkFilterTexts(filtersOfEveryType[name]!, given, context, [name]);
      else if (!type) {
        const form = formWithType(name);
        context.addIssue(
          form === undefined
            ? { code: 'invalid_value', values: names, input: name, path: [name], message: notAnEventType({ input: name })! }
            : { code: 'custom', path: [name], message: `must be inside of an event type, such as ${form}` },
        );
      } else if (typeof given !== 'object' || given === null || Array.isArray(given))
        context.addIssue({ code: 'custom', path: [name], message: 'must be an object, such as {"table_id": "tbl_…"}' });
      else checkEventFilters(type, given as Record<string, unknown>, context, [name]);
    }
  });

/** The URL of a webhook: https and public, validated when it is saved and before every attempt. */
const WebhookUrl = z.string().min(1).max(2_048).describe('An https address that is reachable from the internet');

/** The delivery of an agent's listener: one chat line for each event, or one line for all events of an interval. */
export const AgentDelivery = z.union([z.literal('now'), z.strictObject({ every_minutes: z.int().min(1).max(MAX_AGENT_BATCH_MINUTES) })]);

/** The kinds of listeners (contract, Q1). */
export const ListenerKind = z.enum(['webhook', 'feed', 'agent']);

/** A listener: a subscription to events (contract, Q1). The secret is never part of it. */
export const Listener = z
  .object({
    ...resource,
    kind: ListenerKind,
    name: z.string(),
    url: z.string().nullable().describe('Set for webhooks'),
    delivery: AgentDelivery.nullable().describe('Set for listeners of kind agent: when lines are written to the chat'),
    agent_id: z
      .string()
      .nullable()
      .describe('The agent that created it, if any; it receives only events about resources that the agent can use'),
    event_types: z.array(z.string()),
    filters: z.record(z.string(), z.unknown()),
    enabled: z.boolean(),
    disabled_reason: z.string().nullable().describe('The reason why it is disabled, as a sentence'),
    disabled_at: timestamp.nullable(),
    consecutive_dead_deliveries: z.int().describe('Dead deliveries in a row; at 15 the webhook is disabled'),
  })
  .meta({ id: 'Listener' });

/** A listener: a subscription to events. */
export type Listener = z.infer<typeof Listener>;

const secret = z.string().describe('whsec_…, shown once: store it where your receiver can read it');

/** A listener after a change, with the values before of the fields that the change replaced. */
export const ChangedListener = Listener.extend({
  before: z
    .object({
      name: z.string(),
      url: z.string(),
      delivery: AgentDelivery,
      event_types: z.array(z.string()),
      filters: z.record(z.string(), z.unknown()),
      enabled: z.boolean(),
    })
    .partial()
    .describe('The values before this call of the fields that it changed'),
});

/** A webhook with the secret that signs its deliveries, returned once. */
export const ListenerWithSecret = z.object({ subscription: Listener, secret });

/** A new listener; a webhook comes with the secret that signs its deliveries. */
export const NewListener = z.object({ subscription: Listener, secret: secret.optional() });

/** One event type of the catalog (contract, V5). */
export const EventTypeEntry = z
  .object({
    type: z.string(),
    group: z.string(),
    label: z.string(),
    data_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of data'),
    sample: z.record(z.string(), z.unknown()),
    filters: z.array(z.string()).describe('The keys by which a listener can filter this type; actor_kind works for every type'),
  })
  .meta({ id: 'EventType' });

/** The catalog of event types. */
export const eventTypeCatalog = contract({
  name: 'event_types',
  service: 'events',
  tag: 'Events',
  description: 'Every event type that a Space emits.',
  operations: {
    list: operation({
      summary: 'List event types',
      description: 'Returns each event type with the schema of its data, a sample and its filter keys.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-types', status: 200 },
      counterpart: 'list_event_types',
      input: z.strictObject({
        type: z.string().max(100).optional().describe('Only this type'),
        group: z.string().max(100).optional().describe('Only this group'),
      }),
      output: page(EventTypeEntry),
      example: { group: 'contacts' },
    }),
  },
});

/** Builds a check across fields that runs although other fields are invalid, so that one response lists all errors. */
const whenObject = (holds: (input: { kind?: unknown; url?: unknown }) => boolean) => (input: unknown) =>
  typeof input !== 'object' || input === null || holds(input);
const ON_URL = { path: ['url'], when: () => true };

const listenerId = { id: id('event subscription') };
const webhook = { kind: 'webhook' };

/** The preset of the feed tool: a feed has no URL, so the tool does not offer one. */
const feed = { kind: 'feed', url: undefined };

/** Operations on event subscriptions: webhooks, feeds and listeners of agents. */
export const listeners = contract({
  name: 'event_subscriptions',
  family: 'event_webhooks',
  service: 'events',
  tag: 'Event subscriptions',
  description: `The subscriptions to the events of a Space. Webhooks, at most ${MAX_WEBHOOKS_PER_SPACE}: deliveries are signed and retried for about 22 hours; a webhook whose deliveries repeatedly die is disabled. Feeds, at most ${MAX_FEEDS_PER_SPACE}: events are stored for 14 days and pulled with a cursor. Listeners of kind agent write lines to the chat of their agent; only an agent creates these, with its own key.`,
  operations: {
    list: operation({
      summary: 'List event subscriptions',
      description: 'Newest first, unless sort says otherwise.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/event-subscriptions', status: 200 },
      tools: [{ name: 'list_event_webhooks', family: 'event_webhooks', action: 'list' }],
      input: z.strictObject({
        kind: ListenerKind.optional().describe('Only listeners of this kind'),
        sort: sortBy(['created_at', 'updated_at', 'name'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Listener),
    }),
    create: operation({
      summary: 'Create an event subscription',
      description:
        'A webhook requires a url, which must be https and public; the response contains its signing secret once. A feed has neither and starts with the events after its creation. A 26th webhook or feed is rejected with 409 limit_reached. A subscription of an agent receives only events about resources that the agent can use.',
      scope: 'automations:write',
      route: { method: 'POST', path: '/event-subscriptions', status: 201 },
      tools: [
        { name: 'create_event_webhook', family: 'event_webhooks', action: 'create', preset: webhook },
        { name: 'create_event_feed', family: 'event_webhooks', action: 'create_feed', preset: feed },
      ],
      needs_scopes: true,
      input: z
        .strictObject({
          kind: z.enum(['webhook', 'feed']).describe('A webhook receives requests; a feed is pulled with GET /events'),
          name: nonEmptyLine(200).describe('Name to recognise it by'),
          url: WebhookUrl.optional(),
          event_types: EventTypes,
          filters: Filters.default({}),
        })
        .refine(
          whenObject(({ kind, url }) => kind !== 'webhook' || url !== undefined),
          { ...ON_URL, message: 'is required' },
        )
        .refine(
          whenObject(({ kind, url }) => kind !== 'feed' || url === undefined),
          {
            ...ON_URL,
            message: 'is only for webhooks; a feed is pulled with GET /events',
          },
        ),
      output: NewListener,
      // The service emits subscriptionDisabled later, when the receiver is dead.
      emits: [subscriptionCreated, subscriptionDisabled],
      problems: ['limit_reached', 'unsafe_url', 'unresolved_reference'],
      confidential: true,
      undo: (_input, { subscription }) => ({ tool: 'delete_event_webhook', arguments: { id: subscription.id } }),
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
        'enabled: true enables a webhook and resets its count of dead deliveries. Unfinished deliveries use the new settings from their next attempt. A feed retains its events, also of types it no longer names. An agent changes only subscriptions that it created.',
      scope: 'automations:write',
      allowed_when_full: true,
      route: { method: 'PATCH', path: '/event-subscriptions/:id', status: 200 },
      tools: [{ name: 'update_event_webhook', family: 'event_webhooks', action: 'update' }],
      needs_scopes: true,
      input: z.strictObject({
        ...listenerId,
        name: nonEmptyLine(200).optional().describe('Name to recognise it by'),
        url: WebhookUrl.optional(),
        event_types: EventTypes.optional(),
        filters: Filters.optional(),
        enabled: z.boolean().optional().describe('false stops it; true enables it again'),
      }),
      output: ChangedListener,
      emits: [subscriptionUpdated],
      problems: ['forbidden', 'unsafe_url', 'unresolved_reference'],
      versioned: true,
      undo: restoreFields('update_event_webhook'),
      example: { id: 'lis_01jd0000000000000000000000', enabled: true },
    }),
    delete: operation({
      summary: 'Delete an event subscription',
      description:
        'Deletes the delivery log of a webhook or the events of a feed too. Nothing more is sent. An agent deletes only subscriptions that it created.',
      scope: 'automations:write',
      no_undo: 'a deleted event subscription, its secret and its events cannot be restored',
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
        'For webhooks. The response contains the new secret once; the old one stops working immediately. An agent rotates only secrets of webhooks that it created.',
      scope: 'automations:write',
      needs_confirmation: true,
      no_undo: 'the secret before is not stored any more',
      allowed_when_full: true,
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

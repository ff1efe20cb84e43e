import type { EventType } from '../core/event.ts';
import type { Role } from '../core/role.ts';
import type { Scope } from '../core/scope.ts';
import { eventTypes } from './event-types.ts';

/**
 * A topic of the live updates of the console: which reads are stale after a change (contract, H17). On the wire it is its name, or its name
 * and the id of one thing, such as `rows:tbl_…`. A message never has data.
 */
export interface Topic {
  /** The scope of a person who receives it; without one their role decides. */
  readonly scope?: Scope;
  /** The least role of a person who receives it. */
  readonly role?: Role;
  /** The reads that are stale: those of a contract, or `contract.operation`. */
  readonly reads: readonly string[];
  /** The key of an event's data whose id follows the name. */
  readonly about?: string;
  /** The keys of an event's data that name the things that changed. */
  readonly ids?: readonly string[];
  /** The event types after which it is sent: those of a group, or those among them that match. */
  readonly group?: string;
  readonly types?: RegExp;
  /** Operations without an event after which it is sent, by id. */
  readonly calls?: RegExp;
}

/** Every topic by name. Of several with one group the first that matches an event type has it. */
export const topics = {
  contacts: {
    scope: 'contacts:read',
    reads: ['contacts', 'tags', 'audiences'],
    group: 'contacts',
    ids: ['contact_id', 'merged_contact_id'],
    calls: /^tags\./,
  },
  audiences: { scope: 'contacts:read', reads: ['audiences'], group: 'audiences', ids: ['audience_id'] },
  rows: {
    scope: 'tables:read',
    reads: ['rows', 'row_comments', 'tables.aggregate', 'tables.list', 'share_links'],
    group: 'tables',
    types: /^table_(?:row_|imported|restored)/,
    about: 'table_id',
    ids: ['row_id'],
  },
  views: {
    scope: 'tables:read',
    reads: ['views', 'share_links'],
    group: 'tables',
    types: /^table_(?:view|share_link)_/,
    about: 'table_id',
  },
  schema: { scope: 'tables:read', reads: ['tables', 'columns', 'rows', 'views', 'snapshots'], group: 'tables', about: 'table_id' },
  pages: { scope: 'pages:read', reads: ['sites', 'pages', 'page_versions', 'page_references'], group: 'pages', ids: ['page_id'] },
  blog: { scope: 'pages:read', reads: ['blog_collections', 'blog_posts'], group: 'blog', ids: ['post_id'] },
  look: { scope: 'pages:read', reads: ['look'], calls: /^look\./ },
  social: { scope: 'social:read', reads: ['social'], group: 'social' },
  bookings: { scope: 'pages:read', reads: ['bookings', 'booking_pages'], group: 'bookings', ids: ['booking_id'] },
  calendar: { scope: 'calendar:read', reads: ['calendar'], group: 'calendar', ids: ['calendar_event_id'] },
  submissions: {
    scope: 'forms:read',
    reads: ['form_submissions', 'form_files', 'forms'],
    group: 'forms',
    types: /^form_(?:submission|confirmation)/,
    about: 'form_id',
    ids: ['submission_id'],
  },
  forms: { scope: 'forms:read', reads: ['forms', 'page_references'], group: 'forms', ids: ['form_id'] },
  tasks: {
    scope: 'tasks:read',
    reads: ['tasks', 'projects', 'task_comments', 'task_labels'],
    group: 'tasks',
    ids: ['task_id', 'project_id'],
  },
  folders: { scope: 'documents:read', reads: ['folders'], group: 'assets', types: /^folder_/, ids: ['folder_id'] },
  assets: { scope: 'assets:read', reads: ['assets', 'asset_uploads'], group: 'assets', ids: ['asset_id'], calls: /^asset_uploads\./ },
  documents: {
    scope: 'documents:read',
    reads: ['documents', 'document_versions', 'document_comments', 'document_share_links'],
    group: 'documents',
    ids: ['document_id'],
  },
  whiteboards: {
    scope: 'whiteboards:read',
    reads: ['whiteboards', 'whiteboard_elements', 'whiteboard_versions', 'whiteboard_comments', 'whiteboard_share_links'],
    group: 'whiteboards',
    ids: ['whiteboard_id'],
  },
  orders: { scope: 'finance:read', reads: ['orders', 'billing', 'finance'], group: 'commerce' },
  wallet: { scope: 'wallet:read', reads: ['wallet'], group: 'wallet' },
  runs: {
    scope: 'automations:read',
    reads: ['automations'],
    group: 'automations',
    types: /^automation_run_/,
    about: 'automation_id',
    ids: ['run_id'],
    calls: /^automations\./,
  },
  automations: { scope: 'automations:read', reads: ['automations'], group: 'automations', ids: ['automation_id'] },
  listeners: { scope: 'automations:read', reads: ['event_subscriptions'], group: 'event_subscriptions', ids: ['subscription_id'] },
  events: { scope: 'automations:read', reads: ['events'] },
  deliveries: { scope: 'automations:read', reads: ['deliveries', 'event_subscriptions'], about: 'subscription_id', calls: /^deliveries\./ },
  recoveries: { scope: 'automations:read', reads: ['deliveries'] },
  integrations: {
    scope: 'integrations:read',
    reads: ['integrations', 'payment_settings', 'social_settings'],
    group: 'integrations',
    calls: /^(?:payment|social)_settings\./,
  },
  secrets: { scope: 'secrets:read', reads: ['secrets', 'secret_settings'], group: 'secrets' },
  activity: { scope: 'agents:read', reads: ['activity'] },
  usage: {
    role: 'viewer',
    reads: ['storage', 'settings.list_limits', 'settings.get_space_usage'],
    calls: /^settings\.update_storage_limits$/,
  },
  chat: { role: 'admin', reads: ['agents.read_chat'], about: 'agent_id' },
  agents: {
    role: 'admin',
    reads: ['agents', 'settings.list_agents', 'settings.get_agent'],
    calls: /^(?:settings\.\w+_agent|agents\.set_can_use)$/,
  },
  keys: {
    role: 'admin',
    reads: ['settings.list_keys', 'settings.get_key', 'settings.list_grants'],
    calls: /^settings\.\w+_(?:key|grant)$/,
  },
  members: { role: 'viewer', reads: ['members'], calls: /^(?:members\.\w+|person\.leave_space)$/ },
  space: { role: 'viewer', reads: ['settings.get_space'], calls: /^settings\.(?:update|delete|restore)_space$/ },
  /** Sent to the tabs of one person: their profile, session or role changed. */
  me: { role: 'viewer', reads: [] },
} as const satisfies Record<string, Topic>;

/** The name of a topic. */
export type TopicName = keyof typeof topics;

/** A message to a tab: a topic, and the ids of the things that changed unless those are many or unknown. */
export interface Change {
  readonly topic: string;
  readonly ids?: readonly string[];
}

const entries = Object.entries(topics) as readonly (readonly [TopicName, Topic])[];

const byEventType: ReadonlyMap<string, TopicName> = new Map(
  [...eventTypes.values()].flatMap((type) => {
    const name = entries.find(([, topic]) => isOf(topic, type))?.[0];
    return name ? [[type.type, name] as const] : [];
  }),
);

function isOf({ group, types }: Topic, type: EventType): boolean {
  return group === type.group && (types === undefined || types.test(type.type));
}

/** Returns the topic of an event type; undefined for one that no read shows. */
export const topicOfEvent = (type: string): TopicName | undefined => byEventType.get(type);

/** Returns the topic of an operation that emits no event, by its id; undefined for one that changes nothing of a Space. */
export const topicOfCall = (id: string): TopicName | undefined => entries.find(([, { calls }]) => calls?.test(id))?.[0];

/** Returns true if a person with these scopes and this role receives a topic. A topic that is not known is sent to none. */
export function receivesTopic(topic: string, scopes: ReadonlySet<string>, hasRole: (least: Role) => boolean): boolean {
  const colon = topic.indexOf(':');
  const name = colon < 0 ? topic : topic.slice(0, colon);
  if (!Object.hasOwn(topics, name)) return false;
  const { scope, role }: Topic = topics[name as TopicName];
  return (scope === undefined || scopes.has(scope)) && (role === undefined || hasRole(role));
}

import { z } from 'zod';
import type { CanUse, usableKinds } from '../core/can-use.ts';
import { contract, operation } from '../core/operation.ts';
import type { Scope } from '../core/scope.ts';
import { MAX_FOUND_PER_KIND, SEARCH_CHARACTERS, SEARCH_PART_MS } from './limits.ts';

/** A kind of things that a search finds. */
interface SearchKind {
  readonly service: string;
  /** The scope with which the thing can be read. */
  readonly scope: Scope;
  /** The path over REST of its read, with `:id` for its id or name. */
  readonly path: string;
  /** The kind of a Can use list that limits which of them an agent finds. */
  readonly usable?: keyof typeof usableKinds;
}

const kinds = {
  contact: { service: 'contacts', scope: 'contacts:read', path: '/contacts/:id' },
  tag: { service: 'contacts', scope: 'contacts:read', path: '/tags/:id' },
  audience: { service: 'contacts', scope: 'contacts:read', path: '/audiences/:id' },
  table: { service: 'tables', scope: 'tables:read', path: '/tables/:id', usable: 'tables' },
  form: { service: 'scheduling', scope: 'forms:read', path: '/forms/:id', usable: 'forms' },
  booking_page: { service: 'scheduling', scope: 'pages:read', path: '/booking-pages/:id' },
  booking: { service: 'scheduling', scope: 'pages:read', path: '/bookings/:id' },
  calendar_event: { service: 'scheduling', scope: 'calendar:read', path: '/calendar/:id' },
  automation: { service: 'events', scope: 'automations:read', path: '/automations/:id', usable: 'automations' },
  event_subscription: { service: 'events', scope: 'automations:read', path: '/event-subscriptions/:id' },
  page: { service: 'publishing', scope: 'pages:read', path: '/pages/:id', usable: 'pages' },
  site: { service: 'publishing', scope: 'pages:read', path: '/sites/:id' },
  blog_post: { service: 'publishing', scope: 'pages:read', path: '/blog/posts/:id' },
  blog_collection: { service: 'publishing', scope: 'pages:read', path: '/blog/collections/:id' },
  social_post: { service: 'publishing', scope: 'social:read', path: '/social/posts/:id' },
  social_planner: { service: 'publishing', scope: 'social:read', path: '/social/planners/:id' },
  task: { service: 'work', scope: 'tasks:read', path: '/tasks/:id' },
  project: { service: 'work', scope: 'tasks:read', path: '/projects/:id' },
  asset: { service: 'library', scope: 'assets:read', path: '/assets/:id' },
  folder: { service: 'library', scope: 'documents:read', path: '/folders/:id', usable: 'folders' },
  document: { service: 'library', scope: 'documents:read', path: '/documents/:id', usable: 'documents' },
  whiteboard: { service: 'library', scope: 'whiteboards:read', path: '/whiteboards/:id' },
  order: { service: 'commerce', scope: 'finance:read', path: '/finance/orders/:id' },
  product: { service: 'commerce', scope: 'finance:read', path: '/finance/products/:id' },
  integration: { service: 'integrations', scope: 'integrations:read', path: '/integrations/:id' },
  secret: { service: 'integrations', scope: 'secrets:read', path: '/secrets/:id' },
} as const satisfies Readonly<Record<string, SearchKind>>;

type Kind = keyof typeof kinds;

/** The kinds of things that a search finds, in the order of its answer. */
export const searchKinds: Readonly<Record<Kind, SearchKind>> = kinds;

const SearchKindName = z.enum(Object.keys(kinds) as [Kind, ...Kind[]]);

const text = z.string().min(SEARCH_CHARACTERS.min).max(SEARCH_CHARACTERS.max);

const Found = z.object({
  kind: SearchKindName,
  id: z.string(),
  title: z.string().describe('Its name or title'),
  detail: z.string().nullable().describe('A part that tells it apart from others: an email, a status'),
  path: z.string().describe('The path below /v1 that reads it'),
});

/** The search over all domains of a Space. */
export const search = contract({
  name: 'search',
  service: 'gateway',
  tag: 'Search',
  description: 'Finds things of all domains of a Space by name, title, email or id.',
  operations: {
    find: operation({
      summary: 'Find things by name, title, email or id',
      description: `Answers every valid key with the things that its scopes read, at most ${MAX_FOUND_PER_KIND} of each kind; rows of tables are not searched. Every word of q must occur, and things that begin with q come first. A text with the form of an id finds only that thing. With words of one or two characters only, the newest 2,000 of a kind are searched. An agent finds the tables, forms, pages, documents, folders and automations that it can use. A part that does not answer within ${SEARCH_PART_MS / 1_000} seconds is named in incomplete.`,
      any_key: true,
      needs_scopes: true,
      route: { method: 'GET', path: '/search', status: 200 },
      input: z.strictObject({
        q: text.describe(`The text to find, ${SEARCH_CHARACTERS.min} to ${SEARCH_CHARACTERS.max} characters`),
        per_kind: z.int().min(1).max(MAX_FOUND_PER_KIND).default(MAX_FOUND_PER_KIND).describe('Most things of each kind'),
      }),
      output: z.object({
        data: z.array(Found).describe('By kind, the best match of each kind first'),
        incomplete: z.array(z.string()).describe('The parts of the service that did not answer in time: their things are missing'),
      }),
      example: { q: 'ada' },
    }),
  },
});

const FoundPart = z.object({
  kind: SearchKindName,
  id: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  address: z.string().describe('The id or name in its path'),
});

/** A thing as the service that has it answers it. */
export type FoundPart = z.infer<typeof FoundPart>;

/** The search of one service, as the gateway asks for it. */
export interface SearchRequest {
  readonly q: string;
  readonly limit: number;
  readonly kinds: readonly { readonly kind: Kind; readonly ids: readonly string[] | null }[];
}

/** Declares the contract by which a service searches its things. */
const searchOf = <const Name extends string>(name: Name, service: string) =>
  contract({
    name,
    service,
    tag: 'Search of a service',
    description: 'Searches the things of a Space in this service.',
    operations: {
      find: operation({
        summary: 'Find things of this Space',
        audience: 'internal',
        input: z.strictObject({
          q: text,
          limit: z.int().min(1).max(MAX_FOUND_PER_KIND),
          kinds: z.array(z.strictObject({ kind: SearchKindName, ids: z.array(z.string().max(64)).nullable() })),
        }),
        output: z.object({ found: z.array(FoundPart) }),
        deadline_ms: SEARCH_PART_MS,
      }),
    },
  });

/** Searches contacts, tags and audiences. */
export const contactSearch = searchOf('contact_search', 'contacts');
/** Searches tables. */
export const tableSearch = searchOf('table_search', 'tables');
/** Searches forms, booking pages, bookings and the calendar. */
export const schedulingSearch = searchOf('scheduling_search', 'scheduling');
/** Searches automations and listeners. */
export const eventSearch = searchOf('event_search', 'events');
/** Searches pages, sites, blogs and social posts. */
export const publishingSearch = searchOf('publishing_search', 'publishing');
/** Searches orders and products. */
export const commerceSearch = searchOf('commerce_search', 'commerce');
/** Searches projects and tasks. */
export const workSearch = searchOf('work_search', 'work');
/** Searches folders, assets, documents and whiteboards. */
export const librarySearch = searchOf('library_search', 'library');
/** Searches connections and secrets. */
export const integrationSearch = searchOf('integration_search', 'integrations');

/** Returns the kinds that a caller with these scopes finds in a service, with the ids that an agent can use; null for all. */
export const searchableKinds = (service: string, scopes: readonly string[], canUse: CanUse | undefined): SearchRequest['kinds'] =>
  (Object.entries(searchKinds) as [Kind, SearchKind][])
    .filter(([, of]) => of.service === service && scopes.includes(of.scope))
    .map(([kind, { usable }]) => {
      const allowed = canUse === undefined || usable === undefined ? '*' : (canUse[usable] ?? []);
      return { kind, ids: allowed === '*' ? null : allowed };
    })
    .filter(({ ids }) => ids === null || ids.length > 0);

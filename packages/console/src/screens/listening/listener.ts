import { type SpaceClient, spaceClient } from '../../api/space-client.ts';

/** A listener as the API answers it. */
export type Listener = Awaited<ReturnType<SpaceClient['event_subscriptions']['get']>>;

/** A listener as it was read, with the ETag that a change of it is based on. */
export interface ListenerVersion {
  readonly listener: Listener;
  readonly etag: string | undefined;
}

/** The state of a listener in one word: enabled, off by a person, or disabled by the service. */
export type ListenerState = 'enabled' | 'off' | 'disabled';

/** Returns the state of a listener. */
export const listenerState = ({ enabled, disabled_reason }: Pick<Listener, 'enabled' | 'disabled_reason'>): ListenerState => {
  if (enabled) return 'enabled';
  return disabled_reason === null ? 'off' : 'disabled';
};

/** Returns the event types of a listener as a short text. */
export function typesText(types: readonly string[]): string {
  if (types.includes('*')) return 'every event';
  return types.length === 1 ? types[0]! : `${types.length} types`;
}

/** Returns the key of the reads of listeners in the cache. */
export const listenersQuery = (space_id: string) => ['space', space_id, 'event_subscriptions'] as const;

/** Returns the query of one listener. */
export const listenerQuery = (space_id: string, id: string) => ({
  queryKey: [...listenersQuery(space_id), 'get', id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => spaceClient(space_id).event_subscriptions.get({ id }, { signal }),
});

/** Returns the query of the newest listeners, for names and choices. A Space has at most a few dozen. */
export const listenersList = (space_id: string) => ({
  queryKey: [...listenersQuery(space_id), 'list'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => spaceClient(space_id).event_subscriptions.list({ limit: 100 }, { signal }),
});

/** Returns the query of one event type with its sample and its schema, which change only with the service. */
export const eventTypeQuery = (space_id: string, type: string) => ({
  queryKey: ['space', space_id, 'event_types', 'list', type],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await spaceClient(space_id).event_types.list({ type }, { signal })).data[0] ?? null,
  staleTime: Number.POSITIVE_INFINITY,
});

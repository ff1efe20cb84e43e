import { type SpaceClient, spaceClient } from '../../api/space-client.ts';

/** A stored event. */
export type StoredEvent = Awaited<ReturnType<SpaceClient['events']['get']>>;

/** The filter of the event log. */
export type EventFilter = NonNullable<Parameters<SpaceClient['events']['search']>[0]>;

/** Returns the key of the reads of events in the cache. */
export const eventsQuery = (space_id: string) => ['space', space_id, 'events'] as const;

/** Returns the query of one event. */
export const eventQuery = (space_id: string, id: string) => ({
  queryKey: [...eventsQuery(space_id), 'get', id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => spaceClient(space_id).events.get({ id }, { signal }),
});

/** Returns the name of the actor that caused an event. */
export function actorName({ data }: Pick<StoredEvent, 'data'>): string {
  const { actor } = data as { readonly actor?: { readonly name?: unknown } };
  return typeof actor?.name === 'string' && actor.name !== '' ? actor.name : kindText(data.actor_kind);
}

const kindText = (kind: unknown): string => (typeof kind === 'string' ? kind.replaceAll('_', ' ') : 'unknown');

/** Returns the first name or title in the data of an event, to tell events of one type apart. */
export function aboutText({ data }: Pick<StoredEvent, 'data'>): string {
  for (const value of Object.values(data)) {
    if (typeof value !== 'object' || value === null || value === data.actor) continue;
    const { name, title, email } = value as Readonly<Record<string, unknown>>;
    const found = [name, title, email].find((text) => typeof text === 'string' && text !== '');
    if (typeof found === 'string') return found;
  }
  const id = Object.entries(data).find(([name, value]) => name.endsWith('_id') && typeof value === 'string');
  return id ? String(id[1]) : '';
}

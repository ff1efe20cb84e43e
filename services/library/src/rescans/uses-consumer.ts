import { showingServiceOf } from '@space/contracts/assets';
import type { Event, EventType } from '@space/contracts/core';
import { eventTypes } from '@space/contracts/events';
import { isoTime } from '@space/database';
import { type Consumer, type DeadLetter, type LoggedEvent, storeDeadLetter } from '@space/event-log';
import { metrics, type Ports } from '@space/runtime';
import { type NamedScope, requestRescans } from './rescans.queries.ts';

/** The event types about things that show assets, by name. */
const showingTypes: ReadonlyMap<string, EventType> = new Map([...eventTypes].filter(([, { shown_by }]) => shown_by !== undefined));

const hasIds = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

/** Returns the things whose assets an event changes; undefined for an event about something else. */
function scopeOfEvent({ type, space_id, body }: Pick<LoggedEvent, 'type' | 'space_id' | 'body'>): NamedScope | undefined {
  const shown_by = showingTypes.get(type)?.shown_by;
  const service = shown_by && showingServiceOf(shown_by.kind);
  // The library writes the uses by its own things in their transactions. An answer from before such a change must not replace them.
  if (!shown_by || !service || service === 'library') return undefined;
  const { data } = JSON.parse(body) as Event;
  const textAt = (key: string | undefined) => (key === undefined ? '' : String(data[key] ?? ''));
  const thing_id = textAt(shown_by.id);
  return {
    space_id,
    service,
    // Without the id of a thing the event is about all things in the container.
    kind: thing_id === '' ? '' : shown_by.kind,
    thing_id,
    container_id: textAt(shown_by.container),
    may_show: thing_id === '' || hasIds(data.asset_ids) || hasIds(data.published_asset_ids),
  };
}

const keyOf = ({ space_id, kind, thing_id, container_id }: NamedScope): string => [space_id, kind, thing_id, container_id].join(' ');

/** Returns each scope one time, so that a statement changes each row one time. */
function mergeScopes(scopes: readonly NamedScope[]): NamedScope[] {
  const merged = new Map<string, NamedScope>();
  for (const scope of scopes) {
    const known = merged.get(keyOf(scope));
    merged.set(keyOf(scope), { ...scope, may_show: scope.may_show || known?.may_show === true });
  }
  return [...merged.values()];
}

/**
 * Returns the consumer of the group `uses`. An event about a thing makes a rescan of it due, and the state of the thing comes from its service:
 * events that come again, late or in another order lead to the same uses (ADR 31).
 */
export function createUsesConsumer({ database, clock }: Ports, onRequest: () => void): Consumer {
  return {
    group: 'uses',
    async handle(batch) {
      const endTimer = metrics.eventsHandled.startTimer({
        messaging_system: 'space',
        messaging_destination_name: 'space.events',
        messaging_consumer_group_name: 'uses',
      });
      const scopes = mergeScopes(batch.flatMap((event) => scopeOfEvent(event) ?? []));
      if (scopes.length > 0 && (await requestRescans(database, scopes, isoTime(clock.now()))) > 0) onRequest();
      endTimer();
    },
    async deadLetter(deadLetter: DeadLetter) {
      await storeDeadLetter(database, 'library', 'uses', deadLetter);
    },
  };
}

import { announceChanges, type Signals } from '@space/bus';
import type { Event } from '@space/contracts/core';
import { type Change, type Topic, topicOfEvent, topics } from '@space/contracts/events';
import { MAX_LIVE_IDS } from '@space/contracts/people';
import type { LoggedEvent } from '@space/event-log';

/** An event that listeners of its Space receive. */
export interface ReceivedEvent {
  readonly event: LoggedEvent;
  readonly body: Event;
  readonly agents: readonly { readonly agent_id: string | null }[];
}

/** Announces to the consoles of each Space of a batch what has changed, in one message a Space. */
export function announceBatch(bus: Signals, batch: readonly LoggedEvent[], received: readonly ReceivedEvent[]): void {
  const bodies = new Map(received.map(({ event, body }) => [event.id, body]));
  for (const [space_id, events] of Map.groupBy(batch, (event) => event.space_id)) {
    const changes = changesOf(events, (event) => bodies.get(event.id) ?? (JSON.parse(event.body) as Event));
    const ofSpace = received.filter(({ event }) => event.space_id === space_id);
    const chats = new Set(ofSpace.flatMap(({ agents }) => agents.map(({ agent_id }) => `chat:${agent_id}`)));
    const feeds: Change[] = ofSpace.length > 0 ? [{ topic: 'events' }] : [];
    announceChanges(bus, space_id, [...changes, ...feeds, ...[...chats].map((topic) => ({ topic }))]);
  }
}

/** Returns the changes that events of one Space mean: each topic once, with the ids of its things unless those are many or unknown. */
export function changesOf(events: readonly LoggedEvent[], bodyOf: (event: LoggedEvent) => Event): Change[] {
  const idsByTopic = new Map<string, Set<string> | undefined>();
  for (const event of events) {
    const name = topicOfEvent(event.type);
    if (name === undefined) continue;
    const { about, ids: keys = [] }: Topic = topics[name];
    // Without ids to add, the text of the event is not parsed.
    if (about === undefined && (keys.length === 0 || (idsByTopic.has(name) && !idsByTopic.get(name)))) {
      idsByTopic.set(name, undefined);
      continue;
    }
    const { data } = bodyOf(event);
    const topic = about === undefined ? name : `${name}:${String(data[about])}`;
    const ids = keys.flatMap((key) => (typeof data[key] === 'string' ? [data[key]] : []));
    const known = idsByTopic.has(topic) ? idsByTopic.get(topic) : new Set<string>();
    const all = ids.length === 0 ? undefined : known?.union(new Set(ids));
    idsByTopic.set(topic, all && all.size <= MAX_LIVE_IDS ? all : undefined);
  }
  return [...idsByTopic].map(([topic, ids]) => (ids ? { topic, ids: [...ids] } : { topic }));
}

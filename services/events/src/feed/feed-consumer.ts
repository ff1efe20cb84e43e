import { type CanUse, type Event, FEED_APPENDED, resourcesIn } from '@space/contracts/core';
import { matches, occurredAfter } from '@space/contracts/events';
import { isoTime } from '@space/database';
import { type Consumer, type LoggedEvent, originOf, storeDeadLetter } from '@space/event-log';
import { metrics, type Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { insertChatLines, type NewChatLine } from '../agents/chat.queries.ts';
import { formatEventLine } from '../agents/chat-line.ts';
import { encodeFeedAppended } from './feed-appended.ts';
import {
  addToBatches,
  appendEvents,
  findListeners,
  type MatchedListener,
  type NewFeedEvent,
  type PendingEvent,
  type Placed,
} from './feed-consumer.queries.ts';

const MINUTE_MS = 60_000;

interface Heard extends NewFeedEvent {
  readonly body: Event;
  readonly agents: readonly MatchedListener[];
}

/**
 * The consumer group `events`: puts what happens into feeds and into the chats of agents.
 *
 * An event is kept when some listener of its Space names its type, whatever the filters; it is numbered within its
 * Space, and for each feed that wants it a row says that the feed heard it. For an agent it becomes a line in its chat,
 * or waits for the line of its batch, in the same transaction. Filters and Can use lists hold as they are when the
 * event comes; Can use lists are asked again whenever events are shown. An event that comes again changes nothing.
 */
export function createFeedConsumer({ database, bus, clock }: Ports): Consumer {
  return {
    group: 'events',
    async handle(batch) {
      const end = metrics.eventsHandled.startTimer({
        messaging_system: 'space',
        messaging_destination_name: 'space.events',
        messaging_consumer_group_name: 'events',
      });
      const heard = await whoHears(database, [...new Map(batch.map((event) => [event.id, event])).values()]);
      if (heard.length === 0) return void end();
      const now = clock.now();
      const hasAgents = heard.some(({ agents }) => agents.length > 0);
      const placed = hasAgents
        ? await database.transaction((tx) => keepWithAgents(tx, heard, now))
        : await appendEvents(database, heard, isoTime(now));
      if (placed.length < heard.length) metrics.inboxDuplicates.inc({ group: 'events' }, heard.length - placed.length);
      if (placed.length > 0) bus.publish(FEED_APPENDED, encodeFeedAppended(heard, new Set(placed.map(({ event_id }) => event_id))));
      end();
    },
    async deadLetter(poison) {
      await storeDeadLetter(database, 'events', 'events', poison);
    },
  };
}

async function whoHears(database: CommonQueryMethods, events: readonly LoggedEvent[]): Promise<Heard[]> {
  const found = await findListeners(database, [...new Set(events.map((event) => event.space_id))]);
  const bySpace = Map.groupBy(found, (listener) => listener.space_id);
  return events.flatMap((event) => {
    const naming =
      bySpace.get(event.space_id)?.filter(({ event_types }) => event_types.includes('*') || event_types.includes(event.type)) ?? [];
    if (naming.length === 0) return [];
    const body = JSON.parse(event.body) as Event;
    const origin = originOf(event, body);
    const hearing = naming.filter(
      (listener) =>
        listener.kind !== 'webhook' &&
        listener.enabled &&
        occurredAfter(listener, origin) &&
        matches({ ...listener, can_use: listener.can_use as CanUse | null }, { type: event.type, data: body.data }),
    );
    return [
      {
        event,
        body,
        resource_ids: resourcesIn(body.data),
        feeds: hearing.filter(({ kind }) => kind === 'feed').map(({ id }) => id),
        agents: hearing.filter(({ kind }) => kind === 'agent'),
      },
    ];
  });
}

/** Keeps events and, for those not seen before, writes the lines of agents or lets them wait; batches are locked before chats, as their end does. */
async function keepWithAgents(tx: CommonQueryMethods, heard: readonly Heard[], now: number): Promise<readonly Placed[]> {
  const kept = await appendEvents(tx, heard, isoTime(now));
  const placed = new Map(kept.map(({ event_id, seq }) => [event_id, seq]));
  const told = heard
    .filter(({ event }) => placed.has(event.id))
    .flatMap(({ event, body, agents }) => agents.map((listener) => ({ listener, body, seq: placed.get(event.id)! })));
  const waiting = told
    .filter(({ listener }) => listener.batch_minutes !== null)
    .map(
      ({ listener, seq }): PendingEvent => ({
        space_id: listener.space_id,
        listener_id: listener.id,
        seq,
        due_at: isoTime(now + listener.batch_minutes! * MINUTE_MS),
      }),
    );
  const lines = told.filter(({ listener }) => listener.batch_minutes === null).map(({ listener, body }) => newLine(listener, body));
  if (waiting.length > 0) await addToBatches(tx, waiting, isoTime(now));
  if (lines.length > 0) await insertChatLines(tx, lines, isoTime(now));
  return kept;
}

const newLine = (listener: MatchedListener, body: Event): NewChatLine => ({
  space_id: listener.space_id,
  agent_id: listener.agent_id!,
  listener_id: listener.id,
  listener: listener.name,
  text: formatEventLine(body),
  event_count: 1,
  event_ids: [body.id],
});

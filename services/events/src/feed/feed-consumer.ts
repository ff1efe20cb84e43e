import { type CanUse, type Event, FEED_APPENDED, resourcesIn } from '@space/contracts/core';
import { matches, occurredAfter } from '@space/contracts/events';
import { isoTime } from '@space/database';
import { type Consumer, type DeadLetter, type LoggedEvent, originOf, storeDeadLetter } from '@space/event-log';
import { metrics, type Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { insertChatLines, type NewChatLine } from '../agents/chat.queries.ts';
import { formatEventLine } from '../agents/chat-line.ts';
import { announceBatch } from './batch-changes.ts';
import { encodeFeedAppended } from './feed-appended.ts';
import {
  type AppendedEvent,
  addToBatches,
  appendEvents,
  findListeners,
  type MatchedListener,
  type NewFeedEvent,
} from './feed-consumer.queries.ts';

interface MatchedEvent extends NewFeedEvent {
  readonly body: Event;
  readonly agents: readonly MatchedListener[];
}

/**
 * Returns the consumer of the group `events`, which appends events to feeds and to the chats of agents. It announces the changes of every
 * batch to open consoles, whether or not a listener subscribes.
 *
 * It stores an event if any listener of the Space subscribes to its type (filters do not matter here) and numbers it per
 * Space. Each feed that matches the event gets an item. Each agent's listener that matches gets a chat line, or a pending
 * event of its batch, in the same transaction. Filters and Can use lists apply as they are when the event is consumed; Can
 * use lists are applied again on every read. A duplicate changes nothing.
 */
export function createFeedConsumer({ database, bus, clock }: Ports): Consumer {
  return {
    group: 'events',
    async handle(batch) {
      const endTimer = metrics.eventsHandled.startTimer({
        messaging_system: 'space',
        messaging_destination_name: 'space.events',
        messaging_consumer_group_name: 'events',
      });
      const matched = await matchListeners(database, [...new Map(batch.map((event) => [event.id, event])).values()]);
      if (matched.length === 0) {
        announceBatch(bus, batch, []);
        return void endTimer();
      }
      const now = clock.now();
      const hasAgents = matched.some(({ agents }) => agents.length > 0);
      const appended = hasAgents
        ? await database.transaction((tx) => appendWithAgents(tx, matched, now))
        : await appendEvents(database, matched, isoTime(now));
      if (appended.length < matched.length) metrics.inboxDuplicates.inc({ group: 'events' }, matched.length - appended.length);
      if (appended.length > 0) bus.publish(FEED_APPENDED, encodeFeedAppended(matched, new Set(appended.map(({ event_id }) => event_id))));
      announceBatch(bus, batch, matched);
      endTimer();
    },
    async deadLetter(deadLetter: DeadLetter) {
      await storeDeadLetter(database, 'events', 'events', deadLetter);
    },
  };
}

async function matchListeners(database: CommonQueryMethods, events: readonly LoggedEvent[]): Promise<MatchedEvent[]> {
  const listeners = await findListeners(database, [...new Set(events.map((event) => event.space_id))]);
  const bySpace = Map.groupBy(listeners, (listener) => listener.space_id);
  return events.flatMap((event) => {
    const subscribed =
      bySpace.get(event.space_id)?.filter(({ event_types }) => event_types.includes('*') || event_types.includes(event.type)) ?? [];
    if (subscribed.length === 0) return [];
    const body = JSON.parse(event.body) as Event;
    const origin = originOf(event, body);
    const receivers = subscribed.filter(
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
        feeds: receivers.filter(({ kind }) => kind === 'feed').map(({ id }) => id),
        agents: receivers.filter(({ kind }) => kind === 'agent'),
      },
    ];
  });
}

/**
 * Appends events and, for those that are new, inserts the lines of agents or adds to their batches. Batches are locked
 * before chats, in the same order as when a batch ends.
 */
async function appendWithAgents(tx: CommonQueryMethods, matched: readonly MatchedEvent[], now: number): Promise<readonly AppendedEvent[]> {
  const appended = await appendEvents(tx, matched, isoTime(now));
  const seqs = new Map(appended.map(({ event_id, seq }) => [event_id, seq]));
  const received = matched
    .filter(({ event }) => seqs.has(event.id))
    .flatMap(({ event, body, agents }) => agents.map((listener) => ({ listener, body, seq: seqs.get(event.id)! })));
  const pending = received
    .filter(({ listener }) => listener.batch_minutes !== null)
    .map(({ listener, seq }) => ({
      space_id: listener.space_id,
      listener_id: listener.id,
      seq,
      due_at: isoTime(now + listener.batch_minutes! * MINUTE_MS),
    }));
  const lines = received.filter(({ listener }) => listener.batch_minutes === null).map(({ listener, body }) => toChatLine(listener, body));
  if (pending.length > 0) await addToBatches(tx, pending, isoTime(now));
  if (lines.length > 0) await insertChatLines(tx, lines, isoTime(now));
  return appended;
}

const toChatLine = (listener: MatchedListener, body: Event): NewChatLine => ({
  space_id: listener.space_id,
  agent_id: listener.agent_id!,
  listener_id: listener.id,
  listener: listener.name,
  text: formatEventLine(body),
  event_count: 1,
  event_ids: [body.id],
});

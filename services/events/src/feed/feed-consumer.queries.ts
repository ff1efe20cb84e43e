import { sql, textsOfAnyLength, unnestRows } from '@space/database';
import type { LoggedEvent } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const ListenerRow = z.object({
  id: z.string(),
  space_id: z.string(),
  kind: z.enum(['webhook', 'feed', 'agent']),
  name: z.string(),
  event_types: z.array(z.string()),
  filters: z.record(z.string(), z.unknown()),
  enabled: z.boolean(),
  agent_id: z.string().nullable(),
  can_use: z.record(z.string(), z.unknown()).nullable(),
  batch_minutes: z.number().nullable(),
  created_at: z.number(),
  recorded_at: z.number(),
});

/** A listener that the consumer matches with events. */
export type MatchedListener = z.infer<typeof ListenerRow>;

/** Returns every listener of some Spaces. */
export const findListeners = (database: CommonQueryMethods, spaces: readonly string[]) =>
  database.any(sql.prepared('find-listeners', ListenerRow)`
    select id, space_id, kind, name, event_types, filters, enabled, agent_id, can_use, batch_minutes, created_at, recorded_at
    from events.listener where space_id = any(${textsOfAnyLength(spaces)})`);

/** An event to append, with the feeds that match it. */
export interface NewFeedEvent {
  readonly event: LoggedEvent;
  readonly resource_ids: readonly string[];
  readonly feeds: readonly string[];
}

const AppendedRow = z.object({ event_id: z.string(), seq: z.number() });

/** An event that was appended, with its number in its Space. */
export type AppendedEvent = z.infer<typeof AppendedRow>;

/**
 * Numbers events of each Space in the given order and stores them with the items of each feed, in one statement. An event
 * that was handled or stored before changes nothing and takes no number. The head of a Space stays locked until the
 * transaction ends, so a reader that sees a number sees every smaller one. Heads are locked in the order of their Spaces,
 * so that two batches never deadlock.
 */
export const appendEvents = (database: CommonQueryMethods, events: readonly NewFeedEvent[], now: string) =>
  database.any(sql.prepared('append-events', AppendedRow)`
    with given as (
      select * from ${unnestRows(
        events.map(({ event: { id, space_id, type, body }, resource_ids }, position) => ({
          id,
          space_id,
          type,
          body,
          resource_ids: JSON.stringify(resource_ids),
          position,
        })),
        { id: 'text', space_id: 'text', type: 'text', body: 'text', resource_ids: 'json', position: 'int4' },
        'g',
      )}
    ),
    fresh as (
      insert into events.inbox (consumer, event_id, seen_at)
      select 'events', id, ${now}::timestamptz from given order by id
      on conflict do nothing
      returning event_id
    ),
    numbered as (
      select given.*, row_number() over (partition by space_id order by position) as number, count(*) over (partition by space_id) as count
      from given join fresh on fresh.event_id = given.id
      -- The subquery uses the index for each event; a join would be planned as a scan of the whole table while that is
      -- still small.
      where (select k.seq from events.feed_event as k where k.space_id = given.space_id and k.event_id = given.id) is null
    ),
    head as (
      insert into events.feed_head as h (space_id, seq)
      select space_id, count(*) from numbered group by space_id order by space_id
      on conflict (space_id) do update set seq = h.seq + excluded.seq
      returning space_id, seq
    ),
    placed as (select numbered.*, head.seq - numbered.count + numbered.number as seq from numbered join head using (space_id)),
    stored as (
      insert into events.feed_event (space_id, seq, event_id, type, body, resource_ids, recorded_at)
      select space_id, seq, id, type, body, array(select json_array_elements_text(resource_ids)), ${now}::timestamptz from placed
      on conflict (space_id, event_id) do nothing
    ),
    items as (
      insert into events.feed_item (space_id, listener_id, seq, recorded_at)
      select placed.space_id, item.feed, placed.seq, ${now}::timestamptz
      from ${unnestRows(
        events.flatMap(({ event, feeds }) => feeds.map((feed) => ({ event_id: event.id, feed }))),
        { event_id: 'text', feed: 'text' },
        'item',
      )}
      join placed on placed.id = item.event_id
    )
    select id as event_id, seq from placed`);

/** An event that is pending for the batch of a listener. */
export interface PendingEvent {
  readonly space_id: string;
  readonly listener_id: string;
  readonly seq: number;
  /** The due time of the batch if this event starts it, or if the batch is due later, ISO 8601. */
  readonly due_at: string;
}

/** Adds events to the batches of their listeners. The first event starts a batch, which is due at the earliest `due_at`. */
export const addToBatches = (tx: CommonQueryMethods, pending: readonly PendingEvent[], now: string) =>
  tx.query(sql.typeAlias('void')`
    with given as (
      select * from ${unnestRows(pending, { space_id: 'text', listener_id: 'text', seq: 'int8', due_at: 'timestamptz' }, 'g')}
    ),
    batch as (
      insert into events.agent_batch as b (listener_id, space_id, started_at, due_at)
      select listener_id, space_id, ${now}::timestamptz, min(due_at) from given group by listener_id, space_id order by listener_id
      on conflict (listener_id) do update set due_at = least(b.due_at, excluded.due_at)
    )
    insert into events.agent_pending_event (space_id, listener_id, seq) select space_id, listener_id, seq from given on conflict do nothing`);

import { sql } from '@space/database';
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

/** A listener as the consumer judges it. */
export type MatchedListener = z.infer<typeof ListenerRow>;

/** Every listener of some Spaces. */
export const findListeners = (database: CommonQueryMethods, spaces: readonly string[]) =>
  database.any(sql.prepared('listeners-of', ListenerRow)`
    select id, space_id, kind, name, event_types, filters, enabled, agent_id, can_use, batch_minutes, created_at, recorded_at
    from events.listener where space_id = any(${sql.array([...spaces], 'text')})`);

/** An event that is kept, with the feeds that heard it. */
export interface NewFeedEvent {
  readonly event: LoggedEvent;
  readonly resource_ids: readonly string[];
  readonly feeds: readonly string[];
}

const Placed = z.object({ event_id: z.string(), seq: z.number() });

/** An event that was numbered. */
export type Placed = z.infer<typeof Placed>;

const column = <T, R>(rows: readonly R[], value: (row: R) => T) => rows.map(value);

/**
 * Numbers events of each Space in the order given and keeps them, with what each feed heard, in one statement; those
 * that were seen before, or are kept though the inbox has forgotten them, change nothing and take no number. The head of a Space stays locked until the transaction ends: a reader that sees
 * a number sees every smaller one. Heads are locked in the order of their Spaces, so two batches never wait in a circle.
 */
export const appendEvents = (database: CommonQueryMethods, kept: readonly NewFeedEvent[], now: string) => {
  const heard = kept.flatMap(({ event, feeds }) => feeds.map((feed) => ({ event_id: event.id, feed })));
  return database.any(sql.prepared('keep-events', Placed)`
    with given as (
      select * from unnest(
        ${sql.array(
          column(kept, ({ event }) => event.id),
          'text',
        )}, ${sql.array(
          column(kept, ({ event }) => event.space_id),
          'text',
        )},
        ${sql.array(
          column(kept, ({ event }) => event.type),
          'text',
        )}, ${sql.array(
          column(kept, ({ event }) => event.body),
          'text',
        )},
        ${sql.array(
          column(kept, ({ resource_ids }) => JSON.stringify(resource_ids)),
          'json',
        )}
      ) with ordinality as g (id, space_id, type, body, things, place)
    ),
    fresh as (
      insert into events.inbox (consumer, event_id, seen_at)
      select 'events', id, ${now}::timestamptz from given order by id
      on conflict do nothing
      returning event_id
    ),
    numbered as (
      select given.*, row_number() over (partition by space_id order by place) as number, count(*) over (partition by space_id) as count
      from given join fresh on fresh.event_id = given.id
      -- Asked one by one, through the index: as a join it is planned to read the whole table while that is still small.
      where (select k.seq from events.feed_event as k where k.space_id = given.space_id and k.event_id = given.id) is null
    ),
    head as (
      insert into events.feed_head as h (space_id, seq)
      select space_id, count(*) from numbered group by space_id order by space_id
      on conflict (space_id) do update set seq = h.seq + excluded.seq
      returning space_id, seq
    ),
    placed as (select numbered.*, head.seq - numbered.count + numbered.number as seq from numbered join head using (space_id)),
    kept as (
      insert into events.feed_event (space_id, seq, event_id, type, body, things, recorded_at)
      select space_id, seq, id, type, body, array(select json_array_elements_text(things)), ${now}::timestamptz from placed
      on conflict (space_id, event_id) do nothing
    ),
    heard as (
      insert into events.feed_item (space_id, listener_id, seq, recorded_at)
      select placed.space_id, h.feed, placed.seq, ${now}::timestamptz
      from unnest(
        ${sql.array(
          column(heard, ({ event_id }) => event_id),
          'text',
        )}, ${sql.array(
          column(heard, ({ feed }) => feed),
          'text',
        )}
      ) as h (event_id, feed)
      join placed on placed.id = h.event_id
    )
    select id as event_id, seq from placed`);
};

/** An event that waits for the batch of a listener. */
export interface PendingEvent {
  readonly space_id: string;
  readonly listener_id: string;
  readonly seq: number;
  /** When the line is due if this is the first to wait, or waits no longer than those before it, ISO 8601. */
  readonly due_at: string;
}

/** Lets events wait for their batch, which begins with the first of them; it is due when the first that said so wants it. */
export const addToBatches = (tx: CommonQueryMethods, waiting: readonly PendingEvent[], now: string) =>
  tx.query(sql.typeAlias('void')`
    with given as (
      select * from unnest(
        ${sql.array(
          column(waiting, (one) => one.space_id),
          'text',
        )}, ${sql.array(
          column(waiting, (one) => one.listener_id),
          'text',
        )},
        ${sql.array(
          column(waiting, (one) => one.seq),
          'int8',
        )}, ${sql.array(
          column(waiting, (one) => one.due_at),
          'timestamptz',
        )}
      ) as g (space_id, listener_id, seq, due_at)
    ),
    batch as (
      insert into events.agent_batch as b (listener_id, space_id, begun_at, due_at)
      select listener_id, space_id, ${now}::timestamptz, min(due_at) from given group by listener_id, space_id order by listener_id
      on conflict (listener_id) do update set due_at = least(b.due_at, excluded.due_at)
    )
    insert into events.agent_waiting (space_id, listener_id, seq) select space_id, listener_id, seq from given on conflict do nothing`);

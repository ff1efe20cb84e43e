import { isoTime, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const MarkRow = z.object({ space_id: z.string(), marked_at: z.number() });

/** A Space that can have unreferenced feed events, since `marked_at`. */
export type GarbageMark = z.infer<typeof MarkRow>;

/** Claims the marks that are due; no other process claims them before `until`. */
export const claimMarks = (database: CommonQueryMethods, now: string, until: string) =>
  database.any(sql.type(MarkRow)`
    update events.feed_garbage set collect_at = ${until}::timestamptz where collect_at <= ${now}::timestamptz returning space_id, marked_at`);

const sameMark = ({ space_id, marked_at }: GarbageMark) =>
  sql.fragment`space_id = ${space_id} and marked_at = ${isoTime(marked_at)}::timestamptz`;

/** Deletes a mark, unless the Space was marked again meanwhile. */
export const deleteMark = (database: CommonQueryMethods, mark: GarbageMark) =>
  database.query(sql.typeAlias('void')`delete from events.feed_garbage where ${sameMark(mark)}`);

/** Makes a mark due at a time, unless the Space was marked again meanwhile. */
export const rescheduleMark = (database: CommonQueryMethods, mark: GarbageMark, until: string) =>
  database.query(sql.typeAlias('void')`update events.feed_garbage set collect_at = ${until}::timestamptz where ${sameMark(mark)}`);

const CollectedRow = z.object({
  /** The events that were scanned, and the number of the last one. */
  count: z.number(),
  last: z.number().nullable(),
  /** True if some unreferenced events are pending for the line of a batch. */
  is_held: z.boolean(),
});

/**
 * Scans the next events of a Space after `cursor` and deletes those whose type no listener names, that no existing feed
 * contains and that no batch has pending. Stores the greatest deleted number, so that an older cursor is rejected.
 */
export const deleteUnreferenced = (database: CommonQueryMethods, space: string, cursor: number, limit: number) =>
  database.one(sql.type(CollectedRow)`
    with scanned as materialized (
      select seq, type from events.feed_event where space_id = ${space} and seq > ${cursor}::bigint order by seq limit ${limit}
    ),
    bounds as materialized (select count(*) as count, max(seq) as last from scanned),
    unsubscribed as materialized (
      select s.seq from scanned as s where not exists (
        select from events.listener as l where l.space_id = ${space} and (l.event_types @> array['*'] or s.type = any(l.event_types)))
    ),
    in_feed as (
      select i.seq from events.listener as l join events.feed_item as i on i.space_id = l.space_id and i.listener_id = l.id
      where l.space_id = ${space} and i.seq > ${cursor}::bigint and i.seq <= (select last from bounds)
    ),
    pending as materialized (
      select p.seq from events.listener as l join events.agent_pending_event as p on p.space_id = l.space_id and p.listener_id = l.id
      where l.space_id = ${space} and p.seq > ${cursor}::bigint and p.seq <= (select last from bounds)
    ),
    gone as (
      delete from events.feed_event where space_id = ${space} and seq = any(array(
        select seq from unsubscribed except select seq from in_feed except select seq from pending))
      returning seq
    ),
    noted as (
      insert into events.feed_low_watermark as w (space_id, garbage_seq) select ${space}, max(seq) from gone having count(*) > 0
      on conflict (space_id) do update set garbage_seq = greatest(w.garbage_seq, excluded.garbage_seq)
    )
    select count, last, exists (select seq from unsubscribed intersect select seq from pending) as is_held from bounds`);

/** The tables whose rows belong to a listener and stay when it is deleted. */
export const LISTENER_TABLES = ['feed_item', 'agent_pending_event'] as const;
type ListenerTable = (typeof LISTENER_TABLES)[number];

/** Returns the deleted listeners of which a table still has rows, by a loose index scan over the listeners. */
export const findDeletedListeners = (database: CommonQueryMethods, table: ListenerTable, space: string) => {
  const rows = sql.identifier(['events', table]);
  return database.anyFirst(sql.type(z.object({ listener_id: z.string() }))`
    with recursive found as (
      (select listener_id from ${rows} where space_id = ${space} order by listener_id limit 1)
      union all
      select (select r.listener_id from ${rows} as r where r.space_id = ${space} and r.listener_id > found.listener_id order by r.listener_id limit 1)
      from found where found.listener_id is not null
    )
    select listener_id from found
    where listener_id is not null and not exists (select from events.listener as l where l.space_id = ${space} and l.id = listener_id)`);
};

/** Deletes at most `limit` rows of a listener from a table; returns how many. */
export async function deleteRowsOfListener(
  database: CommonQueryMethods,
  table: ListenerTable,
  space: string,
  listener: string,
  limit: number,
): Promise<number> {
  const rows = sql.identifier(['events', table]);
  const { rowCount } = await database.query(sql.typeAlias('void')`
    delete from ${rows} where space_id = ${space} and listener_id = ${listener} and seq = any(array(
      select seq from ${rows} where space_id = ${space} and listener_id = ${listener} order by seq limit ${limit}))`);
  return rowCount;
}

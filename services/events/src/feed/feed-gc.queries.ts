import { isoTime, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const NoteRow = z.object({ space_id: z.string(), noted_at: z.number() });

/** That some types of a Space may be wanted by nobody any more, since when. */
export type GarbageMark = z.infer<typeof NoteRow>;

/** Takes the notes that somebody must look at; until `until` nobody else does. */
export const claimMarks = (database: CommonQueryMethods, now: string, until: string) =>
  database.any(sql.type(NoteRow)`
    update events.feed_unwanted set look_at = ${until}::timestamptz where look_at <= ${now}::timestamptz returning space_id, noted_at`);

const same = ({ space_id, noted_at }: GarbageMark) => sql.fragment`space_id = ${space_id} and noted_at = ${isoTime(noted_at)}::timestamptz`;

/** Forgets a note, unless it was made anew meanwhile. */
export const deleteMark = (database: CommonQueryMethods, note: GarbageMark) =>
  database.query(sql.typeAlias('void')`delete from events.feed_unwanted where ${same(note)}`);

/** Has a note looked at again at a time, unless it was made anew meanwhile. */
export const rescheduleMark = (database: CommonQueryMethods, note: GarbageMark, until: string) =>
  database.query(sql.typeAlias('void')`update events.feed_unwanted set look_at = ${until}::timestamptz where ${same(note)}`);

const Looked = z.object({
  /** Events that were looked at, and the last of them. */
  count: z.number(),
  last: z.number().nullable(),
  /** Whether some that nobody wants wait for the line of a batch. */
  is_held: z.boolean(),
});

/**
 * Looks at the next events of a Space behind a place, and removes those whose type no listener names, which no feed that
 * is there has heard and for which no batch waits. Up to where is noted, so that a cursor from before is refused.
 */
export const deleteUnreferenced = (database: CommonQueryMethods, space: string, place: number, limit: number) =>
  database.one(sql.type(Looked)`
    with looked as materialized (
      select seq, type from events.feed_event where space_id = ${space} and seq > ${place}::bigint order by seq limit ${limit}
    ),
    stretch as materialized (select count(*) as count, max(seq) as last from looked),
    unwanted as materialized (
      select k.seq from looked as k where not exists (
        select from events.listener as l where l.space_id = ${space} and (l.event_types @> array['*'] or k.type = any(l.event_types)))
    ),
    heard as (
      select i.seq from events.listener as l join events.feed_item as i on i.space_id = l.space_id and i.listener_id = l.id
      where l.space_id = ${space} and i.seq > ${place}::bigint and i.seq <= (select last from stretch)
    ),
    waiting as materialized (
      select w.seq from events.listener as l join events.agent_waiting as w on w.space_id = l.space_id and w.listener_id = l.id
      where l.space_id = ${space} and w.seq > ${place}::bigint and w.seq <= (select last from stretch)
    ),
    gone as (
      delete from events.feed_event where space_id = ${space} and seq = any(array(
        select seq from unwanted except select seq from heard except select seq from waiting))
      returning seq
    ),
    noted as (
      insert into events.feed_floor as f (space_id, unwanted_seq) select ${space}, max(seq) from gone having count(*) > 0
      on conflict (space_id) do update set unwanted_seq = greatest(f.unwanted_seq, excluded.unwanted_seq)
    )
    select count, last, exists (select seq from unwanted intersect select seq from waiting) as is_held from stretch`);

/** The deleted listeners of which a table, `feed_item` or `agent_waiting`, still holds rows; found by jumping from one listener to the next. */
export const findDeletedListeners = (database: CommonQueryMethods, table: string, space: string) => {
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

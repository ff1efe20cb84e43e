import { type Database, sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { MissedEvents } from './event-log.ts';
import { outboxTable } from './outbox-sql.ts';

/** The record of acks: cursors of the groups on one machine, the column `acked_by` of published events in a cluster. */
export type AckRecord = 'cursor' | 'column';

/** An outbox whose groups are checked. */
export interface CheckedOutbox {
  readonly schema: string;
  readonly acks: AckRecord;
  /** The name of the relay's cursor, for acks in the column: events that it has not published yet hold no group up. */
  readonly relay: string;
}

/** Days after which a missed event is deleted and can no longer be redelivered. */
const MISSED_RETENTION_DAYS = 30;

/** The step between two checks counts at most this much, in seconds: time in which no process checked is not the group's. */
const MAX_STEP_SECONDS = 15;
/** Events that one statement moves. */
const CHUNK_SIZE = 1_000;

const table = (schema: string, name: string) => sql.identifier([schema, name]);

/** Builds the condition that the group `name` must still ack the row `row` of the outbox. */
function isUnacked({ schema, acks, relay }: CheckedOutbox, row: FragmentSqlToken, name: FragmentSqlToken): FragmentSqlToken {
  const isAddressed = sql.fragment`(${row}.only_group is null or ${row}.only_group = ${name})`;
  const position = (reader: FragmentSqlToken) =>
    sql.fragment`coalesce((select c.seq from ${table(schema, 'outbox_cursor')} as c where c.reader = ${reader}), 0)`;
  return acks === 'cursor'
    ? sql.fragment`(${isAddressed} and ${row}.seq > ${position(name)})`
    : sql.fragment`(${isAddressed} and not ${row}.acked_by @> array[${name}] and ${row}.seq <= ${position(sql.fragment`${relay}`)})`;
}

const GroupRow = z.object({ name: z.string(), stalled_seconds: z.number(), missed: z.number() });

/** Records the progress of each group and returns the seconds without progress, and the number of missed events. */
export const checkGroups = (database: CommonQueryMethods, outbox: CheckedOutbox, groups: readonly string[]) =>
  database.any(sql.type(GroupRow)`
    with checked as (
      insert into ${table(outbox.schema, 'outbox_group')} as g (name, oldest_unacked)
      select name, (
        select min(o.seq) from ${outboxTable(outbox.schema)} as o where ${isUnacked(outbox, sql.fragment`o`, sql.fragment`name`)})
      from unnest(${sql.array([...groups], 'text')}) as name
      on conflict (name) do update set
        stalled_seconds = case
          when excluded.oldest_unacked is null or g.oldest_unacked is null or excluded.oldest_unacked > g.oldest_unacked then 0
          else g.stalled_seconds + least(extract(epoch from clock_timestamp() - g.checked_at), ${MAX_STEP_SECONDS}) end,
        oldest_unacked = case when excluded.oldest_unacked is not null then greatest(excluded.oldest_unacked, g.oldest_unacked) end,
        checked_at = clock_timestamp()
      returning name, stalled_seconds
    )
    select name, stalled_seconds,
      (select count(*) from ${table(outbox.schema, 'outbox_missed')} as m where m.consumer_group = name) as missed
    from checked`);

const MissedRow = z.object({ group: z.string(), count: z.number(), from_seq: z.number(), to_seq: z.number() });

/**
 * Moves events recorded more than `seconds` ago that only overdue groups have not acked to outbox_missed, one chunk.
 * Returns the moved events by group; the groups stay overdue.
 */
export const moveMissed = (
  database: Database,
  outbox: CheckedOutbox,
  overdue: readonly string[],
  healthy: readonly string[],
  seconds: number,
): Promise<MissedEvents[]> =>
  database.transaction(async (tx) => {
    const schema = outbox.schema;
    const late = sql.array([...overdue], 'text');
    const since = sql.fragment`clock_timestamp() - make_interval(secs => ${seconds})`;
    const moved = await tx.any(sql.type(MissedRow)`
      with gone as (
        delete from ${outboxTable(schema)} where seq in (
          select o.seq from ${outboxTable(schema)} as o
          where o.recorded_at < ${since}
            and o.seq < coalesce((
              select y.seq from ${outboxTable(schema)} as y where y.recorded_at >= ${since} order by y.seq limit 1), 9223372036854775807)
            and exists (select from unnest(${late}) as name where ${isUnacked(outbox, sql.fragment`o`, sql.fragment`name`)})
            and not exists (
              select from unnest(${sql.array([...healthy], 'text')}) as name where ${isUnacked(outbox, sql.fragment`o`, sql.fragment`name`)})
          order by o.seq limit ${CHUNK_SIZE} for update)
        returning *
      ), missed as (
        insert into ${table(schema, 'outbox_missed')} (consumer_group, seq, id, space_id, type, body, recorded_at)
        select name, gone.seq, gone.id, gone.space_id, gone.type, gone.body, gone.recorded_at
        from gone cross join unnest(${late}) as name where ${isUnacked(outbox, sql.fragment`gone`, sql.fragment`name`)}
        returning consumer_group, seq
      )
      select consumer_group as "group", count(*) as count, min(seq) as from_seq, max(seq) as to_seq
      from missed group by consumer_group order by consumer_group`);
    // The next event becomes the oldest one without a step forward of the group.
    await tx.query(sql.typeAlias('void')`
      update ${table(schema, 'outbox_group')} as g
      set oldest_unacked = (
        select min(o.seq) from ${outboxTable(schema)} as o where ${isUnacked(outbox, sql.fragment`o`, sql.fragment`g.name`)})
      where g.name = any(${late})`);
    return moved.map((events) => ({ ...events, schema }));
  });

/** Deletes missed events that are older than their retention. */
export async function deleteExpiredMissed(database: CommonQueryMethods, schema: string): Promise<void> {
  await database.query(sql.typeAlias('void')`
    delete from ${table(schema, 'outbox_missed')} where missed_at < now() - make_interval(days => ${MISSED_RETENTION_DAYS})`);
}

import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { LoggedEvent } from './event-log.ts';
import { contiguousPrefix, type NextBatch, type Position } from './outbox-position.ts';
import { outboxTable } from './outbox-sql.ts';

const Row = z.object({
  seq: z.number(),
  id: z.string(),
  type: z.string(),
  space_id: z.string(),
  body: z.string(),
  trace: z.string().nullable(),
  recorded_at: z.number(),
  only_group: z.string().nullable(),
});
const columns = sql.fragment`seq, id, type, space_id, body, trace, recorded_at, only_group`;

/** A row of an outbox with the transactions around it (see outbox-position.ts). */
const VisibleOutboxRow = Row.extend({ oldest: z.string(), newest: z.string() });

/** An event with its position in the outbox. */
export type OutboxRow = LoggedEvent & { readonly seq: number };

const cursorTable = (schema: string) => sql.identifier([schema, 'outbox_cursor']);

/** Returns the position of a reader; a new reader starts at the beginning. */
export async function readCursor(database: CommonQueryMethods, schema: string, reader: string): Promise<Position> {
  await database.query(sql.typeAlias('void')`
    insert into ${cursorTable(schema)} (reader) values (${reader}) on conflict do nothing`);
  return database.one(sql.type(z.object({ seq: z.number() }))`select seq from ${cursorTable(schema)} where reader = ${reader}`);
}

/**
 * Returns the next events after the position `read`, in order. The same statement saves `done` as the reader's cursor,
 * without waiting for the disk: a crash may set the cursor back, and events that come again are deduplicated.
 */
export async function readNext(
  database: CommonQueryMethods,
  schema: string,
  reader: string,
  done: number,
  read: Position,
  limit: number,
): Promise<NextBatch<OutboxRow>> {
  const visible = await database.any(sql.prepared(`read-${schema}-${reader}`, VisibleOutboxRow)`
    with saved as (
      update ${cursorTable(schema)} set seq = ${done} where reader = ${reader} and seq <> ${done}::bigint
        and set_config('synchronous_commit', 'off', true) = 'off'
    )
    select ${columns}, pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_current_xact_id()::text as newest
    from ${outboxTable(schema)}
    where seq > ${read.seq}::bigint
    order by seq
    limit ${sql.literalValue(String(limit))}`);
  const { rows, gap } = contiguousPrefix(visible, read);
  return { rows: rows.map(({ oldest: _oldest, newest: _newest, ...row }) => ({ ...row, source: schema })), gap };
}

/** Saves a position as the reader's cursor. */
export async function saveCursor(database: CommonQueryMethods, schema: string, reader: string, done: number): Promise<void> {
  await database.query(sql.typeAlias('void')`
    update ${cursorTable(schema)} set seq = ${done} where reader = ${reader}`);
}

/** Returns published events after a position that are older than `seconds` and lack the ack of some group. */
export async function findUnacked(
  database: CommonQueryMethods,
  schema: string,
  reader: string,
  seconds: number,
  limit: number,
  after: Position,
): Promise<OutboxRow[]> {
  const rows = await database.any(sql.type(Row)`
    select ${columns}
    from ${outboxTable(schema)}
    where seq > ${after.seq}
      and seq <= (select seq from ${cursorTable(schema)} where reader = ${reader})
      and recorded_at < now() - make_interval(secs => ${seconds})
    order by seq
    limit ${limit}`);
  return rows.map((row) => ({ ...row, source: schema }));
}

/**
 * Records the acks of `by` and deletes the events that `groups` have all acked now. Concurrent calls for one event wait
 * for each other, in the order of the outbox. The ack of an event that the group had missed deletes the missed event.
 */
export async function ackEvents(
  database: CommonQueryMethods,
  schema: string,
  by: readonly string[],
  groups: readonly string[],
  ids: readonly string[],
): Promise<void> {
  const acked = sql.array([...ids], 'text');
  const ackers = sql.array([...by], 'text');
  const required = sql.fragment`(case when only_group is null then ${sql.array([...groups], 'text')} else array[only_group] end)`;
  const inOrder = (rows: FragmentSqlToken) =>
    sql.fragment`seq in (select seq from ${outboxTable(schema)} where id = any(${acked}) and ${rows} order by seq for update)`;
  const deleted = await database.query(sql.typeAlias('void')`
    delete from ${outboxTable(schema)} where ${inOrder(sql.fragment`acked_by || ${ackers} @> ${required}`)}`);
  if (deleted.rowCount === ids.length) return;
  const updated = await database.any(sql.type(z.object({ is_complete: z.boolean() }))`
    update ${outboxTable(schema)} set acked_by = acked_by || ${ackers}
    where ${inOrder(sql.fragment`not acked_by @> ${ackers}`)}
    returning acked_by @> ${required} as is_complete`);
  // The other groups acked these between the two statements.
  if (updated.some(({ is_complete }) => is_complete))
    await database.query(sql.typeAlias('void')`
      delete from ${outboxTable(schema)} where ${inOrder(sql.fragment`acked_by @> ${required}`)}`);
  if (deleted.rowCount + updated.length < ids.length)
    await database.query(sql.typeAlias('void')`
      delete from ${sql.identifier([schema, 'outbox_missed'])} where id = any(${acked}) and consumer_group = any(${ackers})`);
}

/** Deletes the events that the cursors of all `groups` have passed. A group that never read has passed none. */
export async function deleteConsumed(database: CommonQueryMethods, schema: string, groups: readonly string[]): Promise<void> {
  await database.query(sql.typeAlias('void')`
    delete from ${outboxTable(schema)}
    where seq <= (
      select case when count(*) = ${groups.length} then min(seq) else 0 end
      from ${cursorTable(schema)} where reader = any(${sql.array([...groups], 'text')})
    )`);
}

/** Returns the number of events in an outbox and the age of the oldest, in seconds. */
export async function outboxAge(database: CommonQueryMethods, schema: string): Promise<{ pending: number; age: number }> {
  return database.one(sql.type(z.object({ pending: z.number(), age: z.number() }))`
    select count(*) as pending, coalesce(extract(epoch from now() - min(recorded_at)), 0)::float8 as age from ${outboxTable(schema)}`);
}

const Locked = z.object({ locked: z.boolean() });

/** Takes an advisory lock of the connection's session; returns false if another session holds it. */
export const tryLock = (connection: CommonQueryMethods, name: string): Promise<boolean> =>
  connection.oneFirst(sql.type(Locked)`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as locked`);

/** Releases an advisory lock of the connection's session. */
export const unlock = (connection: CommonQueryMethods, name: string): Promise<boolean> =>
  connection.oneFirst(sql.type(Locked)`select pg_advisory_unlock(hashtextextended(${name}, 0)) as locked`);

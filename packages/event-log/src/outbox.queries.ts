import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { LoggedEvent } from './event-log.ts';

/**
 * Reading a table that many transactions append to, without skipping a row.
 *
 * A number is taken when a row is written and seen when its transaction commits, so `seq > last` skips whoever commits
 * late. But numbers have no holes of their own: where one is missing, its transaction is still running, or it rolled
 * back. A reader stops there and looks again. When every transaction that ran at the time has ended and the number is
 * still missing, nobody will bring it, and the reader passes.
 *
 * A transaction takes its numbers last, while it holds the locks of what it changed. So of two changes of one thing the
 * later has the higher number: the order of the log is the order of the commits, wherever an order can be told.
 */
const Row = z.object({
  seq: z.number(),
  id: z.string(),
  type: z.string(),
  space_id: z.string(),
  body: z.string(),
  trace: z.string().nullable(),
  recorded_at: z.number(),
});

/** A row with the transactions around it: all below `oldest` have ended, all that had begun are below `newest`. */
const SeenRow = Row.extend({ oldest: z.string(), newest: z.string() });

/** A row as one look at the outbox shows it. */
export type SeenRow = Pick<z.infer<typeof SeenRow>, 'seq' | 'oldest' | 'newest'>;

/** An event with its place in the outbox. */
export type OutboxRow = LoggedEvent & { readonly seq: number };

/** Numbers below `before` that were missing when all transactions that could bring them were below `newest`. */
interface Gap {
  readonly before: number;
  readonly newest: bigint;
}

/** A place in an outbox: everything up to `seq` is done, and behind it a gap may be waited for. */
export interface Position {
  readonly seq: number;
  readonly gap?: Gap | undefined;
}

/** The place before every event. */
export const BEGINNING: Position = { seq: 0 };

/** What follows a place: the rows up to the first gap that may still be filled, and that gap. */
export interface NextBatch<R> {
  readonly rows: readonly R[];
  readonly gap: Gap | undefined;
}

/** Of the rows behind a place those before which none can come any more. */
export function contiguousPrefix<R extends SeenRow>(rows: readonly R[], { seq, gap }: Position): NextBatch<R> {
  const isPassed = gap !== undefined && rows[0] !== undefined && BigInt(rows[0].oldest) >= gap.newest;
  const end = rows.findIndex((row, index) => {
    const isMissing = row.seq > (rows[index - 1]?.seq ?? seq) + 1;
    return isMissing && !(isPassed && row.seq <= gap.before);
  });
  if (end < 0) return { rows, gap: undefined };
  const isSame = gap !== undefined && rows[end]!.seq <= gap.before;
  return { rows: rows.slice(0, end), gap: isSame ? gap : { before: rows.at(-1)!.seq, newest: BigInt(rows[0]!.newest) } };
}

const outbox = (schema: string) => sql.identifier([schema, 'outbox']);
const cursors = (schema: string) => sql.identifier([schema, 'outbox_cursor']);

/** Where a reader stopped; one that never read begins at the beginning. */
export async function readCursor(database: CommonQueryMethods, schema: string, reader: string): Promise<Position> {
  await database.query(sql.typeAlias('void')`
    insert into ${cursors(schema)} (reader) values (${reader}) on conflict do nothing`);
  return database.one(sql.type(z.object({ seq: z.number() }))`select seq from ${cursors(schema)} where reader = ${reader}`);
}

/**
 * The next events behind a place, in order; the place is kept as the reader's cursor in the same statement, which does not
 * wait for the disk: a cursor that a crash sets back means events that are carried again, and those are deduped.
 */
export async function readNext(
  database: CommonQueryMethods,
  schema: string,
  reader: string,
  done: Position,
  limit: number,
): Promise<NextBatch<OutboxRow>> {
  const seen = await database.any(sql.prepared(`read-${schema}-${reader}`, SeenRow)`
    with kept as (
      update ${cursors(schema)} set seq = ${done.seq} where reader = ${reader} and seq <> ${done.seq}::bigint
        and set_config('synchronous_commit', 'off', true) = 'off'
    )
    select seq, id, type, space_id, body, trace, recorded_at,
           pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_current_xact_id()::text as newest
    from ${outbox(schema)}
    where seq > ${done.seq}::bigint
    order by seq
    limit ${sql.literalValue(String(limit))}`);
  const { rows, gap } = contiguousPrefix(seen, done);
  return { rows: rows.map(({ oldest: _oldest, newest: _newest, ...row }) => ({ ...row, source: schema })), gap };
}

/** Keeps a place as the reader's cursor. */
export async function saveCursor(database: CommonQueryMethods, schema: string, reader: string, done: Position): Promise<void> {
  await database.query(sql.typeAlias('void')`
    update ${cursors(schema)} set seq = ${done.seq} where reader = ${reader}`);
}

/** Events behind a place that were carried on, are older than `seconds`, and that not every group has settled. */
export async function findUnacked(
  database: CommonQueryMethods,
  schema: string,
  reader: string,
  seconds: number,
  limit: number,
  behind: Position,
): Promise<OutboxRow[]> {
  const rows = await database.any(sql.type(Row)`
    select seq, id, type, space_id, body, trace, recorded_at
    from ${outbox(schema)}
    where seq > ${behind.seq}
      and seq <= (select seq from ${cursors(schema)} where reader = ${reader})
      and recorded_at < now() - make_interval(secs => ${seconds})
    order by seq
    limit ${limit}`);
  return rows.map((row) => ({ ...row, source: schema }));
}

/**
 * Notes on events that the groups `by` have settled them, and removes those that all of `everyone` have by now. Two that
 * settle one event at once wait for each other, in the order of the outbox, and the second one sees the first.
 */
export async function ackEvents(
  database: CommonQueryMethods,
  schema: string,
  by: readonly string[],
  everyone: readonly string[],
  ids: readonly string[],
): Promise<void> {
  const wanted = sql.array([...ids], 'text');
  const groups = sql.array([...by], 'text');
  const all = sql.array([...everyone], 'text');
  const inOrder = (rows: FragmentSqlToken) =>
    sql.fragment`seq in (select seq from ${outbox(schema)} where id = any(${wanted}) and ${rows} order by seq for update)`;
  const removed = await database.query(sql.typeAlias('void')`
    delete from ${outbox(schema)} where ${inOrder(sql.fragment`settled_by || ${groups} @> ${all}`)}`);
  if (removed.rowCount === ids.length) return;
  const noted = await database.any(sql.type(z.object({ settled: z.boolean() }))`
    update ${outbox(schema)} set settled_by = settled_by || ${groups}
    where ${inOrder(sql.fragment`not settled_by @> ${groups}`)}
    returning settled_by @> ${all} as settled`);
  // The other groups have settled these between the two statements.
  if (noted.some(({ settled }) => settled))
    await database.query(sql.typeAlias('void')`
      delete from ${outbox(schema)} where ${inOrder(sql.fragment`settled_by @> ${all}`)}`);
}

/** Removes the events that are behind the cursors of all of `readers`; one that never read has everything before it. */
export async function deleteConsumed(database: CommonQueryMethods, schema: string, readers: readonly string[]): Promise<void> {
  await database.query(sql.typeAlias('void')`
    delete from ${outbox(schema)}
    where seq <= (
      select case when count(*) = ${readers.length} then min(seq) else 0 end
      from ${cursors(schema)} where reader = any(${sql.array([...readers], 'text')})
    )`);
}

/** How many events wait in an outbox and how old the oldest is, in seconds. */
export async function outboxAge(database: CommonQueryMethods, schema: string): Promise<{ pending: number; age: number }> {
  return database.one(sql.type(z.object({ pending: z.number(), age: z.number() }))`
    select count(*) as pending, coalesce(extract(epoch from now() - min(recorded_at)), 0)::float8 as age from ${outbox(schema)}`);
}

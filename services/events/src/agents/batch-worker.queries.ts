import type { CanUse } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { allows } from '../feed/feed.queries.ts';
import { MAX_LISTED_EVENTS } from './chat-line.ts';

/** Events of a batch that one transaction counts, so that none takes long however many wait. */
const COUNTED_AT_ONCE = 2_000;

const BatchRow = z.object({
  listener_id: z.string(),
  space_id: z.string(),
  place: z.number(),
  count: z.number(),
  name: z.string().nullable(),
  agent_id: z.string().nullable(),
  can_use: z.record(z.string(), z.unknown()).nullable(),
});

/** A batch that is due: what of it is counted, and the listener and agent it is for; these are null when it was deleted. */
export type DueBatch = z.infer<typeof BatchRow>;

/** Takes the batch that has been due longest; nobody else sees it until the transaction ends, and if it breaks, it is there again. */
export const claimBatch = (tx: CommonQueryMethods, now: string) =>
  tx.maybeOne(sql.prepared('take-batch', BatchRow)`
    select b.listener_id, b.space_id, b.place, b.count, l.name, l.agent_id, l.can_use
    from events.agent_batch as b left join events.listener as l on l.space_id = b.space_id and l.id = b.listener_id
    where b.due_at <= ${now}::timestamptz order by b.due_at limit 1
    for update of b skip locked`);

/** When the next batch is due, in milliseconds since the epoch; null when none waits. */
export const findNextDueTime = (database: CommonQueryMethods) =>
  database.oneFirst(sql.prepared('next-batch', z.object({ due_at: z.number().nullable() }))`
    select min(due_at) as due_at from events.agent_batch`);

/** Puts a batch off that could not be ended, behind all that are due before. */
export const postponeBatch = (database: CommonQueryMethods, { space_id, listener_id }: DueBatch, until: string) =>
  database.query(sql.typeAlias('void')`
    update events.agent_batch set due_at = ${until}::timestamptz where space_id = ${space_id} and listener_id = ${listener_id}`);

/**
 * Counts the next events of a batch, those that the agent may still hear of. The first of these go on waiting, for the
 * line tells them; the others are gone with the count. Answers whether all of the batch is counted. Rows are named by
 * arrays, so that however wrong Postgres guesses their number it looks each up by its key.
 */
export async function countPending(tx: CommonQueryMethods, { space_id, listener_id, place, count, can_use }: DueBatch): Promise<boolean> {
  const room = Math.max(0, MAX_LISTED_EVENTS - count);
  const looked = await tx.oneFirst(sql.type(z.object({ looked: z.number() }))`
    with looked as materialized (
      select seq from events.agent_waiting
      where space_id = ${space_id} and listener_id = ${listener_id} and seq > ${place}::bigint order by seq limit ${COUNTED_AT_ONCE}
    ),
    heard as materialized (
      select e.seq, row_number() over (order by e.seq) as number
      from events.feed_event as e
      where e.space_id = ${space_id} and e.seq = any(array(select seq from looked)) ${allows((can_use ?? {}) as CanUse)}
    ),
    gone as (
      delete from events.agent_waiting
      where space_id = ${space_id} and listener_id = ${listener_id} and seq > ${place}::bigint and seq <= (select max(seq) from looked)
        and seq <> all(array(select seq from heard where number <= ${room}))
    ),
    counted as (
      update events.agent_batch as b
      set count = b.count + (select count(*) from heard), place = greatest(b.place, (select max(seq) from looked))
      where b.space_id = ${space_id} and b.listener_id = ${listener_id}
    )
    select count(*) as looked from looked`);
  return looked < COUNTED_AT_ONCE;
}

const Told = z.object({ count: z.number(), bodies: z.array(z.string()) });

/** Ends a batch that is counted: answers how many events the agent may still hear of, and the first of them. */
export async function finishBatch(tx: CommonQueryMethods, { space_id, listener_id, can_use }: DueBatch) {
  const { count, bodies } = await tx.one(sql.type(Told)`
    with ended as (delete from events.agent_batch where space_id = ${space_id} and listener_id = ${listener_id} returning count),
    gone as (delete from events.agent_waiting where space_id = ${space_id} and listener_id = ${listener_id} returning seq),
    told as (
      select e.seq, e.body from events.feed_event as e
      where e.space_id = ${space_id} and e.seq = any(array(select seq from gone)) ${allows((can_use ?? {}) as CanUse)}
    )
    select (select count from ended) as count, array(select body from told order by seq) as bodies`);
  // What the agent may hear of can have changed since they were counted.
  return { count: count - (Math.min(count, MAX_LISTED_EVENTS) - bodies.length), bodies };
}

import type { CanUse } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { canUseCondition } from '../can-use/can-use-sql.ts';
import { MAX_LISTED_EVENTS } from './chat-line.ts';

/** Events of a batch that one transaction counts, so that no transaction takes long. */
const COUNT_LIMIT = 2_000;

const BatchRow = z.object({
  listener_id: z.string(),
  space_id: z.string(),
  counted_seq: z.number(),
  count: z.number(),
  name: z.string().nullable(),
  agent_id: z.string().nullable(),
  can_use: z.record(z.string(), z.unknown()).nullable(),
});

/** A due batch with its progress and its listener; the listener's fields are null when it was deleted. */
export type DueBatch = z.infer<typeof BatchRow>;

const BatchKeyRow = BatchRow.pick({ listener_id: true, space_id: true });

/** The key of a batch. */
export type BatchKey = z.infer<typeof BatchKeyRow>;

/** Returns the batches that have been due longest, except those of some Spaces. */
export const listDueBatches = (database: CommonQueryMethods, now: string, limit: number, except: readonly string[]) =>
  database.any(sql.prepared('list-due-batches', BatchKeyRow)`
    select listener_id, space_id from events.agent_batch
    where due_at <= ${now}::timestamptz and space_id <> all(${sql.array([...except], 'text')}) order by due_at limit ${limit}`);

/** Locks a due batch until the transaction ends, and returns it; null when it is not due any more or another process has locked it. */
export const claimBatch = (tx: CommonQueryMethods, { space_id, listener_id }: BatchKey, now: string) =>
  tx.maybeOne(sql.prepared('claim-batch', BatchRow)`
    select b.listener_id, b.space_id, b.counted_seq, b.count, l.name, l.agent_id, l.can_use
    from events.agent_batch as b left join events.listener as l on l.space_id = b.space_id and l.id = b.listener_id
    where b.space_id = ${space_id} and b.listener_id = ${listener_id} and b.due_at <= ${now}::timestamptz
    for update of b skip locked`);

/** Returns the time at which the next batch is due, in milliseconds since the epoch; null when there is no batch. */
export const findNextDueTime = (database: CommonQueryMethods) =>
  database.oneFirst(sql.prepared('next-batch-due', z.object({ due_at: z.number().nullable() }))`
    select min(due_at) as due_at from events.agent_batch`);

/** Makes a batch that failed due at a later time. */
export const postponeBatch = (database: CommonQueryMethods, { space_id, listener_id }: BatchKey, until: string) =>
  database.query(sql.typeAlias('void')`
    update events.agent_batch set due_at = ${until}::timestamptz where space_id = ${space_id} and listener_id = ${listener_id}`);

/**
 * Counts the next events of a batch that the agent can still access. The first of them stay pending, because the line
 * lists them; the others are deleted. Returns true when the whole batch is counted. Rows are selected by arrays, so that
 * Postgres looks each up by its key, however it estimates their number.
 */
export async function countPending(
  tx: CommonQueryMethods,
  { space_id, listener_id, counted_seq, count, can_use }: DueBatch,
): Promise<boolean> {
  const room = Math.max(0, MAX_LISTED_EVENTS - count);
  const scanned = await tx.oneFirst(sql.type(z.object({ scanned: z.number() }))`
    with scanned as materialized (
      select seq from events.agent_pending_event
      where space_id = ${space_id} and listener_id = ${listener_id} and seq > ${counted_seq}::bigint order by seq limit ${COUNT_LIMIT}
    ),
    accessible as materialized (
      select e.seq, row_number() over (order by e.seq) as number
      from events.feed_event as e
      where e.space_id = ${space_id} and e.seq = any(array(select seq from scanned)) ${canUseCondition((can_use ?? {}) as CanUse)}
    ),
    gone as (
      delete from events.agent_pending_event
      where space_id = ${space_id} and listener_id = ${listener_id} and seq > ${counted_seq}::bigint and seq <= (select max(seq) from scanned)
        and seq <> all(array(select seq from accessible where number <= ${room}))
    ),
    counted as (
      update events.agent_batch as b
      set count = b.count + (select count(*) from accessible), counted_seq = greatest(b.counted_seq, (select max(seq) from scanned))
      where b.space_id = ${space_id} and b.listener_id = ${listener_id}
    )
    select count(*) as scanned from scanned`);
  return scanned < COUNT_LIMIT;
}

const FinishedRow = z.object({ count: z.number(), bodies: z.array(z.string()) });

/** Deletes a counted batch, and returns the number of its accessible events and the bodies of the first of them. */
export async function finishBatch(tx: CommonQueryMethods, { space_id, listener_id, can_use }: DueBatch) {
  const { count, bodies } = await tx.one(sql.type(FinishedRow)`
    with ended as (delete from events.agent_batch where space_id = ${space_id} and listener_id = ${listener_id} returning count),
    gone as (delete from events.agent_pending_event where space_id = ${space_id} and listener_id = ${listener_id} returning seq),
    listed as (
      select e.seq, e.body from events.feed_event as e
      where e.space_id = ${space_id} and e.seq = any(array(select seq from gone)) ${canUseCondition((can_use ?? {}) as CanUse)}
    )
    select (select count from ended) as count, array(select body from listed order by seq) as bodies`);
  // The Can use list can have changed since the events were counted.
  return { count: count - (Math.min(count, MAX_LISTED_EVENTS) - bodies.length), bodies };
}

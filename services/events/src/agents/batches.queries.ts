import { allowedThings, type CanUse } from '@space/contracts';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { TOLD_EVENTS } from './chat-line.ts';

const BatchRow = z.object({
  listener_id: z.string(),
  space_id: z.string(),
  name: z.string().nullable(),
  agent_id: z.string().nullable(),
  can_use: z.record(z.string(), z.unknown()).nullable(),
});

/** Takes the batch that has been due longest; nobody else sees it until the transaction ends, and if it breaks, it is there again. */
export const takeBatch = (tx: CommonQueryMethods, now: string) =>
  tx.maybeOne(sql.prepared('take-batch', BatchRow)`
    select b.listener_id, b.space_id, l.name, l.agent_id, l.can_use
    from events.agent_batch as b left join events.listener as l on l.space_id = b.space_id and l.id = b.listener_id
    where b.due_at <= ${now}::timestamptz order by b.due_at limit 1
    for update of b skip locked`);

/** When the next batch is due, in milliseconds since the epoch; null when none waits. */
export const nextBatch = (database: CommonQueryMethods) =>
  database.oneFirst(sql.prepared('next-batch', z.object({ due_at: z.number().nullable() }))`
    select min(due_at) as due_at from events.agent_batch`);

const Told = z.object({ count: z.number(), bodies: z.array(z.string()) });

/** Ends a batch: what waited for it is gone; answers how many the agent may still hear of, and the first of them. */
export async function endBatch(tx: CommonQueryMethods, space: string, listener: string, canUse: CanUse) {
  const allowed = sql.array(allowedThings(canUse), 'text');
  await tx.query(sql.typeAlias('void')`delete from events.agent_batch where space_id = ${space} and listener_id = ${listener}`);
  return tx.one(sql.type(Told)`
    with gone as (delete from events.agent_waiting where space_id = ${space} and listener_id = ${listener} returning seq),
    told as (
      select e.seq, e.body from gone join events.feed_event as e on e.space_id = ${space} and e.seq = gone.seq
      where not exists (
        select from unnest(e.things) as thing where not (thing = any(${allowed}) or split_part(thing, ':', 1) || ':*' = any(${allowed})))
    )
    select count(*) as count,
           array(select body from told order by seq limit ${TOLD_EVENTS}) as bodies
    from told`);
}

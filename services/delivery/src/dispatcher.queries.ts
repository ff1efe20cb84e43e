import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { FIRST_ATTEMPT, type Job, type Lane, REPLAY, RETRY } from './job.ts';

/** A delivery that was taken, with the event it carries. */
const TakenRow = z.object({
  id: z.number(),
  listener_id: z.string(),
  lane: z.literal([FIRST_ATTEMPT, RETRY, REPLAY]),
  attempts: z.number(),
  round_start: z.number(),
  test: z.boolean(),
  event_id: z.string(),
  type: z.string(),
  body: z.string(),
  trace: z.string().nullable(),
});

/** The webhooks of each lane that are given no more for now. */
export type Full = Readonly<Record<Lane, readonly string[]>>;

/** How many of each lane one look takes: a flood in one lane leaves the others their share. */
export const TAKE: Readonly<Record<Lane, number>> = { [FIRST_ATTEMPT]: 512, [RETRY]: 256, [REPLAY]: 128 };

interface Taking {
  readonly now: string;
  readonly until: string;
  readonly lease: string;
  readonly full: Full;
}

/** The due deliveries of one lane, oldest first; those of listeners that take no more and of disabled ones stay. */
const dueIn = (lane: Lane, { now, full }: Pick<Taking, 'now' | 'full'>) => sql.fragment`
  select d.listener_id, d.id from events.delivery as d
  join events.listener as l on l.id = d.listener_id and (l.enabled or d.test)
  where d.lane = ${lane} and d.next_attempt_at <= ${now}::timestamptz and d.listener_id <> all(${sql.array([...full[lane]], 'text')})
  order by d.next_attempt_at
  limit ${TAKE[lane]}
  for update of d skip locked`;

/** Takes deliveries that are due under a lease, of every lane its share. */
export const takeDue = (database: CommonQueryMethods, taking: Taking) =>
  database.any(sql.prepared('take-due', TakenRow)`
    with first_attempts as (${dueIn(FIRST_ATTEMPT, taking)}), retries as (${dueIn(RETRY, taking)}), replays as (${dueIn(REPLAY, taking)}),
    due as (select * from first_attempts union all select * from retries union all select * from replays)
    update events.delivery as d
    set lease = ${taking.lease}, next_attempt_at = ${taking.until}::timestamptz
    from due, events.event as e
    where d.listener_id = due.listener_id and d.id = due.id and e.id = d.event_id
    returning d.id, d.listener_id, d.lane, d.attempts, d.round_start, d.test, d.event_id, e.type, e.body, e.trace`);

/** Gives deliveries back that were taken and not tried. */
export const giveBack = (
  database: CommonQueryMethods,
  lease: string,
  jobs: readonly Pick<Job, 'listener_id' | 'delivery_id'>[],
  now: string,
) =>
  database.query(sql.typeAlias('void')`
    update events.delivery as d set lease = null, next_attempt_at = ${now}::timestamptz
    from unnest(${sql.array(
      jobs.map((job) => job.listener_id),
      'text',
    )}, ${sql.array(
      jobs.map((job) => job.delivery_id),
      'int8',
    )}) as job (listener_id, id)
    where d.listener_id = job.listener_id and d.id = job.id and d.lease = ${lease}`);

/** Forgets a delivery whose listener was deleted. */
export const dropDelivery = (database: CommonQueryMethods, { listener_id, delivery_id }: Job) =>
  database.query(sql.typeAlias('void')`delete from events.delivery where listener_id = ${listener_id} and id = ${delivery_id}`);

const earliestIn = (lane: Lane, full: Full) => sql.fragment`
  select extract(epoch from d.next_attempt_at)::float8 * 1000 as due
  from events.delivery as d
  join events.listener as l on l.id = d.listener_id and (l.enabled or d.test)
  where d.lane = ${lane} and d.next_attempt_at is not null and d.listener_id <> all(${sql.array([...full[lane]], 'text')})
    and exists (select from events.event as e where e.id = d.event_id)
  order by d.next_attempt_at limit 1`;

/** When the next delivery that can be taken is due, in milliseconds since the epoch, or null when none is waiting. */
export const nextDue = (database: CommonQueryMethods, full: Full) =>
  database.oneFirst(sql.prepared('next-due', z.object({ due: z.number().nullable() }))`
    select min(due) as due
    from ((${earliestIn(FIRST_ATTEMPT, full)}) union all (${earliestIn(RETRY, full)}) union all (${earliestIn(REPLAY, full)})) as earliest`);

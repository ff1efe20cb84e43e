import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Job } from './job.ts';

/** A delivery that was taken, with the event it carries. */
const TakenRow = z.object({
  id: z.number(),
  listener_id: z.string(),
  attempts: z.number(),
  round_start: z.number(),
  test: z.boolean(),
  event_id: z.string(),
  type: z.string(),
  body: z.string(),
  trace: z.string().nullable(),
});

/** Takes deliveries that are due under a lease, oldest first; those of the listeners in `full` and of disabled ones stay. */
export const takeDue = (
  database: CommonQueryMethods,
  options: { now: string; until: string; lease: string; full: readonly string[]; limit: number },
) =>
  database.any(sql.prepared('take-due', TakenRow)`
    with due as (
      select d.listener_id, d.id from events.delivery as d
      join events.listener as l on l.id = d.listener_id and (l.enabled or d.test)
      where d.next_attempt_at <= ${options.now}::timestamptz and d.listener_id <> all(${sql.array([...options.full], 'text')})
      order by d.next_attempt_at
      limit ${options.limit}
      for update of d skip locked
    )
    update events.delivery as d
    set lease = ${options.lease}, next_attempt_at = ${options.until}::timestamptz
    from due, events.event as e
    where d.listener_id = due.listener_id and d.id = due.id and e.id = d.event_id
    returning d.id, d.listener_id, d.attempts, d.round_start, d.test, d.event_id, e.type, e.body, e.trace`);

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

/** When the next delivery that can be taken is due, in milliseconds since the epoch, or null when none is waiting. */
export const nextDue = (database: CommonQueryMethods, full: readonly string[]) =>
  database.maybeOneFirst(sql.prepared('next-due', z.object({ due: z.number() }))`
    select extract(epoch from d.next_attempt_at)::float8 * 1000 as due
    from events.delivery as d
    join events.listener as l on l.id = d.listener_id and (l.enabled or d.test)
    where d.next_attempt_at is not null and d.listener_id <> all(${sql.array([...full], 'text')})
      and exists (select from events.event as e where e.id = d.event_id)
    order by d.next_attempt_at limit 1`);

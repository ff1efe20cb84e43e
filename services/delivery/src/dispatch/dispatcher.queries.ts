import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { FIRST_ATTEMPT, type Job, type Priority, REPLAY, RETRY } from '../attempts/job.ts';

/** A delivery that was taken, with the event it carries. */
const ClaimedRow = z.object({
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
export type FullQueues = Readonly<Record<Priority, readonly string[]>>;

/** How many of each lane one look takes: a flood in one lane leaves the others their share. */
const CLAIM_LIMITS: Readonly<Record<Priority, number>> = { [FIRST_ATTEMPT]: 512, [RETRY]: 256, [REPLAY]: 128 };

/** How many of one webhook and lane one look takes, so that a backlog of one webhook leaves the others theirs. */
const CLAIM_LIMIT_PER_WEBHOOK = 128;

interface Claim {
  readonly now: string;
  readonly until: string;
  readonly lease: string;
  readonly full: FullQueues;
}

/** What no process has in hand. What one has is in an index of its own, so that looks do not step over it. */
const WAITING = sql.fragment`d.next_attempt_at is not null and d.lease is null`;

/** How many leases one look ends. */
export const EXPIRE_LIMIT = 2_000;

/** Ends leases that ran out, so that their deliveries wait again; answers how many. */
export const expireLeases = async (database: CommonQueryMethods, now: string): Promise<number> => {
  const { rowCount } = await database.query(sql.prepared('end-leases', z.object({}))`
    update events.delivery set lease = null
    where ctid = any(array(
      select ctid from events.delivery
      where lease is not null and next_attempt_at <= ${now}::timestamptz
      order by next_attempt_at limit ${sql.literalValue(String(EXPIRE_LIMIT))} for update skip locked))`);
  return rowCount;
};

/**
 * The webhooks that anything of a lane waits for, by stepping from one to the next through the index: what this costs
 * goes by how many webhooks wait, not by how much waits. Those that take no more for now and those that are switched
 * off are left out.
 */
const webhooksIn = (lane: Priority, full: FullQueues) => sql.fragment`(
  with recursive step (id) as (
    (select d.listener_id from events.delivery as d where d.lane = ${lane} and ${WAITING} order by d.listener_id limit 1)
    union all
    select (select d.listener_id from events.delivery as d where d.lane = ${lane} and ${WAITING} and d.listener_id > step.id order by d.listener_id limit 1)
    from step where step.id is not null
  )
  select step.id from step join events.listener as l on l.id = step.id and l.enabled
  where step.id <> all(${sql.array([...full[lane]], 'text')}))`;

/** The due deliveries of one lane, of each webhook the oldest first. */
const dueIn = (lane: Priority, { now, full }: Pick<Claim, 'now' | 'full'>) => sql.fragment`
  select one.listener_id, one.id from ${webhooksIn(lane, full)} as webhook cross join lateral (
    select d.listener_id, d.id, d.next_attempt_at from events.delivery as d
    where d.lane = ${lane} and d.listener_id = webhook.id and ${WAITING} and d.next_attempt_at <= ${now}::timestamptz
    order by d.next_attempt_at
    limit ${CLAIM_LIMIT_PER_WEBHOOK}
    for update of d skip locked
  ) as one
  order by one.next_attempt_at
  limit ${CLAIM_LIMITS[lane]}`;

/** Tests whose process died; others are made at once by who inserted them. */
const dueTests = ({ now }: Pick<Claim, 'now'>) => sql.fragment`
  select d.listener_id, d.id from events.delivery as d where d.test and d.next_attempt_at <= ${now}::timestamptz limit 16 for update skip locked`;

/** Takes deliveries that are due under a lease, of every lane its share. */
export const claimDue = (database: CommonQueryMethods, taking: Claim) =>
  database.any(sql.prepared('take-due', ClaimedRow)`
    with first_attempts as (${dueIn(FIRST_ATTEMPT, taking)}), retries as (${dueIn(RETRY, taking)}), replays as (${dueIn(REPLAY, taking)}),
    tests as (${dueTests(taking)}),
    due as (select * from first_attempts union all select * from retries union all select * from replays union all select * from tests)
    update events.delivery as d
    set lease = ${taking.lease}, next_attempt_at = ${taking.until}::timestamptz
    from due, events.event as e
    where d.listener_id = due.listener_id and d.id = due.id and e.id = d.event_id
    returning d.id, d.listener_id, d.lane, d.attempts, d.round_start, d.test, d.event_id, e.type, e.body, e.trace`);

/** Whether more may be due than one look took: a lane, or a webhook in one, gave as many as a look takes. */
export function mayHaveMore(taken: readonly Pick<z.infer<typeof ClaimedRow>, 'lane' | 'listener_id'>[]): boolean {
  return [...Map.groupBy(taken, ({ lane }) => lane)].some(
    ([lane, some]) =>
      some.length >= CLAIM_LIMITS[lane] ||
      [...Map.groupBy(some, (row) => row.listener_id).values()].some((ofOne) => ofOne.length >= CLAIM_LIMIT_PER_WEBHOOK),
  );
}

/** Gives deliveries back that were taken and not tried. */
export const releaseLeases = (
  database: CommonQueryMethods,
  jobs: readonly Pick<Job, 'listener_id' | 'delivery_id' | 'lease'>[],
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
    )}, ${sql.array(
      jobs.map((job) => job.lease),
      'text',
    )}) as job (listener_id, id, lease)
    where d.listener_id = job.listener_id and d.id = job.id and d.lease = job.lease`);

/** Ends a delivery without an attempt: its webhook may not hear of it any more. */
export const skipDelivery = (database: CommonQueryMethods, { listener_id, delivery_id, lease }: Job, now: string) =>
  database.query(sql.typeAlias('void')`
    update events.delivery set state = 'skipped', next_attempt_at = null, lease = null, updated_at = ${now}::timestamptz
    where listener_id = ${listener_id} and id = ${delivery_id} and lease = ${lease}`);

/** Forgets a delivery whose listener was deleted. */
export const deleteDelivery = (database: CommonQueryMethods, { listener_id, delivery_id }: Job) =>
  database.query(sql.typeAlias('void')`delete from events.delivery where listener_id = ${listener_id} and id = ${delivery_id}`);

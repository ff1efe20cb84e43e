import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { FIRST_ATTEMPT, type Job, type Priority, REPLAY, RETRY } from '../attempts/job.ts';

/** A delivery that was claimed, with its event. */
const ClaimedRow = z.object({
  id: z.number(),
  listener_id: z.string(),
  priority: z.literal([FIRST_ATTEMPT, RETRY, REPLAY]),
  attempts: z.number(),
  round_start: z.number(),
  test: z.boolean(),
  event_id: z.string(),
  type: z.string(),
  body: z.string(),
  trace: z.string().nullable(),
});

/** The webhooks whose in-memory queue is full, by priority. */
export type FullQueues = Readonly<Record<Priority, readonly string[]>>;

/** Deliveries that one poll claims at most, by priority: a flood in one priority leaves the others their share. */
const CLAIM_LIMITS: Readonly<Record<Priority, number>> = { [FIRST_ATTEMPT]: 512, [RETRY]: 256, [REPLAY]: 128 };

/** Deliveries of one webhook and priority that one poll claims at most, so that one backlog does not use up the limit. */
const CLAIM_LIMIT_PER_WEBHOOK = 128;

interface Claim {
  readonly now: string;
  readonly until: string;
  readonly lease: string;
  readonly full: FullQueues;
}

/** Matches deliveries that no process has leased. Leased ones have an index of their own, so that polls do not scan them. */
const UNLEASED = sql.fragment`d.next_attempt_at is not null and d.lease is null`;

/** Leases that one statement expires at most. */
export const EXPIRE_LIMIT = 2_000;

/** Expires leases that ended before `now`, so that their deliveries can be claimed again; returns how many. */
export async function expireLeases(database: CommonQueryMethods, now: string): Promise<number> {
  const { rowCount } = await database.query(sql.prepared('expire-leases', z.object({}))`
    update events.delivery set lease = null
    where ctid = any(array(
      select ctid from events.delivery
      where lease is not null and next_attempt_at <= ${now}::timestamptz
      order by next_attempt_at limit ${sql.literalValue(String(EXPIRE_LIMIT))} for update skip locked))`);
  return rowCount;
}

/**
 * Selects the webhooks that have unleased deliveries of a priority, by a loose index scan: its cost depends on the number
 * of webhooks and not on the number of deliveries. Full and disabled webhooks are left out.
 */
const webhooksWithWork = (priority: Priority, full: FullQueues) => sql.fragment`(
  with recursive step (id) as (
    (select d.listener_id from events.delivery as d where d.priority = ${priority} and ${UNLEASED} order by d.listener_id limit 1)
    union all
    select (select d.listener_id from events.delivery as d where d.priority = ${priority} and ${UNLEASED} and d.listener_id > step.id order by d.listener_id limit 1)
    from step where step.id is not null
  )
  select step.id, l.space_id from step join events.listener as l on l.id = step.id and l.enabled
    and not exists (select from events.closed_space as closed where closed.space_id = l.space_id)
  where step.id <> all(${sql.array([...full[priority]], 'text')}))`;

/**
 * Selects the due deliveries of one priority. Spaces take turns: the oldest of each Space goes before the second of any.
 * Within a Space no webhook takes more than its limit.
 */
const dueOfPriority = (priority: Priority, { now, full }: Pick<Claim, 'now' | 'full'>) => sql.fragment`
  select one.listener_id, one.id from ${webhooksWithWork(priority, full)} as webhook cross join lateral (
    select d.listener_id, d.id, d.next_attempt_at from events.delivery as d
    where d.priority = ${priority} and d.listener_id = webhook.id and ${UNLEASED} and d.next_attempt_at <= ${now}::timestamptz
    order by d.next_attempt_at
    limit ${CLAIM_LIMIT_PER_WEBHOOK}
    for update of d skip locked
  ) as one
  order by row_number() over (partition by webhook.space_id order by one.next_attempt_at), one.next_attempt_at
  limit ${CLAIM_LIMITS[priority]}`;

/** Selects test deliveries whose process died; all others are attempted by the process that inserted them. */
const dueTests = ({ now }: Pick<Claim, 'now'>) => sql.fragment`
  select d.listener_id, d.id from events.delivery as d where d.test and d.next_attempt_at <= ${now}::timestamptz limit 16 for update skip locked`;

/** Claims due deliveries under a lease, up to the limit of each priority, and returns them. */
export const claimDue = (database: CommonQueryMethods, claim: Claim) =>
  database.any(sql.prepared('claim-due', ClaimedRow)`
    with first_attempts as (${dueOfPriority(FIRST_ATTEMPT, claim)}), retries as (${dueOfPriority(RETRY, claim)}), replays as (${dueOfPriority(REPLAY, claim)}),
    tests as (${dueTests(claim)}),
    due as (select * from first_attempts union all select * from retries union all select * from replays union all select * from tests)
    update events.delivery as d
    set lease = ${claim.lease}, next_attempt_at = ${claim.until}::timestamptz
    from due, events.event as e
    where d.listener_id = due.listener_id and d.id = due.id and e.id = d.event_id
    returning d.id, d.listener_id, d.priority, d.attempts, d.round_start, d.test, d.event_id, e.type, e.body, e.trace`);

/** Returns true if more deliveries may be due than one poll claimed: a priority, or a webhook in one, reached its limit. */
export const mayHaveMore = (claimed: readonly Pick<z.infer<typeof ClaimedRow>, 'priority' | 'listener_id'>[]): boolean =>
  [...Map.groupBy(claimed, ({ priority }) => priority)].some(
    ([priority, rows]) =>
      rows.length >= CLAIM_LIMITS[priority] ||
      [...Map.groupBy(rows, (row) => row.listener_id).values()].some((ofWebhook) => ofWebhook.length >= CLAIM_LIMIT_PER_WEBHOOK),
  );

/** Releases the leases of deliveries that were not attempted; they are due immediately. */
export const releaseLeases = (
  database: CommonQueryMethods,
  jobs: readonly Pick<Job, 'listener_id' | 'delivery_id' | 'lease'>[],
  now: string,
) =>
  database.query(sql.typeAlias('void')`
    update events.delivery as d set lease = null, next_attempt_at = ${now}::timestamptz
    from ${unnestRows(
      jobs.map(({ listener_id, delivery_id, lease }) => ({ listener_id, id: delivery_id, lease })),
      { listener_id: 'text', id: 'int8', lease: 'text' },
      'job',
    )}
    where d.listener_id = job.listener_id and d.id = job.id and d.lease = job.lease`);

/** Marks a delivery as skipped without an attempt: its webhook may no longer receive the event. */
export const skipDelivery = (database: CommonQueryMethods, { listener_id, delivery_id, lease }: Job, now: string) =>
  database.query(sql.typeAlias('void')`
    update events.delivery set status = 'skipped', next_attempt_at = null, lease = null, updated_at = ${now}::timestamptz
    where listener_id = ${listener_id} and id = ${delivery_id} and lease = ${lease}`);

/** Deletes a delivery whose webhook was deleted. */
export const deleteDelivery = (database: CommonQueryMethods, { listener_id, delivery_id }: Job) =>
  database.query(sql.typeAlias('void')`delete from events.delivery where listener_id = ${listener_id} and id = ${delivery_id}`);

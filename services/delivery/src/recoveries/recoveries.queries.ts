import { inPeriod, listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { REPLAY } from '../attempts/job.ts';

const JsonRow = z.object({ json: z.string() });
const r = sql.fragment`r`;

const recoveryJson = (row: FragmentSqlToken) => sql.fragment`(select row_to_json(x) from (select
  ${row}.id, ${wireTime(sql.fragment`${row}.created_at`)} as created_at, ${wireTime(sql.fragment`${row}.updated_at`)} as updated_at,
  ${row}.listener_id as subscription_id, ${wireTime(sql.fragment`${row}.since`)} as since, ${wireTime(sql.fragment`${row}.until`)} as until,
  ${row}.statuses, ${row}.status, ${row}.total, ${row}.queued) as x)`;

/** The deliveries that a recovery sends again: of one webhook, in a period, with some statuses. */
export interface RecoveryScope {
  readonly space_id: string;
  readonly listener_id: string;
  readonly since: string;
  readonly until: string;
  readonly statuses: readonly string[];
}

/** Maps the statuses of a recovery to those of deliveries: `missed` means `skipped` deliveries. */
const deliveryStatuses = (statuses: readonly string[]): string[] => statuses.map((status) => (status === 'missed' ? 'skipped' : status));

const inScope = ({ space_id, listener_id, since, until, statuses }: RecoveryScope) => sql.fragment`
  d.space_id = ${space_id} and d.listener_id = ${listener_id} and not d.test and d.status = any(${sql.array(deliveryStatuses(statuses), 'text')})
  ${inPeriod(sql.fragment`d.created_at`, { since, until })}`;

/** Counts the deliveries in scope, up to `limit`. */
export const countDeliveries = (database: CommonQueryMethods, scope: RecoveryScope, limit: number) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from (select from events.delivery as d where ${inScope(scope)} limit ${limit}) as d`);

const EventRow = z.object({ id: z.string(), type: z.string(), body: z.string(), recorded_at: z.number() });

/** Returns the stored events of the period after the event `cursor`, in the order of their ids. */
export const findEventsAfter = (database: CommonQueryMethods, { space_id, since, until }: RecoveryScope, cursor: string, limit: number) =>
  database.any(sql.type(EventRow)`
    select id, type, body, recorded_at from events.event
    where space_id = ${space_id} and id > ${cursor} and type <> 'test'
      ${inPeriod(sql.fragment`recorded_at`, { since, until })}
    order by id limit ${limit}`);

/** Returns those of some events that the webhook has a delivery for; `from` is not later than the oldest of them. */
export const findDeliveredEvents = (
  database: CommonQueryMethods,
  { space_id, listener_id }: Pick<RecoveryScope, 'space_id' | 'listener_id'>,
  ids: readonly string[],
  from: string,
) =>
  database.anyFirst(sql.type(z.object({ event_id: z.string() }))`
    select event_id from events.delivery
    where space_id = ${space_id} and listener_id = ${listener_id} and created_at >= ${from}::timestamptz and event_id = any(${sql.array([...ids], 'text')})`);

/** Inserts a queued recovery and returns it as JSON text; null when the webhook has an unfinished one. */
export const insertRecovery = (tx: CommonQueryMethods, id: string, scope: RecoveryScope, total: number, now: string) =>
  tx.maybeOne(sql.type(JsonRow)`
    insert into events.recovery as r (id, space_id, listener_id, since, until, statuses, total, created_at, updated_at)
    values (${id}, ${scope.space_id}, ${scope.listener_id}, ${scope.since}::timestamptz, ${scope.until}::timestamptz,
            ${sql.array([...scope.statuses], 'text')}, ${total}, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (listener_id) where status <> 'done' do nothing
    returning ${recoveryJson(r)}::text as json`);

/** Returns one recovery of a webhook as JSON text, or null. */
export const findRecovery = (database: CommonQueryMethods, space: string, listener: string, id: string) =>
  database.maybeOne(sql.type(JsonRow)`
    select ${recoveryJson(r)}::text as json from events.recovery as r where r.space_id = ${space} and r.listener_id = ${listener} and r.id = ${id}`);

/** The filters and the page of a list of recoveries. */
export interface RecoveryList extends PageInput {
  readonly sort: string;
  readonly status?: string | undefined;
}

/** Builds the list of the recoveries of some webhooks. */
export const listRecoveries = (space: string, webhooks: readonly string[], { status, sort, ...page }: RecoveryList): PageQuery =>
  listQuery(page, {
    from: sql.fragment`events.recovery as r`,
    alias: 'r',
    where: sql.fragment`r.space_id = ${space} and r.listener_id = any(${sql.array([...webhooks], 'text')})
      ${status ? sql.fragment`and r.status = ${status}` : sql.fragment``}`,
    item: recoveryJson(r),
    ...orderOf(sort, 'r', {}),
  });

/** Returns the id of the unfinished recovery of a webhook, or null. */
export const findActiveRecovery = (database: CommonQueryMethods, space: string, listener: string) =>
  database.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select id from events.recovery where space_id = ${space} and listener_id = ${listener} and status <> 'done'`);

const ClaimedRow = z.object({
  id: z.string(),
  space_id: z.string(),
  listener_id: z.string(),
  since: z.number(),
  until: z.number(),
  statuses: z.array(z.string()),
  delivery_cursor: z.number().nullable(),
  event_cursor: z.string(),
});

/**
 * Locks an unfinished recovery until the transaction ends, and returns it, or null: of the Space that was worked on longest
 * ago, the recovery that was worked on longest ago.
 */
export const claimRecovery = (tx: CommonQueryMethods) =>
  tx.maybeOne(sql.type(ClaimedRow)`
    select id, space_id, listener_id, since, until, statuses, delivery_cursor, event_cursor from events.recovery as r
    where status <> 'done'
    order by (select max(o.updated_at) from events.recovery as o where o.space_id = r.space_id and o.status <> 'done'), updated_at
    limit 1 for update skip locked`);

/** Queues deliveries in scope after the delivery `cursor` again, with the priority of replays; returns their ids. */
export const requeueDeliveries = (tx: CommonQueryMethods, scope: RecoveryScope, cursor: number, limit: number, now: string) =>
  tx.anyFirst(sql.type(z.object({ id: z.number() }))`
    update events.delivery as d
    set status = 'pending', priority = ${REPLAY}, round_start = attempts, next_attempt_at = ${now}::timestamptz, lease = null, updated_at = ${now}::timestamptz
    where d.listener_id = ${scope.listener_id} and d.id in (
      select d.id from events.delivery as d where ${inScope(scope)} and d.id > ${cursor} order by d.id limit ${limit} for update)
    returning d.id`);

/** Inserts deliveries of events that have none, with the age of their events and the priority of replays. */
export const insertMissedDeliveries = (
  tx: CommonQueryMethods,
  { space_id, listener_id }: Pick<RecoveryScope, 'space_id' | 'listener_id'>,
  ids: readonly string[],
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into events.delivery (space_id, listener_id, event_id, priority, next_attempt_at, created_at, updated_at)
    select e.space_id, ${listener_id}, e.id, ${REPLAY}, ${now}::timestamptz, e.recorded_at, ${now}::timestamptz
    from events.event as e where e.space_id = ${space_id} and e.id = any(${sql.array([...ids], 'text')}) order by e.id`);

/** The progress of a recovery after one batch. */
export interface RecoveryProgress {
  readonly queued: number;
  readonly delivery_cursor: number | null;
  readonly event_cursor: string;
  readonly is_done: boolean;
}

/** Stores the progress of a recovery. */
export const saveRecoveryProgress = (tx: CommonQueryMethods, id: string, progress: RecoveryProgress, now: string) =>
  tx.query(sql.typeAlias('void')`
    update events.recovery
    set status = ${progress.is_done ? 'done' : 'running'}, queued = queued + ${progress.queued}, total = greatest(total, queued + ${progress.queued}),
        delivery_cursor = ${progress.delivery_cursor}, event_cursor = ${progress.event_cursor}, updated_at = ${now}::timestamptz
    where id = ${id}`);

/** Moves a recovery that failed to the end of the queue. */
export const postponeRecovery = (database: CommonQueryMethods, id: string, now: string) =>
  database.query(sql.typeAlias('void')`update events.recovery set updated_at = ${now}::timestamptz where id = ${id} and status <> 'done'`);

import { decodeCursor, inPeriod, type PageQuery, type Period, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { RETRY } from '../attempts/job.ts';

const JsonRow = z.object({ json: z.string() });
const IdRow = z.object({ id: z.number() });
const d = sql.fragment`d`;

const deliveryJson = (row: FragmentSqlToken) => sql.fragment`(select row_to_json(r) from (select
  ${row}.id as delivery_id, ${row}.event_id, (select type from events.event where event.id = ${row}.event_id) as event_type,
  ${row}.status, ${row}.log as attempts, ${wireTime(sql.fragment`${row}.next_attempt_at`)} as next_attempt_at,
  ${wireTime(sql.fragment`${row}.created_at`)} as created_at, ${wireTime(sql.fragment`${row}.updated_at`)} as updated_at) as r)`;

/** The filters and the page of a delivery log. */
export interface DeliveryList extends Period {
  readonly id: string;
  readonly status?: string | undefined;
  readonly event_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly include_total: boolean;
}

/** Matches deliveries of a status. A pending one is due or leased, so the indexes of these find it without a scan. */
const ofStatus = (status: string) =>
  status === 'pending'
    ? sql.fragment`and d.status = 'pending'
        and (d.priority in (0, 1, 2) and d.next_attempt_at is not null and d.lease is null or d.lease is not null)`
    : sql.fragment`and d.status = ${status}`;

/** Builds the page of deliveries of a webhook, newest first. */
export function listDeliveries(space: string, { id, status, event_id, limit, cursor, include_total, ...period }: DeliveryList): PageQuery {
  const matching = sql.fragment`d.space_id = ${space} and d.listener_id = ${id}
    ${status ? ofStatus(status) : sql.fragment``} ${event_id ? sql.fragment`and d.event_id = ${event_id}` : sql.fragment``}
    ${inPeriod(sql.fragment`d.created_at`, period)}`;
  const after = cursor ? sql.fragment`and d.id < ${decodeCursor(cursor, 'integer')[0]}` : sql.fragment``;
  return {
    limit,
    rows: sql.fragment`
      select json_build_array(d.id)::text as key, ${deliveryJson(d)}::text as item
      from (select * from events.delivery as d where ${matching} ${after} order by d.id desc limit ${limit + 1}) as d`,
    total: include_total ? { matches: sql.fragment`events.delivery as d where ${matching}` } : undefined,
  };
}

/** Returns one delivery of a webhook as JSON text, or null. */
export const findDelivery = (database: CommonQueryMethods, space: string, listener: string, id: number) =>
  database.maybeOne(
    sql.type(
      JsonRow,
    )`select ${deliveryJson(d)}::text as json from events.delivery as d where d.space_id = ${space} and d.listener_id = ${listener} and d.id = ${id}`,
  );

/** The newest ids: more than all processes together take before they store them. */
const NEWEST_IDS = 10_000;

/**
 * Returns `stored` if a webhook has the delivery, `unstored` if its first attempt may have begun a moment ago, else `none`. An id is
 * old when it is not among the newest, or when the webhook has a later delivery that is two seconds old.
 */
export const findDeliveryState = (database: CommonQueryMethods, listener: string, id: number) =>
  database.oneFirst(sql.type(z.object({ state: z.enum(['stored', 'unstored', 'none']) }))`
    select case
      when exists (select from events.delivery as d where d.listener_id = ${listener} and d.id = ${id}::bigint) then 'stored'
      when ${id}::bigint > last_value or ${id}::bigint <= last_value - ${sql.literalValue(String(NEWEST_IDS))}::bigint then 'none'
      when exists (
        select from events.delivery as d
        where d.listener_id = ${listener} and d.id > ${id}::bigint and d.created_at < now() - interval '2 seconds') then 'none'
      else 'unstored' end as state
    from events.delivery_id_seq`);

/** Inserts a test event with its delivery under a lease, and returns the id of the delivery. */
export const insertTestDelivery = (
  database: CommonQueryMethods,
  test: {
    event_id: string;
    space_id: string;
    listener_id: string;
    body: string;
    trace: string | null;
    lease: string;
    now: string;
    until: string;
  },
) =>
  database.one(sql.type(IdRow)`
    with stored as (
      insert into events.event (id, space_id, type, body, trace, recorded_at)
      values (${test.event_id}, ${test.space_id}, 'test', ${test.body}, ${test.trace}, ${test.now}::timestamptz)
    )
    insert into events.delivery (space_id, listener_id, event_id, test, next_attempt_at, lease, created_at, updated_at)
    values (${test.space_id}, ${test.listener_id}, ${test.event_id}, true, ${test.until}::timestamptz, ${test.lease}, ${test.now}::timestamptz, ${test.now}::timestamptz)
    returning id`);

/** Queues a delivery again with a new retry schedule and returns it; null when it does not exist or an attempt is in progress. */
export const requeueDelivery = (tx: CommonQueryMethods, space: string, listener: string, id: number, now: string) =>
  tx.maybeOne(sql.type(JsonRow)`
    update events.delivery as d
    set status = 'pending', priority = ${RETRY}, round_start = attempts, next_attempt_at = ${now}::timestamptz, lease = null, updated_at = ${now}::timestamptz
    where d.space_id = ${space} and d.listener_id = ${listener} and d.id = ${id} and (d.lease is null or d.next_attempt_at <= ${now}::timestamptz)
    returning ${deliveryJson(d)}::text as json`);

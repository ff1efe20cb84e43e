import type { CanUse } from '@space/contracts/core';
import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { RETRY } from '../attempts/job.ts';

const Owned = z.object({ kind: z.enum(['webhook', 'feed', 'agent']), agent_id: z.string().nullable() });
const JsonRow = z.object({ json: z.string() });
const IdRow = z.object({ id: z.number() });
const d = sql.fragment`d`;

const deliveryJson = (row: FragmentSqlToken) => sql.fragment`(select row_to_json(r) from (select
  ${row}.id as delivery_id, ${row}.event_id, (select type from events.event where event.id = ${row}.event_id) as event_type,
  ${row}.state, ${row}.log as attempts, ${wireTime(sql.fragment`${row}.next_attempt_at`)} as next_attempt_at,
  ${wireTime(sql.fragment`${row}.created_at`)} as created_at, ${wireTime(sql.fragment`${row}.updated_at`)} as updated_at) as r)`;

/** What a listener of this Space is, and which agent made it; null when there is none. */
export const findOwned = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(Owned)`select kind, agent_id from events.listener where space_id = ${space} and id = ${id}`);

const Carried = z.object({ can_use: z.custom<CanUse | null>(), body: z.string() });

/** The event of a delivery, and what the agent that made its webhook can use; null when there is none. */
export const findCarried = (database: CommonQueryMethods, space: string, listener: string, id: number) =>
  database.maybeOne(sql.type(Carried)`
    select l.can_use, e.body from events.delivery as d
    join events.event as e on e.id = d.event_id join events.listener as l on l.id = d.listener_id
    where d.space_id = ${space} and d.listener_id = ${listener} and d.id = ${id}`);

/** Which deliveries a log shows. */
export interface DeliveryList {
  readonly id: string;
  readonly state?: string | undefined;
  readonly event_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly include_total: boolean;
}

/** What is pending waits or is in hand, and so it is found among these and not among all that was ever sent. */
const inState = (state: string) =>
  state === 'pending'
    ? sql.fragment`and d.state = 'pending'
        and (d.lane in (0, 1, 2) and d.next_attempt_at is not null and d.lease is null or d.lease is not null)`
    : sql.fragment`and d.state = ${state}`;

/** The page of deliveries of a webhook, newest first. */
export function listDeliveries(space: string, { id, state, event_id, limit, cursor, include_total }: DeliveryList): PageQuery {
  const matching = sql.fragment`d.space_id = ${space} and d.listener_id = ${id}
    ${state ? inState(state) : sql.fragment``} ${event_id ? sql.fragment`and d.event_id = ${event_id}` : sql.fragment``}`;
  const behind = cursor ? sql.fragment`and d.id < ${decodeCursor(cursor, 'integer')[0]}` : sql.fragment``;
  return {
    limit,
    rows: sql.fragment`
      select json_build_array(d.id)::text as key, ${deliveryJson(d)}::text as item
      from (select * from events.delivery as d where ${matching} ${behind} order by d.id desc limit ${limit + 1}) as d`,
    total: include_total ? sql.fragment`select count(*) from events.delivery as d where ${matching}` : undefined,
  };
}

/** One delivery of a webhook as its JSON, or null. */
export const findDelivery = (database: CommonQueryMethods, space: string, listener: string, id: number) =>
  database.maybeOne(
    sql.type(
      JsonRow,
    )`select ${deliveryJson(d)}::text as json from events.delivery as d where d.space_id = ${space} and d.listener_id = ${listener} and d.id = ${id}`,
  );

/** Inserts a test event and its one delivery under a lease, and answers the id of the delivery. */
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
    with carried as (
      insert into events.event (id, space_id, type, body, trace, recorded_at)
      values (${test.event_id}, ${test.space_id}, 'test', ${test.body}, ${test.trace}, ${test.now}::timestamptz)
    )
    insert into events.delivery (space_id, listener_id, event_id, test, next_attempt_at, lease, created_at, updated_at)
    values (${test.space_id}, ${test.listener_id}, ${test.event_id}, true, ${test.until}::timestamptz, ${test.lease}, ${test.now}::timestamptz, ${test.now}::timestamptz)
    returning id`);

/** Queues a delivery again with a fresh schedule, unless an attempt is being made right now; answers whether it did. */
export const requeueDelivery = (tx: CommonQueryMethods, space: string, listener: string, id: number, now: string) =>
  tx.maybeOne(sql.type(JsonRow)`
    update events.delivery as d
    set state = 'pending', lane = ${RETRY}, round_start = attempts, next_attempt_at = ${now}::timestamptz, lease = null, updated_at = ${now}::timestamptz
    where d.space_id = ${space} and d.listener_id = ${listener} and d.id = ${id} and (d.lease is null or d.next_attempt_at <= ${now}::timestamptz)
    returning ${deliveryJson(d)}::text as json`);

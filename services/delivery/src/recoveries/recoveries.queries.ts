import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { REPLAY } from '../attempts/job.ts';

const JsonRow = z.object({ json: z.string() });
const r = sql.fragment`r`;

const recoveryJson = (row: FragmentSqlToken) => sql.fragment`(select row_to_json(x) from (select
  ${row}.id, ${wireTime(sql.fragment`${row}.created_at`)} as created_at, ${wireTime(sql.fragment`${row}.updated_at`)} as updated_at,
  ${row}.listener_id as subscription_id, ${wireTime(sql.fragment`${row}.since`)} as since, ${wireTime(sql.fragment`${row}.until`)} as until,
  ${row}.states, ${row}.state, ${row}.total, ${row}.queued) as x)`;

/** What to send again: of one webhook, from one moment until another. */
export interface RecoveryScope {
  readonly space_id: string;
  readonly listener_id: string;
  readonly since: string;
  readonly until: string;
  readonly states: readonly string[];
}

/** The states of deliveries that each kind of missing thing has. */
const deliveryStates = (states: readonly string[]): string[] => states.map((state) => (state === 'missed' ? 'skipped' : state));

const deliveriesOf = ({ space_id, listener_id, since, until, states }: RecoveryScope) => sql.fragment`
  d.space_id = ${space_id} and d.listener_id = ${listener_id} and not d.test and d.state = any(${sql.array(deliveryStates(states), 'text')})
  and d.created_at >= ${since}::timestamptz and d.created_at < ${until}::timestamptz`;

/** How many deliveries there are to send again, as far as `most`. */
export const countDeliveries = (database: CommonQueryMethods, missing: RecoveryScope, most: number) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from (select from events.delivery as d where ${deliveriesOf(missing)} limit ${most}) as d`);

const EventRow = z.object({ id: z.string(), type: z.string(), body: z.string(), recorded_at: z.number() });

/** Events that were kept in the time, in order, behind the event `place`. */
export const findEventsAfter = (database: CommonQueryMethods, { space_id, since, until }: RecoveryScope, place: string, limit: number) =>
  database.any(sql.type(EventRow)`
    select id, type, body, recorded_at from events.event
    where space_id = ${space_id} and id > ${place} and type <> 'test'
      and recorded_at >= ${since}::timestamptz and recorded_at < ${until}::timestamptz
    order by id limit ${limit}`);

/** Which of some events the webhook has a delivery for. */
export const findDeliveredEvents = (
  database: CommonQueryMethods,
  { space_id, listener_id }: Pick<RecoveryScope, 'space_id' | 'listener_id'>,
  ids: readonly string[],
  from: string,
) =>
  database.anyFirst(sql.type(z.object({ event_id: z.string() }))`
    select event_id from events.delivery
    where space_id = ${space_id} and listener_id = ${listener_id} and created_at >= ${from}::timestamptz and event_id = any(${sql.array([...ids], 'text')})`);

/** Inserts a recovery that waits to be worked off, and answers it as JSON; null when one of this webhook is not done. */
export const insertRecovery = (tx: CommonQueryMethods, id: string, missing: RecoveryScope, total: number, now: string) =>
  tx.maybeOne(sql.type(JsonRow)`
    insert into events.recovery as r (id, space_id, listener_id, since, until, states, total, created_at, updated_at)
    values (${id}, ${missing.space_id}, ${missing.listener_id}, ${missing.since}::timestamptz, ${missing.until}::timestamptz,
            ${sql.array([...missing.states], 'text')}, ${total}, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (listener_id) where state <> 'done' do nothing
    returning ${recoveryJson(r)}::text as json`);

/** One recovery of a webhook as its JSON, or null. */
export const findRecovery = (database: CommonQueryMethods, space: string, listener: string, id: string) =>
  database.maybeOne(sql.type(JsonRow)`
    select ${recoveryJson(r)}::text as json from events.recovery as r where r.space_id = ${space} and r.listener_id = ${listener} and r.id = ${id}`);

/** The id of the recovery of a webhook that is not done. */
export const findActiveRecovery = (database: CommonQueryMethods, space: string, listener: string) =>
  database.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select id from events.recovery where space_id = ${space} and listener_id = ${listener} and state <> 'done'`);

const WaitingRow = z.object({
  id: z.string(),
  space_id: z.string(),
  listener_id: z.string(),
  since: z.number(),
  until: z.number(),
  states: z.array(z.string()),
  delivery_place: z.number().nullable(),
  event_place: z.string(),
});

/** The recovery that was worked on longest ago, kept from others until the transaction ends. */
export const claimRecovery = (tx: CommonQueryMethods) =>
  tx.maybeOne(sql.type(WaitingRow)`
    select id, space_id, listener_id, since, until, states, delivery_place, event_place from events.recovery
    where state <> 'done' order by updated_at limit 1 for update skip locked`);

/** Queues deliveries behind the delivery `place` again, for the lane of replays; answers their ids. */
export const requeueDeliveries = (tx: CommonQueryMethods, missing: RecoveryScope, place: number, limit: number, now: string) =>
  tx.anyFirst(sql.type(z.object({ id: z.number() }))`
    update events.delivery as d
    set state = 'pending', lane = ${REPLAY}, round_start = attempts, next_attempt_at = ${now}::timestamptz, lease = null, updated_at = ${now}::timestamptz
    where d.listener_id = ${missing.listener_id} and d.id in (
      select d.id from events.delivery as d where ${deliveriesOf(missing)} and d.id > ${place} order by d.id limit ${limit} for update)
    returning d.id`);

/** Makes deliveries of events that never became one, as old as their events, for the lane of replays. */
export const insertMissedDeliveries = (
  tx: CommonQueryMethods,
  { space_id, listener_id }: Pick<RecoveryScope, 'space_id' | 'listener_id'>,
  ids: readonly string[],
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into events.delivery (space_id, listener_id, event_id, lane, next_attempt_at, created_at, updated_at)
    select e.space_id, ${listener_id}, e.id, ${REPLAY}, ${now}::timestamptz, e.recorded_at, ${now}::timestamptz
    from events.event as e where e.space_id = ${space_id} and e.id = any(${sql.array([...ids], 'text')}) order by e.id`);

/** Writes down how far a recovery has come. */
export const advanceRecovery = (
  tx: CommonQueryMethods,
  id: string,
  to: { queued: number; delivery_place: number | null; event_place: string; done: boolean },
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update events.recovery
    set state = ${to.done ? 'done' : 'running'}, queued = queued + ${to.queued}, total = greatest(total, queued + ${to.queued}), delivery_place = ${to.delivery_place}, event_place = ${to.event_place}, updated_at = ${now}::timestamptz
    where id = ${id}`);

/** Puts a recovery that failed behind the others. */
export const postponeRecovery = (database: CommonQueryMethods, id: string, now: string) =>
  database.query(sql.typeAlias('void')`update events.recovery set updated_at = ${now}::timestamptz where id = ${id} and state <> 'done'`);

import type { CanUse } from '@space/contracts/core';
import type { Listener } from '@space/contracts/events';
import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

const ListenerRow = z.object({ json: z.string(), version: z.number(), dead_run: z.number() });

/** The JSON of a listener; its secret is never part of it. */
const listenerJson = (l: FragmentSqlToken) => sql.fragment`(select row_to_json(r) from (select
  ${l}.id, ${wireTime(sql.fragment`${l}.created_at`)} as created_at, ${wireTime(sql.fragment`${l}.updated_at`)} as updated_at,
  ${l}.kind, ${l}.name, ${l}.url,
  case when ${l}.kind <> 'agent' then null when ${l}.batch_minutes is null then '"now"'::json else json_build_object('every_minutes', ${l}.batch_minutes) end as delivery,
  ${l}.agent_id, ${l}.event_types, ${l}.filters, ${l}.enabled, ${l}.disabled_reason,
  ${wireTime(sql.fragment`${l}.disabled_at`)} as disabled_at, ${l}.dead_run as consecutive_dead_deliveries) as r)`;

const l = sql.fragment`l`;

/** Which listeners a list shows. */
export interface ListenerList {
  readonly kind?: string | undefined;
  /** Only those that this agent made. */
  readonly agent_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly include_total: boolean;
}

/** The page of listeners of a Space, newest first. */
export function listListeners(space: string, list: ListenerList): PageQuery {
  const matching = sql.fragment`l.space_id = ${space}
    ${list.kind ? sql.fragment`and l.kind = ${list.kind}` : sql.fragment``}
    ${list.agent_id ? sql.fragment`and l.agent_id = ${list.agent_id}` : sql.fragment``}`;
  const behind = list.cursor ? sql.fragment`and l.id < ${decodeCursor(list.cursor, 'text')[0]}` : sql.fragment``;
  return {
    limit: list.limit,
    rows: sql.fragment`
      select json_build_array(l.id)::text as key, ${listenerJson(l)}::text as item
      from (select * from events.listener as l where ${matching} ${behind} order by l.id desc limit ${list.limit + 1}) as l`,
    total: list.include_total ? sql.fragment`select count(*) from events.listener as l where ${matching}` : undefined,
  };
}

/** One listener of a Space, or null; `lock` keeps others from changing it until the transaction ends. */
export const findListener = (database: CommonQueryMethods, space: string, id: string, lock = false) =>
  database.maybeOne(sql.type(ListenerRow)`
    select ${listenerJson(l)}::text as json, l.version, l.dead_run from events.listener as l
    where l.space_id = ${space} and l.id = ${id} ${lock ? sql.fragment`for update` : sql.fragment``}`);

/**
 * How many listeners of a kind a Space has, of kind agent how many an agent has; holds their lock until the transaction
 * ends, so that counting and adding are one.
 */
export async function countListeners(tx: CommonQueryMethods, space: string, kind: Listener['kind'], agent: string | null): Promise<number> {
  const owner = kind === 'agent' ? agent : space;
  await tx.query(sql.type(z.unknown())`select pg_advisory_xact_lock(hashtextextended(${`listeners:${kind}:${owner}`}, 0))`);
  return tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from events.listener
    where space_id = ${space} and kind = ${kind} ${kind === 'agent' ? sql.fragment`and agent_id = ${agent}` : sql.fragment``}`);
}

/** What a new listener holds. */
export interface NewListenerRow extends Pick<Listener, 'id' | 'kind' | 'name' | 'url' | 'event_types' | 'filters' | 'agent_id'> {
  readonly space_id: string;
  readonly secret: Buffer | null;
  /** What the agent that makes it may use; null when no agent does. */
  readonly can_use: CanUse | null;
  readonly batch_minutes: number | null;
}

/** Inserts a listener and answers it. */
export const insertListener = (tx: CommonQueryMethods, listener: NewListenerRow, now: string) =>
  tx.one(sql.type(ListenerRow)`
    insert into events.listener as l
      (id, space_id, kind, name, url, event_types, filters, secret, agent_id, can_use, batch_minutes, created_at, updated_at)
    values (${listener.id}, ${listener.space_id}, ${listener.kind}, ${listener.name}, ${listener.url}, ${sql.array(listener.event_types, 'text')},
            ${JSON.stringify(listener.filters)}::jsonb, ${listener.secret && sql.binary(listener.secret)}, ${listener.agent_id},
            ${listener.can_use && JSON.stringify(listener.can_use)}::jsonb, ${listener.batch_minutes}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${listenerJson(l)}::text as json, l.version, l.dead_run`);

/** The fields of a listener that can change. */
export type ListenerChange = Partial<Pick<Listener, 'name' | 'url' | 'event_types' | 'filters' | 'enabled' | 'delivery'>>;

/** The minutes of a batch, or null when each event is told at once. */
export const toBatchMinutes = (delivery: Listener['delivery'] | undefined): number | null =>
  typeof delivery === 'object' && delivery !== null ? delivery.every_minutes : null;

/** Changes a listener that is there. Enabling it clears the count of dead deliveries and the reason (spec, Webhooks 7). */
export function updateListener(tx: CommonQueryMethods, space: string, id: string, change: ListenerChange, now: string) {
  const assignments = [
    change.name !== undefined && sql.fragment`name = ${change.name}`,
    change.url !== undefined && sql.fragment`url = ${change.url}`,
    change.event_types && sql.fragment`event_types = ${sql.array(change.event_types, 'text')}`,
    change.filters && sql.fragment`filters = ${JSON.stringify(change.filters)}::jsonb`,
    change.delivery !== undefined && sql.fragment`batch_minutes = ${toBatchMinutes(change.delivery)}`,
    change.enabled === true && sql.fragment`enabled = true, dead_run = 0, disabled_reason = null, disabled_at = null`,
    change.enabled === false &&
      sql.fragment`enabled = false, disabled_reason = coalesce(disabled_reason, 'Switched off by request.'), disabled_at = coalesce(disabled_at, ${now}::timestamptz)`,
    sql.fragment`version = version + 1, updated_at = ${now}::timestamptz`,
  ].filter((assignment) => assignment !== undefined && assignment !== false);
  return tx.one(sql.type(ListenerRow)`
    update events.listener as l set ${sql.join(assignments, sql.fragment`, `)} where l.space_id = ${space} and l.id = ${id}
    returning ${listenerJson(l)}::text as json, l.version, l.dead_run`);
}

/** Gives a listener a new secret. */
export const replaceSecret = (tx: CommonQueryMethods, space: string, id: string, secret: Buffer, now: string) =>
  tx.one(sql.type(ListenerRow)`
    update events.listener as l set secret = ${sql.binary(secret)}, version = version + 1, updated_at = ${now}::timestamptz where l.space_id = ${space} and l.id = ${id}
    returning ${listenerJson(l)}::text as json, l.version, l.dead_run`);

/** Deletes a listener with its batch; its deliveries, what it heard as a feed and what waited nobody finds any more and are swept away later. */
export async function deleteListener(tx: CommonQueryMethods, space: string, id: string, now: string): Promise<void> {
  await tx.query(
    sql.typeAlias(
      'void',
    )`insert into events.deleted_listener (listener_id, noted_at) values (${id}, ${now}::timestamptz) on conflict do nothing`,
  );
  await tx.query(sql.typeAlias('void')`delete from events.agent_batch where space_id = ${space} and listener_id = ${id}`);
  await tx.query(sql.typeAlias('void')`delete from events.listener where space_id = ${space} and id = ${id}`);
}

/** Notes that some types of this Space may be wanted by nobody any more, for the sweep of the feed. */
export const markUnreferenced = (tx: CommonQueryMethods, space: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into events.feed_unwanted (space_id, noted_at, look_at) values (${space}, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (space_id) do update set noted_at = excluded.noted_at, look_at = excluded.look_at`);

/** Makes the batch of a listener due so many minutes after it began, unless it is due before; at once when there are none. */
export const rescheduleBatch = (tx: CommonQueryMethods, space: string, id: string, minutes: number | null) =>
  tx.query(sql.typeAlias('void')`
    update events.agent_batch set due_at = least(due_at, begun_at + make_interval(mins => ${minutes ?? 0}))
    where space_id = ${space} and listener_id = ${id}`);

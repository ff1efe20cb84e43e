import type { CanUse } from '@space/contracts/core';
import type { Listener } from '@space/contracts/events';
import { listQuery, lockVersioned, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const ListenerRow = z.object({ json: z.string(), version: z.number(), consecutive_dead_deliveries: z.number() });

/** A listener as JSON text, with its version and its count of dead deliveries. */
export type ListenerRow = z.output<typeof ListenerRow>;

/** The JSON of the listener `l`; its secret is never part of it. */
const listenerJson = sql.fragment`(select row_to_json(r) from (select
  l.id, ${wireTime(sql.fragment`l.created_at`)} as created_at, ${wireTime(sql.fragment`l.updated_at`)} as updated_at,
  l.kind, l.name, l.url,
  case when l.kind <> 'agent' then null when l.batch_minutes is null then '"now"'::json else json_build_object('every_minutes', l.batch_minutes) end as delivery,
  l.agent_id, l.event_types, l.filters, l.enabled, l.disabled_reason,
  ${wireTime(sql.fragment`l.disabled_at`)} as disabled_at, l.consecutive_dead_deliveries) as r)`;

const columns = sql.fragment`${listenerJson}::text as json, l.version, l.consecutive_dead_deliveries`;

/** The filters and the page of a list of listeners. */
export interface ListenerList extends PageInput {
  readonly sort: string;
  readonly kind?: string | undefined;
  /** Selects the listeners that this agent created. */
  readonly agent_id?: string | undefined;
}

/** Builds the list of the listeners of a Space. */
export const listListeners = (space: string, { kind, agent_id, sort, ...page }: ListenerList): PageQuery =>
  listQuery(page, {
    from: sql.fragment`events.listener as l`,
    alias: 'l',
    where: sql.fragment`l.space_id = ${space}
      ${kind ? sql.fragment`and l.kind = ${kind}` : sql.fragment``} ${agent_id ? sql.fragment`and l.agent_id = ${agent_id}` : sql.fragment``}`,
    item: listenerJson,
    ...orderOf(sort, 'l', {
      updated_at: { column: sql.fragment`l.updated_at`, type: 'timestamp' },
      name: { column: sql.fragment`lower(l.name)`, type: 'text' },
    }),
  });

const byId = (space: string, id: string) => sql.type(ListenerRow)`
  select ${columns} from events.listener as l where l.space_id = ${space} and l.id = ${id}`;

/** Returns one listener of a Space, or null. */
export const findListener = (database: CommonQueryMethods, space: string, id: string) => database.maybeOne(byId(space, id));

/** Returns one listener of a Space, locked until the transaction ends; throws `not_found`. The caller compares If-Match. */
export const lockListenerRow = (tx: CommonQueryMethods, space: string, id: string) =>
  lockVersioned(tx, byId(space, id), { noun: 'event subscription', id, ifMatch: null });

/**
 * Counts the listeners of a kind in a Space, and for the kind `agent` those of one agent. Holds an advisory lock until the
 * transaction ends, so that a listener can be counted and added without a race.
 */
export async function countListeners(tx: CommonQueryMethods, space: string, kind: Listener['kind'], agent: string | null): Promise<number> {
  const owner = kind === 'agent' ? agent : space;
  await tx.query(sql.type(z.unknown())`select pg_advisory_xact_lock(hashtextextended(${`listeners:${kind}:${owner}`}, 0))`);
  return tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from events.listener
    where space_id = ${space} and kind = ${kind} ${kind === 'agent' ? sql.fragment`and agent_id = ${agent}` : sql.fragment``}`);
}

/** The fields of a new listener. */
export interface NewListenerRow extends Pick<Listener, 'id' | 'kind' | 'name' | 'url' | 'event_types' | 'filters' | 'agent_id'> {
  readonly space_id: string;
  readonly secret: Buffer | null;
  /** The Can use list of the agent that creates it; null when no agent does. */
  readonly can_use: CanUse | null;
  readonly batch_minutes: number | null;
}

/** Inserts a listener and returns it. */
export const insertListener = (tx: CommonQueryMethods, listener: NewListenerRow, now: string) =>
  tx.one(sql.type(ListenerRow)`
    insert into events.listener as l
      (id, space_id, kind, name, url, event_types, filters, sealed_secret, agent_id, can_use, batch_minutes, created_at, updated_at)
    values (${listener.id}, ${listener.space_id}, ${listener.kind}, ${listener.name}, ${listener.url}, ${sql.array(listener.event_types, 'text')},
            ${JSON.stringify(listener.filters)}::jsonb, ${listener.secret && sql.binary(listener.secret)}, ${listener.agent_id},
            ${listener.can_use && JSON.stringify(listener.can_use)}::jsonb, ${listener.batch_minutes}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${columns}`);

/** The fields of a listener that can change. */
export type ListenerChange = Partial<Pick<Listener, 'name' | 'url' | 'event_types' | 'filters' | 'enabled' | 'delivery'>>;

/** Returns the batch interval of a delivery in minutes, or null for immediate delivery. */
export const toBatchMinutes = (delivery: Listener['delivery'] | undefined): number | null =>
  typeof delivery === 'object' && delivery !== null ? delivery.every_minutes : null;

/** Updates a listener and returns it. Enabling resets the count of dead deliveries and the reason (contract, W7). */
export function updateListener(tx: CommonQueryMethods, space: string, id: string, change: ListenerChange, now: string) {
  const assignments = [
    change.name !== undefined && sql.fragment`name = ${change.name}`,
    change.url !== undefined && sql.fragment`url = ${change.url}`,
    change.event_types && sql.fragment`event_types = ${sql.array(change.event_types, 'text')}`,
    change.filters && sql.fragment`filters = ${JSON.stringify(change.filters)}::jsonb`,
    change.delivery !== undefined && sql.fragment`batch_minutes = ${toBatchMinutes(change.delivery)}`,
    change.enabled === true && sql.fragment`enabled = true, consecutive_dead_deliveries = 0, disabled_reason = null, disabled_at = null`,
    change.enabled === false &&
      sql.fragment`enabled = false, disabled_reason = coalesce(disabled_reason, 'Disabled by request.'), disabled_at = coalesce(disabled_at, ${now}::timestamptz)`,
    sql.fragment`version = version + 1, updated_at = ${now}::timestamptz`,
  ].filter((assignment) => assignment !== undefined && assignment !== false);
  return tx.one(sql.type(ListenerRow)`
    update events.listener as l set ${sql.join(assignments, sql.fragment`, `)} where l.space_id = ${space} and l.id = ${id}
    returning ${columns}`);
}

/** Replaces the sealed secret of a listener and returns the listener. */
export const replaceSecret = (tx: CommonQueryMethods, space: string, id: string, secret: Buffer, now: string) =>
  tx.one(sql.type(ListenerRow)`
    update events.listener as l set sealed_secret = ${sql.binary(secret)}, version = version + 1, updated_at = ${now}::timestamptz where l.space_id = ${space} and l.id = ${id}
    returning ${columns}`);

/** Returns the event subscriptions that an agent created as JSON, locked until the transaction ends. */
export const lockListenersOf = (tx: CommonQueryMethods, space: string, agent: string) =>
  tx.anyFirst(sql.type(z.object({ json: z.string() }))`
    select ${listenerJson}::text as json from events.listener as l
    where l.space_id = ${space} and l.agent_id = ${agent} order by l.id for update`);

/** Disables an event subscription for a reason. */
export const disableListener = (tx: CommonQueryMethods, space: string, id: string, reason: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update events.listener set enabled = false, disabled_reason = ${reason}, disabled_at = ${now}::timestamptz, version = version + 1,
      updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Deletes a listener with its batch. Retention deletes its deliveries, feed items and pending events later. */
export async function deleteListener(tx: CommonQueryMethods, space: string, id: string, now: string): Promise<void> {
  await tx.query(
    sql.typeAlias(
      'void',
    )`insert into events.deleted_listener (listener_id, deleted_at) values (${id}, ${now}::timestamptz) on conflict do nothing`,
  );
  await tx.query(sql.typeAlias('void')`delete from events.agent_batch where space_id = ${space} and listener_id = ${id}`);
  await tx.query(sql.typeAlias('void')`delete from events.listener where space_id = ${space} and id = ${id}`);
}

/** Marks a Space for the garbage collection of feed events, because some of them may have become unreferenced. */
export const markUnreferenced = (tx: CommonQueryMethods, space: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into events.feed_garbage (space_id, marked_at, collect_at) values (${space}, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (space_id) do update set marked_at = excluded.marked_at, collect_at = excluded.collect_at`);

/** Makes the batch of a listener due `minutes` after its start, and immediately for null; never later than it is due now. */
export const rescheduleBatch = (tx: CommonQueryMethods, space: string, id: string, minutes: number | null) =>
  tx.query(sql.typeAlias('void')`
    update events.agent_batch set due_at = least(due_at, started_at + make_interval(mins => ${minutes ?? 0}))
    where space_id = ${space} and listener_id = ${id}`);

import { Actor } from '@space/contracts/core';
import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { JsonRow, VersionedRow } from './spaces.queries.ts';

const agentJson = sql.fragment`(select row_to_json(r) from (select
  a.id,
  ${wireTime(sql.fragment`a.created_at`)} as created_at,
  ${wireTime(sql.fragment`a.updated_at`)} as updated_at,
  a.space_id,
  a.name) as r)`;

/** Inserts an agent and returns it as JSON. */
export const insertAgent = (tx: CommonQueryMethods, space: string, id: string, name: string, now: string) =>
  tx.one(sql.type(JsonRow)`
    insert into gateway.agent as a (id, space_id, name, created_at, updated_at)
    values (${id}, ${space}, ${name}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${agentJson}::text as json`);

/** Returns the query of one agent of a Space that was not deleted, with its version. */
export const agentById = (space: string, id: string) => sql.type(VersionedRow)`
  select ${agentJson}::text as json, a.version from gateway.agent as a where a.space_id = ${space} and a.id = ${id} and a.deleted_at is null`;

/**
 * Returns true if an agent of this Space has this id and was not deleted, and locks it until the transaction ends: its deletion waits,
 * and then revokes a key that the transaction creates.
 */
export const lockAgentForKey = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.exists(sql.unsafe`select from gateway.agent where id = ${id} and space_id = ${space} and deleted_at is null for share`);

const FoundAgentRow = JsonRow.extend({ deleted: z.boolean() });

/** Returns an agent of a Space as JSON text, or null; of any Space when `space` is empty, as it is for the operator. */
export const findAgent = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(FoundAgentRow)`
    select ${agentJson}::text as json, a.deleted_at is not null as deleted
    from gateway.agent as a where a.id = ${id} and ${space} in ('', a.space_id)`);

/** Renames an agent, if a name is given. */
export const updateAgent = (tx: CommonQueryMethods, space: string, id: string, name: string | undefined, now: string) =>
  tx.one(sql.type(VersionedRow)`
    update gateway.agent as a set name = coalesce(${name ?? null}, a.name), version = a.version + 1, updated_at = ${now}::timestamptz
    where a.space_id = ${space} and a.id = ${id}
    returning ${agentJson}::text as json, a.version`);

const KeyHashesRow = z.object({ id: z.string(), hash: z.string(), old_hash: z.string().nullable() });

/** Marks an agent as deleted by an actor, so that its listeners are ended. */
export const markAgentDeleted = (tx: CommonQueryMethods, space: string, id: string, actor: Actor, now: string) =>
  tx.query(sql.typeAlias('void')`
    update gateway.agent set deleted_at = ${now}::timestamptz, deleted_by = ${JSON.stringify(actor)}::jsonb, end_listeners_at = ${now}::timestamptz,
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Revokes the keys of an agent and returns those that were not revoked before, with the SHA-256 of their secrets in hex. */
export const revokeKeysOf = (tx: CommonQueryMethods, space: string, agent: string, now: string) =>
  tx.any(sql.type(KeyHashesRow)`
    update gateway.api_key set revoked_at = ${now}::timestamptz, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and agent_id = ${agent} and revoked_at is null
    returning id, encode(hash, 'hex') as hash, encode(old_hash, 'hex') as old_hash`);

const RemovalRow = z.object({ id: z.string(), space_id: z.string(), deleted_at: z.number(), deleted_by: Actor });

/** A deleted agent whose listeners have to end; `deleted_at` is in milliseconds since the epoch. */
export type RemovalRow = z.infer<typeof RemovalRow>;

/**
 * Claims the deleted agent of any Space whose listeners have been due to end longest, until a time; null when none is due. It is due
 * again then, so that a process that dies leaves it to another one.
 */
export const claimRemoval = (database: CommonQueryMethods, now: string, until: string) =>
  database.maybeOne(sql.type(RemovalRow)`
    update gateway.agent set end_listeners_at = ${until}::timestamptz
    where id = (
      select id from gateway.agent where end_listeners_at <= ${now}::timestamptz order by end_listeners_at limit 1 for update skip locked)
    returning id, space_id, deleted_at, deleted_by`);

/** Makes the listeners of a deleted agent due to end at a later time, or for null notes that they have ended. */
export const scheduleRemoval = (database: CommonQueryMethods, { space_id, id }: RemovalRow, next: string | null, now: string) =>
  database.query(sql.typeAlias('void')`
    update gateway.agent set end_listeners_at = ${next}::timestamptz,
      listeners_ended_at = case when ${next}::timestamptz is null then ${now}::timestamptz end
    where space_id = ${space_id} and id = ${id}`);

/** Returns the query of a page of agents that were not deleted. */
export const listAgents = (space: string, { sort, ...page }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(page, {
    from: sql.fragment`gateway.agent as a`,
    alias: 'a',
    where: sql.fragment`a.space_id = ${space} and a.deleted_at is null`,
    item: agentJson,
    ...orderOf(sort, 'a', { name: { column: sql.fragment`lower(a.name)`, type: 'text' } }),
  });

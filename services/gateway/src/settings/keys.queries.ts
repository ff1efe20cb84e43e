import type { Approval } from '@space/contracts/platform';
import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { JsonRow } from './spaces.queries.ts';

/** The JSON of the key `k`; its secret is never part of it. */
export const keyJson = sql.fragment`(select row_to_json(r) from (select
  k.id,
  ${wireTime(sql.fragment`k.created_at`)} as created_at,
  ${wireTime(sql.fragment`k.updated_at`)} as updated_at,
  k.space_id,
  k.name,
  k.hint,
  k.scopes,
  k.agent_id,
  k.created_by,
  k.catalog_mode,
  k.approval,
  ${wireTime(sql.fragment`k.expires_at`)} as expires_at,
  ${wireTime(sql.fragment`k.revoked_at`)} as revoked_at,
  ${wireTime(sql.fragment`date_trunc('minute', k.last_used_at)`)} as last_used_at,
  ${wireTime(sql.fragment`k.old_secret_ends_at`)} as old_secret_ends_at) as r)`;

/** A key to insert. */
export interface NewKeyRow {
  readonly id: string;
  readonly space_id: string;
  readonly agent_id: string | null;
  readonly name: string;
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly catalog_mode: 'every' | 'everyday';
  readonly approval: Approval;
  readonly expires_at: string | null;
  /** The member who makes it; null for the operator. */
  readonly created_by: string | null;
}

/** Inserts a key and returns it as JSON. */
export const insertKey = (tx: CommonQueryMethods, key: NewKeyRow, now: string) =>
  tx.one(sql.type(JsonRow)`
    insert into gateway.api_key as k (id, space_id, agent_id, name, hash, hint, scopes, catalog_mode, approval, expires_at, created_by, created_at, updated_at)
    values (${key.id}, ${key.space_id}, ${key.agent_id}, ${key.name}, decode(${key.hash}, 'hex'), ${key.hint}, ${sql.array(key.scopes, 'text')},
            ${key.catalog_mode}, ${key.approval}, ${key.expires_at}::timestamptz, ${key.created_by}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${keyJson}::text as json`);

/**
 * Revokes a key of a Space and returns it as JSON with the hashes of its secrets, or null; of any Space when `space` is empty, as it is for the operator.
 * A second revocation changes nothing.
 */
export const revokeKey = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.maybeOne(sql.type(JsonRow.extend({ hash: z.string(), old_hash: z.string().nullable() }))`
    update gateway.api_key as k
    set revoked_at = coalesce(revoked_at, ${now}::timestamptz), updated_at = case when revoked_at is null then ${now}::timestamptz else updated_at end,
      version = version + case when revoked_at is null then 1 else 0 end
    where k.id = ${id} and ${space} in ('', k.space_id)
    returning ${keyJson}::text as json, encode(k.hash, 'hex') as hash, encode(k.old_hash, 'hex') as old_hash`);

/** Returns the query of a page of keys. */
export const listKeys = (space: string, { sort, ...page }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(page, {
    from: sql.fragment`gateway.api_key as k`,
    alias: 'k',
    where: sql.fragment`k.space_id = ${space}`,
    item: keyJson,
    ...orderOf(sort, 'k', {}),
  });

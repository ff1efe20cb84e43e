import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { JsonRow, type ListInput } from './spaces.queries.ts';

const keyJson = sql.fragment`(select row_to_json(r) from (select
  k.id,
  ${wireTime(sql.fragment`k.created_at`)} as created_at,
  ${wireTime(sql.fragment`k.updated_at`)} as updated_at,
  k.space_id,
  k.name,
  k.hint,
  k.scopes,
  k.agent_id,
  k.catalog_mode,
  ${wireTime(sql.fragment`k.expires_at`)} as expires_at,
  ${wireTime(sql.fragment`k.revoked_at`)} as revoked_at,
  ${wireTime(sql.fragment`date_trunc('minute', k.last_used_at)`)} as last_used_at) as r)`;

/** What the settings know of a key when it is made. */
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
  readonly expires_at: string | null;
}

/** Inserts a key and answers it. */
export const insertKey = (tx: CommonQueryMethods, key: NewKeyRow, now: string) =>
  tx.one(sql.type(JsonRow)`
    insert into gateway.api_key as k (id, space_id, agent_id, name, hash, hint, scopes, catalog_mode, expires_at, created_at, updated_at)
    values (${key.id}, ${key.space_id}, ${key.agent_id}, ${key.name}, decode(${key.hash}, 'hex'), ${key.hint}, ${sql.array(key.scopes, 'text')},
            ${key.catalog_mode}, ${key.expires_at}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)
    returning ${keyJson}::text as json`);

/** Revokes a key for good and answers it with its hash; one that was revoked before keeps the first time. Null when there is none. */
export const revokeKey = (tx: CommonQueryMethods, id: string, now: string) =>
  tx.maybeOne(sql.type(JsonRow.extend({ hash: z.string() }))`
    update gateway.api_key as k
    set revoked_at = coalesce(revoked_at, ${now}::timestamptz), updated_at = case when revoked_at is null then ${now}::timestamptz else updated_at end
    where k.id = ${id}
    returning ${keyJson}::text as json, encode(k.hash, 'hex') as hash`);

/** The page of keys of a Space, newest first. */
export function keyPage(space: string, { limit, cursor, include_total }: ListInput): PageQuery {
  const behind = cursor ? sql.fragment`and k.id < ${decodeCursor(cursor, 'text')[0]}` : sql.fragment``;
  return {
    rows: sql.fragment`
      select json_build_array(k.id)::text as key, ${keyJson}::text as item
      from (select * from gateway.api_key as k where k.space_id = ${space} ${behind} order by k.id desc limit ${limit + 1}) as k`,
    limit,
    total: include_total ? sql.fragment`select count(*) from gateway.api_key where space_id = ${space}` : undefined,
  };
}

/** What authentication needs of a key; times in milliseconds since the epoch. */
export const KeyRow = z.object({
  id: z.string(),
  space_id: z.string(),
  name: z.string(),
  agent_id: z.string().nullable(),
  agent_name: z.string().nullable(),
  scopes: z.array(z.string()),
  catalog_mode: z.enum(['every', 'everyday']),
  expires_at: z.number().nullable(),
  revoked_at: z.number().nullable(),
});

/** What authentication needs of a key. */
export type KeyRow = z.infer<typeof KeyRow>;

const keyColumns = sql.fragment`
  k.id, k.space_id, k.name, k.agent_id, agent.name as agent_name, k.scopes, k.catalog_mode, k.expires_at, k.revoked_at`;

/** A key of a Space by its id, or null. */
export const findKey = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.prepared('gateway-key', KeyRow)`
    select ${keyColumns} from gateway.api_key as k left join gateway.agent on agent.id = k.agent_id
    where k.space_id = ${space} and k.id = ${id}`);

/** The key whose SHA-256 this is, in hex, or null. */
export const findKeyByHash = (database: CommonQueryMethods, hash: string) =>
  database.maybeOne(sql.prepared('gateway-key-by-hash', KeyRow)`
    select ${keyColumns} from gateway.api_key as k left join gateway.agent on agent.id = k.agent_id
    where k.hash = decode(${hash}, 'hex')`);

/** Writes when keys were last used, in one statement. */
export const markUsed = (database: CommonQueryMethods, uses: readonly (readonly [id: string, isoTime: string])[]) =>
  database.query(sql.typeAlias('void')`
    update gateway.api_key as k set last_used_at = used.at
    from unnest(${sql.array(
      uses.map(([id]) => id),
      'text',
    )}, ${sql.array(
      uses.map(([, at]) => at),
      'timestamptz',
    )}) as used (id, at)
    where k.id = used.id and (k.last_used_at is null or k.last_used_at < used.at)`);

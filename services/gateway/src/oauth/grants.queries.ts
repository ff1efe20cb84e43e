import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const IdRow = z.object({ id: z.string() });

/** A grant to store. */
export interface NewGrantRow {
  readonly id: string;
  readonly space_id: string;
  readonly key_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly scopes: readonly string[];
  readonly expires_at: string;
}

/** Stores a grant. */
export const insertGrant = (tx: CommonQueryMethods, grant: NewGrantRow, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into gateway.oauth_grant (id, space_id, key_id, client_id, client_name, scopes, created_at, refreshed_at, expires_at)
    values (${grant.id}, ${grant.space_id}, ${grant.key_id}, ${grant.client_id}, ${grant.client_name}, ${sql.array(grant.scopes, 'text')},
            ${now}::timestamptz, ${now}::timestamptz, ${grant.expires_at}::timestamptz)`);

/** Revokes the grants of a key beyond the `max` that were refreshed last, and returns their ids. */
export const revokeOldGrants = (tx: CommonQueryMethods, space: string, key: string, max: number, now: string) =>
  tx.any(sql.type(IdRow)`
    update gateway.oauth_grant set revoked_at = ${now}::timestamptz
    where id in (
      select id from gateway.oauth_grant
      where space_id = ${space} and key_id = ${key} and revoked_at is null and expires_at > ${now}::timestamptz
      order by refreshed_at desc, id desc offset ${max})
    returning id`);

/** Stores the time of a refresh and the new end of a grant. */
export const extendGrant = (tx: CommonQueryMethods, id: string, expiresAt: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update gateway.oauth_grant set refreshed_at = ${now}::timestamptz, expires_at = ${expiresAt}::timestamptz where id = ${id}`);

/** A token to store. */
export interface NewTokenRow {
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly kind: 'access' | 'refresh';
  readonly grant_id: string;
  /** A JSON array. */
  readonly scopes: string;
  readonly expires_at: string;
}

const tokenColumns = { hash: 'text', kind: 'text', grant_id: 'text', scopes: 'json', expires_at: 'timestamptz' } as const;

/** Stores tokens in one statement. */
export const insertTokens = (tx: CommonQueryMethods, tokens: readonly NewTokenRow[], now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into gateway.oauth_token (hash, kind, grant_id, scopes, created_at, expires_at)
    select decode(hash, 'hex'), kind, grant_id, array(select json_array_elements_text(scopes)), ${now}::timestamptz, expires_at
    from ${unnestRows(
      tokens.map((token) => ({ ...token })),
      tokenColumns,
      'token',
    )}`);

/** Deletes the tokens of a kind of a grant beyond the newest `max`. */
export const deleteOldTokens = (tx: CommonQueryMethods, grant: string, kind: NewTokenRow['kind'], max: number) =>
  tx.query(sql.typeAlias('void')`
    delete from gateway.oauth_token where hash in (
      select hash from gateway.oauth_token where grant_id = ${grant} and kind = ${kind} order by id desc offset ${max})`);

const RefreshTokenRow = z.object({
  grant_id: z.string(),
  space_id: z.string(),
  key_id: z.string(),
  client_id: z.string(),
  granted: z.array(z.string()),
  expires_at: z.number(),
  used_at: z.number().nullable(),
  grant_revoked_at: z.number().nullable(),
  key_expires_at: z.number().nullable(),
  key_revoked_at: z.number().nullable(),
});

/**
 * Returns a refresh token by its SHA-256 with its grant and the validity of its key, and locks token and grant; or null. Times are
 * in milliseconds since the epoch.
 */
export const lockRefreshToken = (tx: CommonQueryMethods, hash: string) =>
  tx.maybeOne(sql.type(RefreshTokenRow)`
    select t.grant_id, g.space_id, g.key_id, g.client_id, g.scopes as granted, t.expires_at, t.used_at, g.revoked_at as grant_revoked_at,
           k.expires_at as key_expires_at, k.revoked_at as key_revoked_at
    from gateway.oauth_token as t
    join gateway.oauth_grant as g on g.id = t.grant_id
    join gateway.api_key as k on k.id = g.key_id
    where t.hash = decode(${hash}, 'hex') and t.kind = 'refresh'
    for update of t, g`);

/** Marks a refresh token as used. */
export const markTokenUsed = (tx: CommonQueryMethods, hash: string, now: string) =>
  tx.query(sql.typeAlias('void')`update gateway.oauth_token set used_at = ${now}::timestamptz where hash = decode(${hash}, 'hex')`);

const TokenOwnerRow = z.object({ grant_id: z.string(), space_id: z.string(), client_id: z.string() });

/** Returns the grant, the Space and the client of an access or refresh token by its SHA-256, or null. */
export const findTokenOwner = (database: CommonQueryMethods, hash: string) =>
  database.maybeOne(sql.type(TokenOwnerRow)`
    select g.id as grant_id, g.space_id, g.client_id from gateway.oauth_token as t
    join gateway.oauth_grant as g on g.id = t.grant_id
    where t.hash = decode(${hash}, 'hex')`);

/** Deletes up to `limit` tokens that expired before this time, and returns how many it deleted. */
export const deleteExpiredTokens = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from gateway.oauth_token where hash in (
        select hash from gateway.oauth_token where expires_at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;

/** Deletes up to `limit` grants that ended before this time, and returns how many it deleted. */
export const deleteEndedGrants = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from gateway.oauth_grant where id in (
        select id from gateway.oauth_grant where least(expires_at, revoked_at) < ${before}::timestamptz limit ${limit})`)
  ).rowCount;

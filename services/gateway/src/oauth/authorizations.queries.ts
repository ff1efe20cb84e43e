import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const ConsentRow = z.object({
  space_id: z.string(),
  space_name: z.string(),
  key_id: z.string(),
  key_name: z.string(),
  client_name: z.string(),
  redirect_uri: z.string(),
  state: z.string().nullable(),
  scopes: z.array(z.string()),
});

/** A consent that waits for a person, with the names that its page shows. */
export type ConsentRow = z.infer<typeof ConsentRow>;

/** An authorization to store. */
export interface NewConsentRow {
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly space_id: string;
  readonly key_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_uri: string;
  readonly state: string | null;
  readonly code_challenge: string;
  readonly scopes: readonly string[];
  readonly expires_at: string;
}

/** Stores a consent. */
export const insertConsent = (tx: CommonQueryMethods, one: NewConsentRow, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into gateway.oauth_authorization
      (hash, kind, space_id, key_id, client_id, client_name, redirect_uri, state, code_challenge, scopes, created_at, expires_at)
    values (decode(${one.hash}, 'hex'), 'consent', ${one.space_id}, ${one.key_id}, ${one.client_id}, ${one.client_name}, ${one.redirect_uri},
            ${one.state}, ${one.code_challenge}, ${sql.array(one.scopes, 'text')}, ${now}::timestamptz, ${one.expires_at}::timestamptz)`);

/** Deletes the authorizations of a key beyond the newest `max`. */
export const deleteOldAuthorizations = (tx: CommonQueryMethods, space: string, key: string, max: number) =>
  tx.query(sql.typeAlias('void')`
    delete from gateway.oauth_authorization where hash in (
      select hash from gateway.oauth_authorization where space_id = ${space} and key_id = ${key}
      order by created_at desc offset ${max})`);

/** Returns a consent by the SHA-256 of its secret, or null when it does not exist or has expired. */
export const findConsent = (database: CommonQueryMethods, hash: string, now: string) =>
  database.maybeOne(sql.type(ConsentRow)`
    select a.space_id, s.name as space_name, a.key_id, k.name as key_name, a.client_name, a.redirect_uri, a.state, a.scopes
    from gateway.oauth_authorization as a
    join gateway.space as s on s.id = a.space_id
    join gateway.api_key as k on k.id = a.key_id
    where a.hash = decode(${hash}, 'hex') and a.kind = 'consent' and a.expires_at > ${now}::timestamptz`);

/** Turns a consent into a code, and returns how many rows it changed: none when the consent was decided already. */
export const approveConsent = async (
  database: CommonQueryMethods,
  hash: string,
  code: { readonly hash: string; readonly scopes: readonly string[]; readonly expires_at: string },
): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      update gateway.oauth_authorization
      set hash = decode(${code.hash}, 'hex'), kind = 'code', scopes = ${sql.array(code.scopes, 'text')}, expires_at = ${code.expires_at}::timestamptz
      where hash = decode(${hash}, 'hex') and kind = 'consent'`)
  ).rowCount;

/** Deletes a consent that a person refused. */
export const deleteConsent = (database: CommonQueryMethods, hash: string) =>
  database.query(sql.typeAlias('void')`
    delete from gateway.oauth_authorization where hash = decode(${hash}, 'hex') and kind = 'consent'`);

const CodeRow = z.object({
  space_id: z.string(),
  key_id: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  redirect_uri: z.string(),
  code_challenge: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.number(),
  used_at: z.number().nullable(),
  grant_id: z.string().nullable(),
  key_expires_at: z.number().nullable(),
  key_revoked_at: z.number().nullable(),
});

/** A code with the validity of its key; times in milliseconds since the epoch. */
export type CodeRow = z.infer<typeof CodeRow>;

/** Returns a code by its SHA-256 and locks it, or null. */
export const lockCode = (tx: CommonQueryMethods, hash: string) =>
  tx.maybeOne(sql.type(CodeRow)`
    select a.space_id, a.key_id, a.client_id, a.client_name, a.redirect_uri, a.code_challenge, a.scopes, a.expires_at, a.used_at, a.grant_id,
           k.expires_at as key_expires_at, k.revoked_at as key_revoked_at
    from gateway.oauth_authorization as a
    join gateway.api_key as k on k.id = a.key_id
    where a.hash = decode(${hash}, 'hex') and a.kind = 'code'
    for update of a`);

/** Marks a code as used, with its grant when there is one. */
export const markCodeUsed = (tx: CommonQueryMethods, hash: string, grant: string | null, now: string) =>
  tx.query(sql.typeAlias('void')`
    update gateway.oauth_authorization set used_at = ${now}::timestamptz, grant_id = ${grant} where hash = decode(${hash}, 'hex')`);

/** Deletes up to `limit` authorizations that expired before this time, and returns how many it deleted. */
export const deleteExpiredAuthorizations = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from gateway.oauth_authorization where hash in (
        select hash from gateway.oauth_authorization where expires_at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;

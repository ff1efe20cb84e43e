import type { Approval, CatalogMode } from '@space/contracts/platform';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { keyJson } from './keys.queries.ts';
import { VersionedRow } from './spaces.queries.ts';

/** Returns the query of one key of a Space with its version. */
export const keyById = (space: string, id: string) => sql.type(VersionedRow)`
  select ${keyJson}::text as json, k.version from gateway.api_key as k where k.space_id = ${space} and k.id = ${id}`;

const LockedKeyRow = z.object({
  version: z.number(),
  agent_id: z.string().nullable(),
  scopes: z.array(z.string()),
  expires_at: z.number().nullable(),
  revoked_at: z.number().nullable(),
});

/** The part of a key that decides what may be changed; times in milliseconds since the epoch. */
export type LockedKeyRow = z.infer<typeof LockedKeyRow>;

/** Returns the query of the part of a key that decides what may be changed. */
export const lockedKeyById = (space: string, id: string) => sql.type(LockedKeyRow)`
  select k.version, k.agent_id, k.scopes, k.expires_at, k.revoked_at from gateway.api_key as k where k.space_id = ${space} and k.id = ${id}`;

/** A key that changed, with the hashes of the secrets by which gateways have cached it. */
const ChangedKeyRow = VersionedRow.extend({ hash: z.string(), old_hash: z.string().nullable() });

const changed = sql.fragment`${keyJson}::text as json, k.version, encode(k.hash, 'hex') as hash, encode(k.old_hash, 'hex') as old_hash`;

/** The changes of a key; a field that is undefined stays. */
export interface KeyChange {
  readonly name?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly catalog_mode?: z.infer<typeof CatalogMode> | undefined;
  readonly approval?: Approval | undefined;
  readonly expires_at?: string | undefined;
}

/** Changes a key. */
export const updateKey = (
  tx: CommonQueryMethods,
  space: string,
  id: string,
  { name, scopes, catalog_mode, approval, expires_at }: KeyChange,
  now: string,
) =>
  tx.one(sql.type(ChangedKeyRow)`
    update gateway.api_key as k set
      name = coalesce(${name ?? null}, k.name),
      scopes = coalesce(${scopes ? sql.array(scopes, 'text') : null}::text[], k.scopes),
      catalog_mode = coalesce(${catalog_mode ?? null}, k.catalog_mode),
      approval = coalesce(${approval ?? null}, k.approval),
      expires_at = coalesce(${expires_at ?? null}::timestamptz, k.expires_at),
      version = k.version + 1, updated_at = ${now}::timestamptz
    where k.space_id = ${space} and k.id = ${id}
    returning ${changed}`);

/** The new secret of a key; the hash is SHA-256 in hex. */
export interface NewSecret {
  readonly hash: string;
  readonly hint: string;
  /** The end of the secret that it replaces, ISO 8601. */
  readonly old_secret_ends_at: string;
}

/** Returns the SHA-256 in hex of the secret that the last roll of a key left valid, or null. */
export const findOldHash = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.oneFirst(sql.type(z.object({ old_hash: z.string().nullable() }))`
    select encode(old_hash, 'hex') as old_hash from gateway.api_key where space_id = ${space} and id = ${id}`);

/** Replaces the secret of a key. Its secret so far becomes the old one. */
export const replaceSecret = (tx: CommonQueryMethods, space: string, id: string, secret: NewSecret, now: string) =>
  tx.one(sql.type(ChangedKeyRow)`
    update gateway.api_key as k set
      old_hash = k.hash, hash = decode(${secret.hash}, 'hex'), hint = ${secret.hint},
      old_secret_ends_at = ${secret.old_secret_ends_at}::timestamptz, version = k.version + 1, updated_at = ${now}::timestamptz
    where k.space_id = ${space} and k.id = ${id}
    returning ${changed}`);

/** Revokes the grants of a key and returns their ids; deletes the authorizations that could still become grants. */
export async function revokeGrantsOf(tx: CommonQueryMethods, space: string, key: string, now: string): Promise<readonly string[]> {
  await tx.query(sql.typeAlias('void')`
    delete from gateway.oauth_authorization where space_id = ${space} and key_id = ${key} and grant_id is null`);
  return tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    update gateway.oauth_grant set revoked_at = ${now}::timestamptz
    where space_id = ${space} and key_id = ${key} and revoked_at is null returning id`);
}

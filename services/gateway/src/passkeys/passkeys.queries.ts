import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { JsonRow } from '../settings/spaces.queries.ts';

const passkeyJson = sql.fragment`(select row_to_json(r) from (select
  k.id,
  ${wireTime(sql.fragment`k.created_at`)} as created_at,
  ${wireTime(sql.fragment`k.updated_at`)} as updated_at,
  k.name,
  k.is_synced,
  ${wireTime(sql.fragment`k.last_used_at`)} as last_used_at) as r)`;

/** Returns the passkeys of a person as a JSON list, the newest first. */
export const listPasskeys = (database: CommonQueryMethods, person: string) =>
  database.oneFirst(sql.type(JsonRow)`
    select coalesce(json_agg(${passkeyJson} order by k.id desc), '[]')::text as json from gateway.passkey as k where k.person_id = ${person}`);

const Descriptor = z.object({ id: z.string(), transports: z.array(z.string()) });

/** Returns how a browser finds the passkeys of a person: the ids of their authenticators, and the ways to reach these. */
export const listDescriptors = (database: CommonQueryMethods, person: string) =>
  database.any(sql.type(Descriptor)`
    select credential_id as id, transports from gateway.passkey where person_id = ${person} order by id`);

/** A passkey to insert. */
export interface NewPasskeyRow {
  readonly id: string;
  readonly person_id: string;
  readonly name: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly is_synced: boolean;
}

/** Inserts a passkey and returns it as JSON. */
export const insertPasskey = (tx: CommonQueryMethods, one: NewPasskeyRow, now: string) =>
  tx.one(sql.type(JsonRow)`
    insert into gateway.passkey as k
      (id, person_id, name, credential_id, public_key, counter, transports, is_synced, created_at, updated_at)
    values (${one.id}, ${one.person_id}, ${one.name}, ${one.credential_id}, ${sql.binary(one.public_key)}, ${one.counter},
            ${sql.array(one.transports, 'text')}, ${one.is_synced}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${passkeyJson}::text as json`);

/** Renames a passkey of a person and returns it as JSON, or null. */
export const renamePasskey = (tx: CommonQueryMethods, person: string, id: string, name: string, now: string) =>
  tx.maybeOne(sql.type(JsonRow)`
    update gateway.passkey as k set name = ${name}, updated_at = ${now}::timestamptz where k.person_id = ${person} and k.id = ${id}
    returning ${passkeyJson}::text as json`);

/** Deletes a passkey of a person and returns false when there is none. */
export const deletePasskey = async (tx: CommonQueryMethods, person: string, id: string): Promise<boolean> =>
  (await tx.query(sql.typeAlias('void')`delete from gateway.passkey where person_id = ${person} and id = ${id}`)).rowCount > 0;

/** The part of a passkey that verifies an answer. */
export const PasskeyRow = z.object({
  id: z.string(),
  person_id: z.string(),
  credential_id: z.string(),
  public_key: z.instanceof(Buffer),
});

/** The part of a passkey that verifies an answer. */
export type PasskeyRow = z.infer<typeof PasskeyRow>;

/** Returns the passkey that an authenticator gave this id, or null. */
export const findPasskey = (database: CommonQueryMethods, credentialId: string) =>
  database.maybeOne(sql.type(PasskeyRow)`
    select id, person_id, credential_id, public_key from gateway.passkey where credential_id = ${credentialId}`);

/**
 * Stores the use of a passkey, if its counter went on or it does not count, and returns false otherwise. A counter that does not go on means
 * that two authenticators use one passkey.
 */
export const recordPasskeyUse = async (
  tx: CommonQueryMethods,
  id: string,
  counter: number,
  isSynced: boolean,
  now: string,
): Promise<boolean> =>
  (
    await tx.query(sql.typeAlias('void')`
      update gateway.passkey set counter = ${counter}, is_synced = ${isSynced}, last_used_at = ${now}::timestamptz
      where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`)
  ).rowCount > 0;

const Count = z.object({ count: z.number() });

/** Returns the number of passkeys of a person. */
export const countPasskeys = (tx: CommonQueryMethods, person: string) =>
  tx.oneFirst(sql.type(Count)`select count(*) as count from gateway.passkey where person_id = ${person}`);

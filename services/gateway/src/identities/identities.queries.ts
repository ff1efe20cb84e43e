import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { JsonRow } from '../settings/spaces.queries.ts';

/** Returns the accounts of a person at identity providers as a JSON list, the newest first. */
export const listIdentities = (database: CommonQueryMethods, person: string) =>
  database.oneFirst(sql.type(JsonRow)`
    select coalesce(json_agg(json_build_object(
      'id', id, 'created_at', ${wireTime(sql.fragment`created_at`)}, 'updated_at', ${wireTime(sql.fragment`updated_at`)},
      'issuer', issuer, 'subject', subject, 'email', email, 'last_used_at', ${wireTime(sql.fragment`last_used_at`)}) order by id desc), '[]')::text as json
    from gateway.identity where person_id = ${person}`);

const IdentityRow = z.object({ id: z.string(), person_id: z.string(), person_email: z.string() });

/** Returns the identity of an account at a provider with the email address of its person, or null. */
export const findIdentity = (database: CommonQueryMethods, issuer: string, subject: string) =>
  database.maybeOne(sql.type(IdentityRow)`
    select i.id, i.person_id, p.email as person_email
    from gateway.identity as i join gateway.person as p on p.id = i.person_id where i.issuer = ${issuer} and i.subject = ${subject}`);

/** An identity to insert. */
export interface NewIdentityRow {
  readonly id: string;
  readonly person_id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
}

/** Inserts an identity. */
export const insertIdentity = (tx: CommonQueryMethods, { id, person_id, issuer, subject, email }: NewIdentityRow, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into gateway.identity (id, person_id, issuer, subject, email, last_used_at, created_at, updated_at)
    values (${id}, ${person_id}, ${issuer}, ${subject}, ${email}, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)`);

/** Stores the use of an identity, with the address that the provider named. */
export const recordIdentityUse = (tx: CommonQueryMethods, id: string, email: string | null, now: string) =>
  tx.query(sql.typeAlias('void')`
    update gateway.identity set email = ${email}, last_used_at = ${now}::timestamptz where id = ${id}`);

/** Deletes an identity of a person and returns false when there is none. */
export const deleteIdentity = async (tx: CommonQueryMethods, person: string, id: string): Promise<boolean> =>
  (await tx.query(sql.typeAlias('void')`delete from gateway.identity where person_id = ${person} and id = ${id}`)).rowCount > 0;

import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Means = z.object({ has_password: z.boolean(), passkeys: z.number(), identities: z.number() });

/** Returns with what a person can sign in. */
export const countSignInMeans = (tx: CommonQueryMethods, person: string) =>
  tx.one(sql.type(Means)`
    select password_hash is not null as has_password,
      (select count(*) from gateway.passkey where person_id = ${person}) as passkeys,
      (select count(*) from gateway.identity where person_id = ${person}) as identities
    from gateway.person where id = ${person}`);

/** Removes every means with which a person signs in: the password, the passkeys, the accounts at identity providers, and the sessions. */
export async function deleteSignInMeans(tx: CommonQueryMethods, person: string, now: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    update gateway.person set password_hash = null, updated_at = ${now}::timestamptz where id = ${person}`);
  await tx.query(sql.typeAlias('void')`delete from gateway.passkey where person_id = ${person}`);
  await tx.query(sql.typeAlias('void')`delete from gateway.identity where person_id = ${person}`);
  await tx.query(sql.typeAlias('void')`delete from gateway.session where person_id = ${person}`);
}

import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isMember, type StoredAudience } from './audiences.queries.ts';

const Id = z.object({ id: z.string() });
const Count = z.object({ id: z.string(), count: z.number() });

/** Audiences per statement: a condition of 200 comparisons has about 400 parameters, and a statement may have 65,535. */
const CHUNK_SIZE = 100;

/** Returns the current number of contacts in each audience, by id. */
export async function countMembers(
  database: CommonQueryMethods,
  space: string,
  audiences: readonly StoredAudience[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (let start = 0; start < audiences.length; start += CHUNK_SIZE) {
    const counted = audiences
      .slice(start, start + CHUNK_SIZE)
      .map(
        (audience) =>
          sql.fragment`select ${audience.id}::text as id, count(*) from contacts.contact as c where c.space_id = ${space} and ${isMember(audience)}`,
      );
    for (const { id, count } of await database.any(sql.type(Count)`${sql.join(counted, sql.fragment` union all `)}`)) counts.set(id, count);
  }
  return counts;
}

/** Returns those of `ids` that are contacts of the Space. They cannot be deleted until the transaction ends. */
export const lockExisting = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.anyFirst(sql.type(Id)`
    select id from contacts.contact where space_id = ${space} and id = any(${sql.array([...ids], 'text')}) order by id for key share`);

/** Returns the ids on the fixed list of an audience. */
export const memberIds = (tx: CommonQueryMethods, space: string, audience: string) =>
  tx.anyFirst(sql.type(Id)`select contact_id as id from contacts.audience_contact where space_id = ${space} and audience_id = ${audience}`);

/** Makes `ids` the fixed list of an audience. */
export async function replaceMembers(tx: CommonQueryMethods, space: string, audience: string, ids: readonly string[]): Promise<void> {
  const wanted = sql.array([...ids], 'text');
  await tx.query(
    sql.typeAlias(
      'void',
    )`delete from contacts.audience_contact where space_id = ${space} and audience_id = ${audience} and contact_id <> all(${wanted})`,
  );
  await tx.query(sql.typeAlias('void')`
    insert into contacts.audience_contact (audience_id, space_id, contact_id)
    select ${audience}, ${space}, id from unnest(${wanted}) as id on conflict do nothing`);
}

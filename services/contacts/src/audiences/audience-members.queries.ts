import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { conditionsSql } from '../conditions/condition-sql.ts';
import type { StoredAudience } from './audiences.queries.ts';

const Id = z.object({ id: z.string() });
const Count = z.object({ id: z.string(), count: z.number() });

/**
 * Returns the current number of contacts in each audience, by id. Reads each contact once for all conditions, which together have
 * at most `MAX_PAGE_COMPARISONS` comparisons: each adds up to one column and three parameters to the statement.
 */
export async function countMembers(
  database: CommonQueryMethods,
  space: string,
  audiences: readonly StoredAudience[],
): Promise<ReadonlyMap<string, number>> {
  const counted = [
    ...(await countFixed(
      database,
      space,
      audiences.filter(({ condition }) => condition === null),
    )),
    ...(await countMatching(
      database,
      space,
      audiences.filter(({ condition }) => condition !== null),
    )),
  ];
  return new Map(counted.map(({ id, count }) => [id, count]));
}

async function countFixed(database: CommonQueryMethods, space: string, audiences: readonly StoredAudience[]) {
  if (audiences.length === 0) return [];
  return database.any(sql.type(Count)`
    select audience_id as id, count(*) from contacts.audience_contact
    where space_id = ${space} and audience_id = any(${idsOf(audiences)}) group by audience_id`);
}

async function countMatching(database: CommonQueryMethods, space: string, audiences: readonly StoredAudience[]) {
  if (audiences.length === 0) return [];
  const { from, conditions } = conditionsSql(
    space,
    audiences.map(({ condition }) => condition!),
  );
  const counts = conditions.map((condition) => sql.fragment`count(*) filter (where ${condition})`);
  return database.any(sql.type(Count)`
    select audience.id, audience.count
    from (select array[${sql.join(counts, sql.fragment`, `)}] as counts from ${from} where c.space_id = ${space}) as counted
    cross join lateral unnest(${idsOf(audiences)}, counted.counts) as audience (id, count)`);
}

const idsOf = (audiences: readonly StoredAudience[]) =>
  sql.array(
    audiences.map(({ id }) => id),
    'text',
  );

/** Returns the id of the surviving contact for each of `ids` that was merged into another one. */
export async function findSurvivors(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.any(sql.type(z.object({ id: z.string(), contact_id: z.string() }))`
    select id, contact_id from contacts.contact_alias where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);
  return new Map(rows.map(({ id, contact_id }) => [id, contact_id]));
}

/** Returns those of `ids` that are contacts of the Space. They cannot be deleted until the transaction ends. */
export const lockExisting = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.anyFirst(sql.type(Id)`
    select id from contacts.contact where space_id = ${space} and id = any(${sql.array([...ids], 'text')}) order by id for key share`);

/** Returns the ids on the fixed list of an audience. */
export const memberIds = (tx: CommonQueryMethods, space: string, audience: string) =>
  tx.anyFirst(
    sql.type(
      Id,
    )`select contact_id as id from contacts.audience_contact where space_id = ${space} and audience_id = ${audience} order by contact_id`,
  );

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

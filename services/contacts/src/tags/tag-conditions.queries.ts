import type { Condition } from '@space/contracts/contacts';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const NamingAudience = z.object({ id: z.string(), name: z.string(), bytes: z.number() });

/** An audience whose condition names a tag, and the bytes of its condition. */
export type NamingAudience = z.infer<typeof NamingAudience>;

const ConditionRow = z.object({ id: z.string(), condition: z.string() });

const namesTag = (name: string) => sql.fragment`exists (
  select from jsonb_path_query(audience.condition, '$.**.tag') as named where lower(named #>> '{}') = lower(${name}))`;

/** Returns the number of audiences whose condition names a tag. */
export const countAudiencesNaming = (database: CommonQueryMethods, space: string, tag: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from contacts.audience where space_id = ${space} and condition is not null and ${namesTag(tag)}`);

/** Returns at most so many audiences whose condition names a tag, locked until the transaction ends, without their conditions. */
export const lockAudiencesNaming = (tx: CommonQueryMethods, space: string, tag: string, limit: number) =>
  tx.any(sql.type(NamingAudience)`
    select id, name, octet_length(condition::text) as bytes from contacts.audience
    where space_id = ${space} and condition is not null and ${namesTag(tag)} order by id limit ${limit} for update`);

/** Returns the conditions of locked audiences. */
export async function readConditions(tx: CommonQueryMethods, space: string, ids: readonly string[]) {
  const rows = await tx.any(sql.type(ConditionRow)`
    select id, condition::text as condition from contacts.audience where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);
  return rows.map(({ id, condition }) => ({ id, condition: JSON.parse(condition) as Condition }));
}

/** Replaces the conditions of audiences. */
export const updateConditions = (
  tx: CommonQueryMethods,
  space: string,
  audiences: readonly { readonly id: string; readonly condition: Condition }[],
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update contacts.audience set condition = changed.condition, version = version + 1, updated_at = ${now}::timestamptz
    from ${sql.unnest(
      audiences.map(({ id, condition }) => [id, JSON.stringify(condition)]),
      ['text', 'jsonb'],
    )} as changed (id, condition)
    where audience.space_id = ${space} and audience.id = changed.id`);

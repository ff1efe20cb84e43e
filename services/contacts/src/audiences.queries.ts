import type { Condition } from '@space/contracts/contacts';
import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { conditionSql } from './audience-condition.ts';

/** An audience as it is kept: everything but who is in it now. */
export interface StoredAudience {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly description: string | null;
  readonly kind: 'condition' | 'fixed';
  readonly condition: Condition | null;
}

/** An audience with the version it has. */
export interface VersionedAudience {
  readonly audience: StoredAudience;
  readonly version: number;
}

const AudienceRow = z.object({ json: z.string(), version: z.number() });

const read = ({ json, version }: z.output<typeof AudienceRow>): VersionedAudience => ({
  audience: JSON.parse(json) as StoredAudience,
  version,
});

const audienceJson = sql.fragment`(select row_to_json(r) from (select
  a.id,
  ${wireTime(sql.fragment`a.created_at`)} as created_at,
  ${wireTime(sql.fragment`a.updated_at`)} as updated_at,
  a.name,
  a.description,
  case when a.condition is null then 'fixed' else 'condition' end as kind,
  a.condition) as r)`;

/** The page of audiences of a Space, newest first. */
export const audiencePage = (
  space: string,
  { limit, cursor, include_total }: { limit: number; cursor?: string | undefined; include_total: boolean },
): PageQuery => ({
  rows: sql.fragment`
    select json_build_array(a.id)::text as key, ${audienceJson}::text as item
    from contacts.audience as a
    where a.space_id = ${space} ${cursor ? sql.fragment`and a.id < ${decodeCursor(cursor, 'text')[0]}` : sql.fragment``}
    order by a.id desc limit ${limit + 1}`,
  limit,
  total: include_total ? sql.fragment`select count(*) from contacts.audience where space_id = ${space}` : undefined,
});

/** One audience of a Space with its version, or null; `lock` keeps others from changing it until the transaction ends. */
export async function findAudience(
  database: CommonQueryMethods,
  space: string,
  id: string,
  lock = false,
): Promise<VersionedAudience | null> {
  const row = await database.maybeOne(sql.type(AudienceRow)`
    select ${audienceJson}::text as json, a.version from contacts.audience as a
    where a.space_id = ${space} and a.id = ${id} ${lock ? sql.fragment`for update` : sql.fragment``}`);
  return row && read(row);
}

/** The id of the audience that has this name, or null. */
export const findIdByName = (database: CommonQueryMethods, space: string, name: string) =>
  database.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select id from contacts.audience where space_id = ${space} and lower(name) = lower(${name})`);

/** The columns of an audience that can change. */
export interface AudienceColumns {
  readonly name: string;
  readonly description: string | null;
  readonly condition: Condition | null;
}

const conditionValue = (condition: Condition | null) => sql.fragment`${condition && JSON.stringify(condition)}::jsonb`;

/** Inserts an audience and answers it with its version. */
export async function insertAudience(
  tx: CommonQueryMethods,
  space: string,
  id: string,
  columns: AudienceColumns,
  now: string,
): Promise<VersionedAudience> {
  return read(
    await tx.one(sql.type(AudienceRow)`
    insert into contacts.audience as a (id, space_id, name, description, condition, created_at, updated_at)
    values (${id}, ${space}, ${columns.name}, ${columns.description}, ${conditionValue(columns.condition)}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${audienceJson}::text as json, a.version`),
  );
}

/** Changes an audience that is there and answers it with its new version. */
export async function updateAudience(
  tx: CommonQueryMethods,
  space: string,
  id: string,
  columns: AudienceColumns,
  now: string,
): Promise<VersionedAudience> {
  return read(
    await tx.one(sql.type(AudienceRow)`
    update contacts.audience as a
    set name = ${columns.name}, description = ${columns.description}, condition = ${conditionValue(columns.condition)},
        version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}
    returning ${audienceJson}::text as json, a.version`),
  );
}

/** Deletes an audience that is there. */
export const deleteAudience = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from contacts.audience where space_id = ${space} and id = ${id}`);

/** Who is in an audience, as a statement about the row `c` of contacts.contact. */
export const membership = ({ id, condition }: StoredAudience): FragmentSqlToken =>
  condition
    ? conditionSql(condition)
    : sql.fragment`exists (select from contacts.audience_contact as member where member.audience_id = ${id} and member.contact_id = c.id)`;

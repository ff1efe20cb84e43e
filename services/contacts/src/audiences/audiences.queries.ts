import type { Condition } from '@space/contracts/contacts';
import { findExisting, listQuery, lockVersioned, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** An audience as it is stored, without its members. */
export interface StoredAudience {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly description: string | null;
  readonly kind: 'condition' | 'fixed';
  readonly condition: Condition | null;
}

/** An audience and its version. */
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

/** The query of a list of audiences. */
export const listAudiences = (space: string, { sort, ...list }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(list, {
    from: sql.fragment`contacts.audience as a`,
    alias: 'a',
    where: sql.fragment`a.space_id = ${space}`,
    item: audienceJson,
    ...orderOf(sort, 'a', { name: { column: sql.fragment`lower(a.name)`, type: 'text' } }),
    prepare: sort === '-created_at' ? 'contacts-audiences-list' : undefined,
  });

const audienceById = (space: string, id: string) =>
  sql.type(AudienceRow)`
    select ${audienceJson}::text as json, a.version from contacts.audience as a where a.space_id = ${space} and a.id = ${id}`;

/** Returns an audience with its version; throws `not_found`. */
export const findAudience = async (database: CommonQueryMethods, space: string, id: string): Promise<VersionedAudience> =>
  read(await findExisting(database, audienceById(space, id), { noun: 'audience', id }));

/** Returns an audience, locked until the transaction ends. Throws `not_found`, and `precondition_failed` unless its version is one of `ifMatch`. */
export const lockAudience = async (
  tx: CommonQueryMethods,
  space: string,
  id: string,
  ifMatch: readonly number[] | null,
): Promise<VersionedAudience> => read(await lockVersioned(tx, audienceById(space, id), { noun: 'audience', id, ifMatch }));

/** Returns the id of the audience with this name, in any case, or null. */
export const findIdByName = (database: CommonQueryMethods, space: string, name: string) =>
  database.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select id from contacts.audience where space_id = ${space} and lower(name) = lower(${name})`);

/** The columns of an audience that a caller may set. */
export interface AudienceColumns {
  readonly name: string;
  readonly description: string | null;
  readonly condition: Condition | null;
}

const conditionValue = (condition: Condition | null) => sql.fragment`${condition && JSON.stringify(condition)}::jsonb`;

/** Inserts an audience and returns it with its version. */
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

/** Changes an existing audience and returns it with its new version. */
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

/** Deletes an existing audience; its contacts stay. */
export const deleteAudience = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from contacts.audience where space_id = ${space} and id = ${id}`);

import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A row that holds one resource as JSON text. */
export const JsonRow = z.object({ json: z.string() });

/** A row that holds one resource as JSON text with its version. */
export const VersionedRow = JsonRow.extend({ version: z.number() });

/** A Space to insert. */
interface NewSpace {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
}

/** The values of a Space that change. */
interface SpaceChange {
  readonly name?: string | undefined;
  readonly timezone?: string | undefined;
}

const spaceJson = sql.fragment`(select row_to_json(r) from (select
  s.id,
  ${wireTime(sql.fragment`s.created_at`)} as created_at,
  ${wireTime(sql.fragment`s.updated_at`)} as updated_at,
  s.name, s.timezone,
  ${wireTime(sql.fragment`s.delete_at`)} as delete_at) as r)`;

/** Inserts a Space and returns it as JSON. */
export const insertSpace = (tx: CommonQueryMethods, { id, name, timezone }: NewSpace, now: string) =>
  tx.one(sql.type(JsonRow)`
    insert into gateway.space as s (id, name, timezone, created_at, updated_at)
    values (${id}, ${name}, ${timezone}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${spaceJson}::text as json`);

/** Returns the query of one Space with its version. */
export const spaceById = (id: string) => sql.type(VersionedRow)`
  select ${spaceJson}::text as json, s.version from gateway.space as s where s.id = ${id}`;

/** Changes the given values of a Space. */
export const updateSpace = (tx: CommonQueryMethods, id: string, { name, timezone }: SpaceChange, now: string) =>
  tx.one(sql.type(VersionedRow)`
    update gateway.space as s set
      name = coalesce(${name ?? null}, s.name), timezone = coalesce(${timezone ?? null}, s.timezone), version = s.version + 1, updated_at = ${now}::timestamptz
    where s.id = ${id}
    returning ${spaceJson}::text as json, s.version`);

const PeopleCountRow = z.object({ members: z.number(), open_invitations: z.number() });

/** Returns the numbers of members and of open invitations of a Space. */
export const countPeople = (database: CommonQueryMethods, space: string, now: string) =>
  database.one(sql.type(PeopleCountRow)`
    select (select count(*) from gateway.member where space_id = ${space}) as members,
           (select count(*) from gateway.invitation
            where space_id = ${space} and accepted_at is null and revoked_at is null and expires_at > ${now}::timestamptz) as open_invitations`);

/** Returns true if a Space has this id. */
export const spaceExists = (database: CommonQueryMethods, id: string) =>
  database.exists(sql.unsafe`select from gateway.space where id = ${id}`);

/** Returns the time zone of a Space; UTC of one that is gone. */
export const findSpaceTimeZone = async (database: CommonQueryMethods, id: string): Promise<string> =>
  (await database.maybeOneFirst(sql.type(z.object({ timezone: z.string() }))`select timezone from gateway.space where id = ${id}`)) ??
  'UTC';

/** Returns the query of a page of Spaces. */
export const listSpaces = ({ sort, ...page }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(page, {
    from: sql.fragment`gateway.space as s`,
    alias: 's',
    where: sql.fragment`true`,
    item: spaceJson,
    ...orderOf(sort, 's', { name: { column: sql.fragment`lower(s.name)`, type: 'text' } }),
  });

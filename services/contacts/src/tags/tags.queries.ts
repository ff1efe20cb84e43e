import type { Tag } from '@space/contracts/contacts';
import { findExisting, listQuery, newId, orderOf, type PageInput, type PageQuery, sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A tag by id and name. */
export const TagRow = z.object({ id: z.string(), name: z.string() });

/** A tag by id and name. */
export type TagRow = z.infer<typeof TagRow>;

const tagJson = sql.fragment`(select row_to_json(r) from (select
  t.id, ${wireTime(sql.fragment`t.created_at`)} as created_at, ${wireTime(sql.fragment`t.updated_at`)} as updated_at, t.name,
  (select count(*) from contacts.contact_tag as link where link.tag_id = t.id) as contact_count) as r)`;

/** The JSON of a tag. */
const TagJson = z.object({ json: z.string() });

type WireTag = z.output<typeof Tag>;

const TagId = z.object({ id: z.string() });

/** Returns the JSON of a tag; throws `not_found`. */
export async function findTag(database: CommonQueryMethods, space: string, id: string): Promise<string> {
  const query = sql.type(TagJson)`select ${tagJson}::text as json from contacts.tag as t where t.space_id = ${space} and t.id = ${id}`;
  return (await findExisting(database, query, { noun: 'tag', id })).json;
}

/** Returns a tag, locked until the transaction ends; throws `not_found`. */
export async function lockTag(tx: CommonQueryMethods, space: string, id: string): Promise<WireTag> {
  const lock = sql.type(TagId)`select id from contacts.tag where space_id = ${space} and id = ${id} for update`;
  await findExisting(tx, lock, { noun: 'tag', id });
  // A statement that waits for the lock counts the contacts of the time at which it began, so they are counted by the next one.
  return JSON.parse(await findTag(tx, space, id)) as WireTag;
}

/** Inserts a tag and returns its JSON. */
export const insertTag = (tx: CommonQueryMethods, space: string, id: string, name: string, now: string) =>
  tx.oneFirst(sql.type(TagJson)`
    insert into contacts.tag as t (id, space_id, name, created_at, updated_at)
    values (${id}, ${space}, ${name}, ${now}::timestamptz, ${now}::timestamptz) returning ${tagJson}::text as json`);

/** Renames an existing tag and returns it. */
export const renameTag = async (tx: CommonQueryMethods, space: string, id: string, name: string, now: string): Promise<WireTag> =>
  JSON.parse(
    await tx.oneFirst(sql.type(TagJson)`
      update contacts.tag as t set name = ${name}, updated_at = ${now}::timestamptz
      where t.space_id = ${space} and t.id = ${id} returning ${tagJson}::text as json`),
  ) as WireTag;

/** Deletes an existing tag and takes it off all contacts. */
export const deleteTag = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from contacts.tag where space_id = ${space} and id = ${id}`);

/** The query of a list of tags. */
export const listTags = (space: string, { sort, ...list }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(list, {
    from: sql.fragment`contacts.tag as t`,
    alias: 't',
    where: sql.fragment`t.space_id = ${space}`,
    item: tagJson,
    ...orderOf(sort, 't', { name: { column: sql.fragment`lower(t.name)`, type: 'text' } }),
  });

/**
 * Returns the tags of these names, locked against deletion until the transaction ends, and creates those that do not exist.
 * Names that differ only in case are one tag. A tag that another call deletes in the same moment is missing.
 */
export async function ensureTags(tx: CommonQueryMethods, space: string, names: readonly string[], now: string): Promise<readonly TagRow[]> {
  const distinct = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].sort();
  const rows = distinct.map((name) => ({ id: newId('tag'), name }));
  await tx.query(sql.typeAlias('void')`
    insert into contacts.tag (id, space_id, name, created_at, updated_at)
    select id, ${space}, name, ${now}::timestamptz, ${now}::timestamptz
    from ${unnestRows(rows, { id: 'text', name: 'text' }, 'new_tag')}
    on conflict (space_id, lower(name)) do nothing`);
  return lockTagsByName(tx, space, distinct);
}

/** Returns the tags that have these names in any case, locked against deletion until the transaction ends. */
export const lockTagsByName = (tx: CommonQueryMethods, space: string, names: readonly string[]) =>
  tx.any(sql.type(TagRow)`
    select id, name from contacts.tag
    where space_id = ${space} and lower(name) in (select lower(given) from unnest(${sql.array([...names], 'text')}) as given)
    order by id for key share`);

/** Returns those of the ids whose tags exist, locked against deletion until the transaction ends. */
export const lockTags = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.anyFirst(sql.type(TagId)`
    select id from contacts.tag where space_id = ${space} and id = any(${sql.array([...new Set(ids)], 'text')}) order by id for key share`);

/** Returns the id of each of the tags, which are given by name in any case or, if no tag has the name, by id; null for an unknown tag. */
export const findTagIds = (database: CommonQueryMethods, space: string, given: readonly string[]): Promise<readonly (string | null)[]> =>
  database.anyFirst(sql.type(z.object({ id: z.string().nullable() }))`
    select distinct coalesce(
      (select tag.id from contacts.tag where tag.space_id = ${space} and lower(tag.name) = lower(given)),
      (select tag.id from contacts.tag where tag.space_id = ${space} and tag.id = given)) as id
    from unnest(${sql.array([...given], 'text')}) as given`);

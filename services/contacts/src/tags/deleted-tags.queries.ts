import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const DeletedTag = z.object({ name: z.string(), contact_count: z.number() });

/** Stores a tag, which the caller then deletes, with the ids of the contacts that have it. */
export const storeDeletedTag = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into contacts.deleted_tag (space_id, id, name, contact_ids, created_at, deleted_at)
    select tag.space_id, tag.id, tag.name, array(select contact_id from contacts.contact_tag where tag_id = tag.id), tag.created_at, ${now}::timestamptz
    from contacts.tag where tag.space_id = ${space} and tag.id = ${id}`);

/** Returns the name of a deleted tag, or null. */
export const findDeletedName = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOneFirst(sql.type(z.object({ name: z.string() }))`
    select name from contacts.deleted_tag where space_id = ${space} and id = ${id}`);

/** Returns a tag that was deleted after `since`, locked until the transaction ends, or null. */
export const lockDeletedTag = (tx: CommonQueryMethods, space: string, id: string, since: string) =>
  tx.maybeOne(sql.type(DeletedTag)`
    select name, cardinality(contact_ids) as contact_count from contacts.deleted_tag
    where space_id = ${space} and id = ${id} and deleted_at > ${since}::timestamptz for update`);

const contactsOfDeleted = (space: string, id: string) => sql.fragment`
  select unnest(contact_ids) from contacts.deleted_tag where space_id = ${space} and id = ${id}`;

/** Locks the contacts that had a deleted tag against deletion until the transaction ends, and returns their number. */
export const lockContactsOfDeleted = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    with locked as (
      select c.id from contacts.contact as c
      where c.space_id = ${space} and c.id in (${contactsOfDeleted(space, id)}) order by c.id for key share)
    select count(*) as count from locked`);

/** Creates a deleted tag again with its id. */
export const insertDeletedTag = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into contacts.tag (id, space_id, name, created_at, updated_at)
    select id, space_id, name, created_at, ${now}::timestamptz from contacts.deleted_tag where space_id = ${space} and id = ${id}`);

/** Adds a tag to the contacts that had it before its deletion, without those that have `most` other tags, and forgets the deletion. */
export async function returnToContacts(tx: CommonQueryMethods, space: string, id: string, most: number): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    insert into contacts.contact_tag (space_id, contact_id, tag_id)
    select c.space_id, c.id, ${id} from contacts.contact as c
    where c.space_id = ${space} and c.id in (${contactsOfDeleted(space, id)})
      and (select count(*) from contacts.contact_tag as link where link.space_id = c.space_id and link.contact_id = c.id) < ${most}
    order by c.id`);
  await tx.query(sql.typeAlias('void')`delete from contacts.deleted_tag where space_id = ${space} and id = ${id}`);
}

/** Deletes at most `limit` tags that were deleted before `before` for good; returns how many. */
export const forgetDeletedTags = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> => {
  const { rowCount } = await database.query(sql.typeAlias('void')`
    delete from contacts.deleted_tag where (space_id, id) in (
      select space_id, id from contacts.deleted_tag where deleted_at <= ${before}::timestamptz limit ${limit} for update skip locked)`);
  return rowCount;
};

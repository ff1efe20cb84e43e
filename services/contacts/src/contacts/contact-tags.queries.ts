import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { TagRow } from '../tags/tags.queries.ts';
import { ContactRow, contactJson } from './contacts.queries.ts';

/** Adds tags that the contact does not have, and returns the changed contact. */
export async function addTags(tx: CommonQueryMethods, space: string, contact: string, tags: readonly TagRow[], now: string) {
  const ids = tags.map((tag) => tag.id);
  await tx.query(sql.typeAlias('void')`
    insert into contacts.contact_tag (space_id, contact_id, tag_id)
    select ${space}, ${contact}, id from unnest(${sql.array(ids, 'text')}) as id`);
  return copyTagNames(tx, space, contact, now);
}

/** Removes tags by name, in any case, and returns the removed ones; `after` is the changed contact, null if it had none of them. */
export async function removeTags(tx: CommonQueryMethods, space: string, contact: string, names: readonly string[], now: string) {
  const removed = await tx.any(sql.type(TagRow)`
    delete from contacts.contact_tag as link using contacts.tag
    where link.space_id = ${space} and link.contact_id = ${contact} and link.tag_id = tag.id
      and lower(tag.name) in (select lower(given) from unnest(${sql.array([...names], 'text')}) as given)
    returning tag.id, tag.name`);
  return { removed, after: removed.length > 0 ? await copyTagNames(tx, space, contact, now) : null };
}

/** Copies the names of a contact's tags into its row, as a new version. */
const copyTagNames = (tx: CommonQueryMethods, space: string, contact: string, now: string) =>
  tx.one(sql.type(ContactRow)`
    update contacts.contact as c
    set tags = array(
          select tag.name from contacts.contact_tag as link join contacts.tag on tag.id = link.tag_id
          where link.space_id = ${space} and link.contact_id = ${contact} order by lower(tag.name)),
        version = version + 1, updated_at = ${now}::timestamptz
    where c.space_id = ${space} and c.id = ${contact}
    returning ${contactJson(sql.fragment`c`)}::text as json, c.version`);

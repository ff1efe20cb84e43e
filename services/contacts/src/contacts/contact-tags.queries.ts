import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { TagRow } from '../tags/tags.queries.ts';

/** Adds tags to a contact, and returns those that it did not have. */
export const addTags = (tx: CommonQueryMethods, space: string, contact: string, tags: readonly TagRow[]) =>
  tx.any(sql.type(TagRow)`
    with added as (
      insert into contacts.contact_tag (space_id, contact_id, tag_id)
      select ${space}, ${contact}, id from unnest(${sql.array(
        tags.map(({ id }) => id),
        'text',
      )}) as id
      on conflict do nothing returning tag_id)
    select tag.id, tag.name from contacts.tag where tag.space_id = ${space} and tag.id in (select tag_id from added) order by tag.name`);

/** Removes tags by name, in any case, and returns the removed ones. */
export const removeTags = (tx: CommonQueryMethods, space: string, contact: string, names: readonly string[]) =>
  tx.any(sql.type(TagRow)`
    delete from contacts.contact_tag as link using contacts.tag
    where link.space_id = ${space} and link.contact_id = ${contact} and link.tag_id = tag.id
      and lower(tag.name) in (select lower(given) from unnest(${sql.array([...names], 'text')}) as given)
    returning tag.id, tag.name`);

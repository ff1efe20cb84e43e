import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { TagRow } from '../tags/tags.queries.ts';

const Id = z.object({ id: z.string() });
const Count = z.object({ count: z.number() });

/** Locks contacts until the transaction ends, in the order of their ids. */
export const lockContacts = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.anyFirst(sql.type(Id)`
    select id from contacts.contact where space_id = ${space} and id = any(${sql.array([...ids], 'text')}) order by id for update`);

/** Adds the tags of a contact to another one, and returns those that it did not have. */
export const moveTags = (tx: CommonQueryMethods, space: string, from: string, to: string) =>
  tx.any(sql.type(TagRow)`
    with moved as (
      select tag.id from contacts.contact_tag as link join contacts.tag on tag.id = link.tag_id
      where link.space_id = ${space} and link.contact_id = ${from} order by tag.id for key share of tag),
    added as (
      insert into contacts.contact_tag (space_id, contact_id, tag_id) select ${space}, ${to}, id from moved
      on conflict do nothing returning tag_id)
    select tag.id, tag.name from contacts.tag where tag.space_id = ${space} and tag.id in (select tag_id from added) order by lower(tag.name)`);

/** Puts a contact on the fixed lists that another one is on, and returns their number. */
export async function moveMemberships(tx: CommonQueryMethods, space: string, from: string, to: string): Promise<number> {
  await tx.query(sql.typeAlias('void')`
    with moved as (
      select audience.id from contacts.audience_contact as place join contacts.audience on audience.id = place.audience_id
      where place.space_id = ${space} and place.contact_id = ${from} order by audience.id for key share of audience)
    insert into contacts.audience_contact (audience_id, space_id, contact_id) select id, ${space}, ${to} from moved
    on conflict do nothing`);
  return tx.oneFirst(sql.type(Count)`
    select count(*) as count from contacts.audience_contact where space_id = ${space} and contact_id = ${from}`);
}

/** Makes the id and the email of a contact, and all that were merged into it, find another contact. Returns how many find it. */
export async function addAlias(
  tx: CommonQueryMethods,
  space: string,
  from: { readonly id: string; readonly email: string },
  to: string,
  now: string,
): Promise<number> {
  await tx.query(sql.typeAlias('void')`
    update contacts.contact_alias set contact_id = ${to} where space_id = ${space} and contact_id = ${from.id}`);
  await tx.query(sql.typeAlias('void')`
    insert into contacts.contact_alias (space_id, id, email, contact_id, created_at)
    values (${space}, ${from.id}, ${from.email}, ${to}, ${now}::timestamptz)`);
  return tx.oneFirst(sql.type(Count)`
    select count(*) as count from contacts.contact_alias where space_id = ${space} and contact_id = ${to}`);
}

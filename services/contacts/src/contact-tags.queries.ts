import { newId, sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { ContactRow, contactJson } from './contacts.queries.ts';

const TagRow = z.object({ id: z.string(), name: z.string() });

/** A tag by id and name. */
export type TagRow = z.infer<typeof TagRow>;

/** The tags of these names, made where they did not exist; names differ only in more than case. */
export async function ensureTags(tx: CommonQueryMethods, space: string, names: readonly string[], now: string): Promise<readonly TagRow[]> {
  const distinct = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].sort();
  await tx.query(sql.typeAlias('void')`
    insert into contacts.tag (id, space_id, name, created_at, updated_at)
    select id, ${space}, name, ${now}::timestamptz, ${now}::timestamptz
    from ${unnestRows(
      distinct.map((name) => ({ id: newId('tag'), name })),
      { id: 'text', name: 'text' },
      'new_tag',
    )}
    on conflict (space_id, lower(name)) do nothing`);
  return tx.any(sql.type(TagRow)`
    select id, name from contacts.tag
    where space_id = ${space} and lower(name) in (select lower(given) from unnest(${sql.array(distinct, 'text')}) as given)
    order by name`);
}

/** Gives a contact tags it does not have. */
export async function addTags(tx: CommonQueryMethods, space: string, contact: string, tags: readonly TagRow[], now: string) {
  await tx.query(sql.typeAlias('void')`
    insert into contacts.contact_tag (space_id, contact_id, tag_id)
    select ${space}, ${contact}, id from unnest(${sql.array(
      tags.map((tag) => tag.id),
      'text',
    )}) as id`);
  return copyTags(tx, space, contact, now);
}

/** Takes tags off a contact; `after` is null when it had none of them. */
export async function removeTags(tx: CommonQueryMethods, space: string, contact: string, names: readonly string[], now: string) {
  const removed = await tx.any(sql.type(TagRow)`
    delete from contacts.contact_tag as link using contacts.tag
    where link.space_id = ${space} and link.contact_id = ${contact} and link.tag_id = tag.id
      and lower(tag.name) in (select lower(given) from unnest(${sql.array([...names], 'text')}) as given)
    returning tag.id, tag.name`);
  return { removed, after: removed.length > 0 ? await copyTags(tx, space, contact, now) : null };
}

/** Writes the names of a contact's tags beside it, for reading. */
const copyTags = (tx: CommonQueryMethods, space: string, contact: string, now: string) =>
  tx.one(sql.type(ContactRow)`
    update contacts.contact as c
    set tags = array(
          select tag.name from contacts.contact_tag as link join contacts.tag on tag.id = link.tag_id
          where link.space_id = ${space} and link.contact_id = ${contact} order by lower(tag.name)),
        version = version + 1, updated_at = ${now}::timestamptz
    where c.space_id = ${space} and c.id = ${contact}
    returning ${contactJson(sql.fragment`c`)}::text as json, c.version`);

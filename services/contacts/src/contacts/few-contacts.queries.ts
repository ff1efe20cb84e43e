import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** Contacts of a tag or of a fixed list that Postgres reads and sorts in some milliseconds. */
const FEW = 1_000;

/** The groups of a list: each contact has all of the tags, and is in the fixed list of the audience. */
export interface Groups {
  readonly tag_ids: readonly (string | null)[];
  readonly fixed_audience_id?: string | undefined;
}

const GroupId = z.object({ id: z.string() });

/**
 * Returns a select of the contacts of the group that has only a few, or undefined if none of the groups is small. Postgres reads these
 * and sorts them. Otherwise it estimates how many there are, and often reads all contacts of the Space in the order of the list.
 */
export async function findFewContacts(database: CommonQueryMethods, space: string, groups: Groups): Promise<FragmentSqlToken | undefined> {
  const { fixed_audience_id: audience, tag_ids } = groups;
  if (audience !== undefined) {
    const listed = sql.fragment`select member.contact_id from contacts.audience_contact as member where member.audience_id = ${audience}`;
    if (await isSmall(database, listed)) return contactsOf(space, listed);
  }
  const tag = tag_ids.length > 0 ? await findSmallTag(database, space, tag_ids) : null;
  return tag === null ? undefined : contactsOf(space, taggedSql(space, sql.fragment`${tag}::text`));
}

// `offset 0` stops Postgres from reading them in the order of the list.
const contactsOf = (space: string, ids: FragmentSqlToken) =>
  sql.fragment`(select contact.* from contacts.contact where contact.space_id = ${space} and contact.id = any(array(${ids})) offset 0)`;

const taggedSql = (space: string, tag: FragmentSqlToken) =>
  sql.fragment`select link.contact_id from contacts.contact_tag as link where link.tag_id = ${tag} and link.space_id = ${space}`;

const isSmallSql = (members: FragmentSqlToken) =>
  sql.fragment`(select count(*) from (${members} limit ${sql.literalValue(String(FEW + 1))}::integer) as member) <= ${sql.literalValue(String(FEW))}::integer`;

const isSmall = (database: CommonQueryMethods, members: FragmentSqlToken): Promise<boolean> =>
  database.oneFirst(sql.type(z.object({ is_small: z.boolean() }))`select ${isSmallSql(members)} as is_small`);

/** Returns the id of the first of the tags that has only a few contacts, or null. */
const findSmallTag = (database: CommonQueryMethods, space: string, tag_ids: readonly (string | null)[]): Promise<string | null> =>
  database.maybeOneFirst(sql.type(GroupId)`
    select given.id from unnest(${sql.array(
      tag_ids.filter((id) => id !== null),
      'text',
    )}) as given (id)
    where ${isSmallSql(taggedSql(space, sql.fragment`given.id`))} limit 1`);

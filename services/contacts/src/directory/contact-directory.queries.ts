import { type Contact, MAX_MERGED_LOOKUP } from '@space/contracts/contacts';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { contactJson } from '../contacts/contacts.queries.ts';

const c = sql.fragment`c`;

/** A contact that was merged into another one. */
const MergedContact = z.object({ id: z.string(), email: z.string(), contact_id: z.string() });

/** Returns the contacts with one of these ids or emails (in any case) that were merged into others, sorted by id. */
export const findMerged = (database: CommonQueryMethods, space: string, ids: readonly string[], emails: readonly string[]) =>
  database.any(sql.type(MergedContact)`
    select id, email, contact_id from contacts.contact_alias as alias
    where alias.space_id = ${space} and alias.id = any(${sql.array([...ids], 'text')})
    union
    select id, email, contact_id from contacts.contact_alias as alias
    where alias.space_id = ${space} and lower(alias.email) = any(select lower(email) from unnest(${sql.array([...emails], 'text')}) as email)
    order by id`);

/** Returns the contacts that were merged into the same contacts as these, or into any contact; the latest merges, at most `MAX_MERGED_LOOKUP`. */
export const findMergedInto = (database: CommonQueryMethods, space: string, ids: readonly string[] | undefined) =>
  database.any(sql.type(MergedContact.omit({ email: true }))`
    select id, contact_id from contacts.contact_alias where space_id = ${space} ${
      ids === undefined
        ? sql.fragment``
        : sql.fragment`and contact_id in (
            select given from unnest(${sql.array([...ids], 'text')}) as given
            union
            select contact_id from contacts.contact_alias where space_id = ${space} and id = any(${sql.array([...ids], 'text')}))`
    }
    order by created_at desc, id limit ${MAX_MERGED_LOOKUP}`);

/** Returns the contacts of a Space with one of these ids or emails (in any case), each once, sorted by id. */
export async function findContacts(
  database: CommonQueryMethods,
  space: string,
  ids: readonly string[],
  emails: readonly string[],
): Promise<readonly Contact[]> {
  const rows = await database.any(sql.type(z.object({ json: z.string() }))`
    select ${contactJson(c)}::text as json from contacts.contact as c
    where c.space_id = ${space} and c.id = any(${sql.array([...ids], 'text')})
    union
    select ${contactJson(c)}::text as json from contacts.contact as c
    where c.space_id = ${space} and lower(c.email) = any(select lower(email) from unnest(${sql.array([...emails], 'text')}) as email)`);
  return rows.map(({ json }) => JSON.parse(json) as Contact).sort((a, b) => (a.id < b.id ? -1 : 1));
}

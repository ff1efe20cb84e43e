import type { Contact } from '@space/contracts/contacts';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { contactJson } from '../contacts/contacts.queries.ts';

const c = sql.fragment`c`;

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

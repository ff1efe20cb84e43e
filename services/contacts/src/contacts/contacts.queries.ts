import type { Contact, NewContact } from '@space/contracts/contacts';
import { containing, listQuery, lockVersioned, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** The JSON of a contact, as text, and its version. */
export const ContactRow = z.object({ json: z.string(), version: z.number() });

/** The fields of a contact that a caller may set. */
export type ContactFields = Partial<z.output<typeof NewContact>>;

/** Builds the JSON of a contact from a row of `contacts.contact`. */
export const contactJson = (c: FragmentSqlToken) => sql.fragment`(select row_to_json(r) from (select
  ${c}.id, ${wireTime(sql.fragment`${c}.created_at`)} as created_at, ${wireTime(sql.fragment`${c}.updated_at`)} as updated_at,
  ${c}.name, ${c}.email, ${c}.phone, ${c}.company, ${c}.line_of_work, ${c}.location, ${c}.bio, ${c}.custom_fields, ${c}.tags) as r)`;

const c = sql.fragment`c`;

/** The text that `search` matches: name, email and company, one per line. It must equal the expression of the index contact_search. */
const searchText = sql.fragment`lower(c.name || E'\n' || c.email || E'\n' || coalesce(c.company, ''))`;

/** The paging and search of a list of contacts. */
export interface ContactList extends PageInput {
  readonly search?: string | undefined;
}

/** A further condition on the row `c` of contacts, and the `from` that has this row and the values which the condition reads. */
export interface ContactFilter {
  readonly from: FragmentSqlToken;
  readonly where: FragmentSqlToken;
}

/** The query of a list of contacts, newest first, with or without a filter. */
export function listContacts(space: string, list: ContactList, filter?: ContactFilter): PageQuery {
  return listQuery(list, {
    from: filter?.from ?? sql.fragment`contacts.contact as c`,
    alias: 'c',
    where: sql.fragment`c.space_id = ${space}
      ${list.search ? sql.fragment`and ${searchText} like lower(${containing(list.search)})` : sql.fragment``}
      ${filter ? sql.fragment`and ${filter.where}` : sql.fragment``}`,
    item: contactJson(c),
    // The first page without a filter is the most frequent call.
    prepare: filter || list.search ? undefined : 'contacts-list',
  });
}

/** The query of one contact. */
export const contactById = (space: string, id: string) =>
  sql.type(ContactRow)`
    select ${contactJson(c)}::text as json, c.version from contacts.contact as c where c.space_id = ${space} and c.id = ${id}`;

/**
 * Returns a contact and its row, locked until the transaction ends. Throws `not_found`, and `precondition_failed` unless
 * its version is one of `ifMatch`.
 */
export async function lockContact(tx: CommonQueryMethods, space: string, id: string, ifMatch: readonly number[] | null) {
  const row = await lockVersioned(tx, contactById(space, id), { noun: 'contact', id, ifMatch });
  return { row, contact: JSON.parse(row.json) as Contact };
}

/** Returns the id of the contact with this email, in any case, or null. */
export const findIdByEmail = (database: CommonQueryMethods, space: string, email: string) =>
  database.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select id from contacts.contact where space_id = ${space} and lower(email) = lower(${email})`);

const contactByEmail = (space: string, email: string) => sql.fragment`
  select ${contactJson(c)}::text as json, c.version from contacts.contact as c
  where c.space_id = ${space} and lower(c.email) = lower(${email})`;

/** Returns the contact with this email, in any case, or null. */
export const findContactByEmail = async (database: CommonQueryMethods, space: string, email: string): Promise<Contact | null> =>
  contactOf(await database.maybeOne(sql.prepared('contacts-by-email', ContactRow)`${contactByEmail(space, email)}`));

/** Returns the contact with this email, in any case, locked until the transaction ends, or null. */
export const lockContactByEmail = async (tx: CommonQueryMethods, space: string, email: string): Promise<Contact | null> =>
  contactOf(await tx.maybeOne(sql.type(ContactRow)`${contactByEmail(space, email)} for update`));

const contactOf = (row: z.infer<typeof ContactRow> | null): Contact | null => row && (JSON.parse(row.json) as Contact);

/** The statement that inserts a contact. */
export const insertContact = (space: string, id: string, fields: z.output<typeof NewContact>, now: string) =>
  sql.fragment`${insertion(space, id, fields, now)} returning *`;

/** The JSON of the contact that `change`, the statement of an insert, returns. */
export const insertedContactJson = contactJson(sql.fragment`change`);

/** The statement that inserts a contact unless its email is taken: then it returns no row. */
export const insertContactIfNew = (space: string, id: string, fields: z.output<typeof NewContact>, now: string) => sql.fragment`
  ${insertion(space, id, fields, now)} on conflict (space_id, lower(email)) do nothing returning *`;

const insertion = (space: string, id: string, fields: z.output<typeof NewContact>, now: string) => sql.fragment`
  insert into contacts.contact as c (id, space_id, name, email, phone, company, line_of_work, location, bio, custom_fields, created_at, updated_at)
  values (${id}, ${space}, ${fields.name}, ${fields.email}, ${fields.phone ?? null}, ${fields.company ?? null}, ${fields.line_of_work ?? null},
          ${fields.location ?? null}, ${fields.bio ?? null}, ${JSON.stringify(fields.custom_fields ?? {})}::jsonb, ${now}::timestamptz, ${now}::timestamptz)`;

/** Changes columns of an existing contact and returns it with its new version. */
export function updateContact(database: CommonQueryMethods, space: string, id: string, fields: ContactFields, now: string) {
  const assignments = Object.entries(fields).map(([column, value]) =>
    column === 'custom_fields'
      ? sql.fragment`custom_fields = ${JSON.stringify(value)}::jsonb`
      : sql.fragment`${sql.identifier([column])} = ${value as string | null}`,
  );
  return database.one(sql.type(ContactRow)`
    update contacts.contact as c
    set ${sql.join(assignments, sql.fragment`, `)}, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}
    returning ${contactJson(c)}::text as json, c.version`);
}

/** Deletes an existing contact. */
export const deleteContact = (database: CommonQueryMethods, space: string, id: string) =>
  database.query(sql.typeAlias('void')`delete from contacts.contact where space_id = ${space} and id = ${id}`);

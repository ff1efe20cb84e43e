import { type Contact, contactFieldNames, type NewContact } from '@space/contracts/contacts';
import { lockVersioned, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** The JSON of a contact, as text, and its version. */
const ContactRow = z.object({ json: z.string(), version: z.number() });

/** The name of a field that a list returns on request. */
export type ContactField = (typeof contactFieldNames)[number];

/** The fields of a contact that a caller may set. */
export type ContactFields = Partial<z.output<typeof NewContact>>;

/** Builds the JSON of a contact from a row of `contacts.contact`: all of it, or its id and the named fields. */
export const contactJson = (c: FragmentSqlToken, fields: readonly ContactField[] = contactFieldNames) =>
  sql.fragment`(select row_to_json(r) from (select ${c}.id, ${sql.join(
    contactFieldNames.filter((name) => fields.includes(name)).map((name) => fieldSql(c, name)),
    sql.fragment`, `,
  )}) as r)`;

function fieldSql(c: FragmentSqlToken, name: ContactField): FragmentSqlToken {
  if (name === 'tags') return sql.fragment`${tagNames(c)} as tags`;
  const column = sql.fragment`${c}.${sql.identifier([name])}`;
  return name === 'created_at' || name === 'updated_at' ? sql.fragment`${wireTime(column)} as ${sql.identifier([name])}` : column;
}

/** Builds the sorted names of the tags of a contact. They are read from the tags, so a renamed tag has its new name everywhere. */
const tagNames = (c: FragmentSqlToken) => sql.fragment`array(
  select tag.name from contacts.contact_tag as link join contacts.tag on tag.id = link.tag_id
  where link.space_id = ${c}.space_id and link.contact_id = ${c}.id order by lower(tag.name))`;

const c = sql.fragment`c`;

/** The JSON of a whole contact `c`. The same fragment, so that pages reuse the text of their prepared statement. */
export const contactItem = contactJson(c);

/** An estimate of the bytes of a contact without its custom fields and notes. */
const OTHER_FIELDS_BYTES = 4_096;

/** The bytes of a contact `c`, nearly. */
export const contactBytes = sql.fragment`octet_length(c.custom_fields::text) + coalesce(octet_length(c.bio), 0) + ${OTHER_FIELDS_BYTES}`;

/** The id of the surviving contact if `id` was merged into another one, else `id`. */
const survivingId = (space: string, id: string) => sql.fragment`coalesce(
  (select contact_id from contacts.contact_alias as alias where alias.space_id = ${space} and alias.id = ${id}), ${id})`;

/** The query of one contact by its id, or by the id of a contact that was merged into it. */
export const contactById = (space: string, id: string) =>
  sql.type(ContactRow)`
    select ${contactJson(c)}::text as json, c.version from contacts.contact as c
    where c.space_id = ${space} and c.id = ${survivingId(space, id)}`;

/**
 * Returns a contact and its row, locked until the transaction ends. Its id may be another one than the given, which was merged
 * into it. Throws `not_found`, and `precondition_failed` unless
 * its version is one of `ifMatch`. It reads after the lock, because tags are read by a sub-query.
 */
export async function lockContact(tx: CommonQueryMethods, space: string, id: string, ifMatch: readonly number[] | null) {
  const version = sql.type(z.object({ version: z.number() }))`
    select version from contacts.contact where space_id = ${space} and id = ${survivingId(space, id)}`;
  await lockVersioned(tx, version, { noun: 'contact', id, ifMatch });
  const row = await tx.one(contactById(space, id));
  return { row, contact: JSON.parse(row.json) as Contact };
}

/** Returns the id of the contact with this email, in any case, or null. */
export const findIdByEmail = (database: CommonQueryMethods, space: string, email: string) =>
  database.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select id from contacts.contact where space_id = ${space} and lower(email) = lower(${email})`);

const contactByEmail = (space: string, email: string) => sql.fragment`
  select ${contactJson(c)}::text as json, c.version from contacts.contact as c
  where c.space_id = ${space} and lower(c.email) = lower(${email})`;

/** Returns the contact into which the contact with this email was merged last, or null. */
export const findContactByMergedEmail = async (database: CommonQueryMethods, space: string, email: string): Promise<Contact | null> =>
  contactOf(
    await database.maybeOne(sql.type(ContactRow)`
      select ${contactJson(c)}::text as json, c.version
      from contacts.contact_alias as alias join contacts.contact as c on c.space_id = alias.space_id and c.id = alias.contact_id
      where alias.space_id = ${space} and lower(alias.email) = lower(${email}) order by alias.created_at desc, alias.id desc limit 1`),
  );

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

/** Changes columns of an existing contact, none when only its tags changed, and returns it with its new version. */
export function updateContact(database: CommonQueryMethods, space: string, id: string, fields: ContactFields, now: string) {
  const assignments = Object.entries(fields).map(([column, value]) =>
    column === 'custom_fields'
      ? sql.fragment`custom_fields = ${JSON.stringify(value)}::jsonb`
      : sql.fragment`${sql.identifier([column])} = ${value as string | null}`,
  );
  return database.one(sql.type(ContactRow)`
    update contacts.contact as c
    set ${sql.join([...assignments, sql.fragment`version = version + 1, updated_at = ${now}::timestamptz`], sql.fragment`, `)}
    where space_id = ${space} and id = ${id}
    returning ${contactJson(c)}::text as json, c.version`);
}

import type { Contact } from '@space/contracts/contacts';
import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ContactFilter } from '../conditions/condition-sql.ts';
import { contactBytes, contactJson } from '../contacts/contacts.queries.ts';
import { NamedContact } from '../contacts/deleted-contacts.queries.ts';
import { TagRow } from '../tags/tags.queries.ts';

const c = sql.fragment`c`;

const ContactJson = z.object({ json: z.string() });

const Known = z.object({
  /** The place of its email among the given ones, from 0. */
  position: z.number(),
  id: z.string(),
  version: z.number(),
  /** Bytes of its custom fields and notes, and those that its other fields and tags may have. */
  bytes: z.number(),
});

const Twin = z.object({ position: z.number(), first: z.number() });

/**
 * Builds the id of the contact of each email, in any case: the contact that has it, or the one into which the contact with it was
 * merged last, or null.
 */
const foundByEmail = (space: string, emails: readonly string[]) => sql.fragment`
  select given.position::int - 1 as position, coalesce(
    (select c.id from contacts.contact as c where c.space_id = ${space} and lower(c.email) = lower(given.email)),
    (select alias.contact_id from contacts.contact_alias as alias
     where alias.space_id = ${space} and lower(alias.email) = lower(given.email) order by alias.created_at desc, alias.id desc limit 1)) as id
  from unnest(${sql.array([...emails], 'text')}) with ordinality as given (email, position)`;

/** Finds the contacts with these emails, also emails of contacts that were merged into them, and locks them until the transaction ends. */
export const lockByEmails = (tx: CommonQueryMethods, space: string, emails: readonly string[]) =>
  tx.any(sql.type(Known)`
    with found as (${foundByEmail(space, emails)})
    select found.position, c.id, c.version, ${contactBytes} as bytes
    from found join contacts.contact as c on c.space_id = ${space} and c.id = found.id
    order by c.id for update of c`);

/** Returns the emails that find the contact of an earlier one, as contacts that were merged do, by their places from 0. */
export const findTwins = (tx: CommonQueryMethods, space: string, emails: readonly string[]) =>
  tx.any(sql.type(Twin)`
    with found as (${foundByEmail(space, emails)}),
    placed as (select position, min(position) over (partition by id) as first from found where id is not null)
    select position, first from placed where position > first order by position`);

const LockedContact = z.object({ id: z.string(), version: z.number(), bytes: z.number() });

/** A contact with its version and its bytes, nearly. */
export type LockedContact = z.infer<typeof LockedContact>;

/** Returns the ids of at most `limit` contacts that match a filter, sorted. */
export const findMatching = (tx: CommonQueryMethods, { from, where }: ContactFilter, limit: number) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`select c.id from ${from} where ${where} order by c.id limit ${limit}`);

/** Returns those of the given contacts that match a filter, sorted by id. */
export const findMatchingOf = (tx: CommonQueryMethods, { from, where }: ContactFilter, ids: readonly string[]) =>
  tx.any(sql.type(LockedContact)`
    select c.id, c.version, ${contactBytes} as bytes from ${from} where ${where} and c.id in (select unnest(${sql.array([...ids], 'text')})) order by c.id`);

/** Returns the number of contacts that match a filter. */
export const countMatching = (tx: CommonQueryMethods, { from, where }: ContactFilter) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from ${from} where ${where}`);

/** Returns contacts by their ids, sorted by id. */
export async function readContacts(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<readonly Contact[]> {
  const rows = await tx.any(sql.type(ContactJson)`
    select ${contactJson(c)}::text as json from contacts.contact as c
    where c.space_id = ${space} and c.id = any(${sql.array([...ids], 'text')}) order by c.id`);
  return rows.map(({ json }) => JSON.parse(json) as Contact);
}

const columnTypes = {
  id: 'text',
  name: 'text',
  email: 'text',
  phone: 'text',
  company: 'text',
  line_of_work: 'text',
  location: 'text',
  bio: 'text',
  custom_fields: 'jsonb',
} as const;

const rowOf = (contact: Contact) => ({ ...contact, custom_fields: JSON.stringify(contact.custom_fields) }) as never;

/** Inserts contacts, in the order of their emails: of two calls with the same emails one waits for the other, without a deadlock. */
export const insertContacts = (tx: CommonQueryMethods, space: string, contacts: readonly Contact[], now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into contacts.contact (space_id, id, name, email, phone, company, line_of_work, location, bio, custom_fields, created_at, updated_at)
    select ${space}, added.*, ${now}::timestamptz, ${now}::timestamptz from ${unnestRows(contacts.map(rowOf), columnTypes, 'added')}
    order by lower(added.email)`);

/** Number of contacts of a call from which on its connection discards its plans. */
const MANY_CONTACTS = 500;

/**
 * Discards the plans of this connection before a call writes many contacts, so that Postgres plans with the sizes that the tables now
 * have. A plan made while a table was nearly empty reads the whole table for each check of a foreign key.
 */
export async function discardPlans(tx: CommonQueryMethods, contacts: number): Promise<void> {
  if (contacts >= MANY_CONTACTS) await tx.query(sql.typeAlias('void')`discard plans`);
}

/** Replaces the fields of contacts, and returns them with their tags. */
export async function updateContacts(
  tx: CommonQueryMethods,
  space: string,
  contacts: readonly Contact[],
  now: string,
): Promise<readonly Contact[]> {
  const rows = await tx.any(sql.type(ContactJson)`
    update contacts.contact as c
    set name = changed.name, email = changed.email, phone = changed.phone, company = changed.company, line_of_work = changed.line_of_work,
        location = changed.location, bio = changed.bio, custom_fields = changed.custom_fields,
        version = c.version + 1, updated_at = ${now}::timestamptz
    from ${unnestRows(contacts.map(rowOf), columnTypes, 'changed')}
    where c.space_id = ${space} and c.id = changed.id
    returning ${contactJson(c)}::text as json`);
  return rows.map(({ json }) => JSON.parse(json) as Contact);
}

/** Gives contacts whose tags changed their next version, and returns them sorted by id. */
export async function touchContacts(
  tx: CommonQueryMethods,
  space: string,
  ids: readonly string[],
  now: string,
): Promise<readonly Contact[]> {
  const rows = await tx.any(sql.type(ContactJson)`
    with touched as (
      update contacts.contact as c set version = c.version + 1, updated_at = ${now}::timestamptz
      where c.space_id = ${space} and c.id = any(${sql.array([...ids], 'text')}) returning c.*)
    select ${contactJson(c)}::text as json from touched as c order by c.id`);
  return rows.map(({ json }) => JSON.parse(json) as Contact);
}

/** Returns the names and emails of contacts, sorted by id. */
export const nameContacts = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.any(sql.type(NamedContact)`
    select id, name, email from contacts.contact where space_id = ${space} and id = any(${sql.array([...ids], 'text')}) order by id`);

/** Returns the ids of contacts in the given order; in place of the id of a merged contact that of the surviving one. */
export const findSurvivors = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select coalesce(
      (select alias.contact_id from contacts.contact_alias as alias where alias.space_id = ${space} and alias.id = given.id), given.id) as id
    from unnest(${sql.array([...ids], 'text')}) with ordinality as given (id, position) order by given.position`);

/** A tag and a contact that has it or gets it. */
export interface TagPair {
  readonly contact_id: string;
  readonly tag_id: string;
}

const tagPairs = (pairs: readonly TagPair[]) => unnestRows(pairs as readonly never[], { contact_id: 'text', tag_id: 'text' }, 'pair');

const ContactTag = TagRow.extend({ contact_id: z.string() });

/** Adds tags to contacts, and returns those that they did not have. */
export const addTagPairs = (tx: CommonQueryMethods, space: string, pairs: readonly TagPair[]) =>
  tx.any(sql.type(ContactTag)`
    with added as (
      insert into contacts.contact_tag (space_id, contact_id, tag_id)
      select ${space}, pair.contact_id, pair.tag_id from ${tagPairs(pairs)}
      on conflict do nothing returning contact_id, tag_id)
    select added.contact_id, tag.id, tag.name from added join contacts.tag on tag.space_id = ${space} and tag.id = added.tag_id
    order by added.contact_id, lower(tag.name)`);

/** Removes tags from contacts, and returns those that they had. */
export const removeTagPairs = (tx: CommonQueryMethods, space: string, pairs: readonly TagPair[]) =>
  tx.any(sql.type(ContactTag)`
    with removed as (
      delete from contacts.contact_tag as link using ${tagPairs(pairs)}
      where link.space_id = ${space} and link.contact_id = pair.contact_id and link.tag_id = pair.tag_id
      returning link.contact_id, link.tag_id)
    select removed.contact_id, tag.id, tag.name from removed join contacts.tag on tag.space_id = ${space} and tag.id = removed.tag_id
    order by removed.contact_id, lower(tag.name)`);

/** Returns a contact with more than so many tags among these, or null. */
export const findOvertagged = (tx: CommonQueryMethods, space: string, ids: readonly string[], limit: number) =>
  tx.maybeOne(sql.type(z.object({ contact_id: z.string(), count: z.number() }))`
    select contact_id, count(*) as count from contacts.contact_tag
    where space_id = ${space} and contact_id = any(${sql.array([...ids], 'text')})
    group by contact_id having count(*) > ${limit} order by contact_id limit 1`);

import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { contactBytes } from './contacts.queries.ts';

/** A contact by its id, with its name and email. */
export const NamedContact = z.object({ id: z.string(), name: z.string(), email: z.string() });

/** A contact by its id, with its name and email. */
export type NamedContact = z.infer<typeof NamedContact>;

/** The copy of a deleted contact, its version before the deletion, and the bytes of the contact, nearly. */
const Copy = z.object({ id: z.string(), version: z.number(), bytes: z.number() });

/** A deleted contact that cannot be restored, and the contact that has its email or that its id finds. */
const Unrestored = z.object({ id: z.string(), email: z.string(), existing_id: z.string().nullable() });

const given = (ids: readonly string[]) => sql.array([...ids], 'text');

/** Columns that a copy has as the contact has them. */
const columns = [
  'space_id',
  'id',
  'name',
  'email',
  'phone',
  'company',
  'line_of_work',
  'location',
  'bio',
  'custom_fields',
  'created_at',
] as const;

const columnsOf = (...alias: string[]) =>
  sql.join(
    columns.map((name) => sql.identifier([...alias, name])),
    sql.fragment`, `,
  );

/** Builds the insert of copies of contacts into a change, with their tags, places in fixed audiences and former ids. */
const insertCopies = (space: string, change: string, ids: readonly string[]) => sql.fragment`
  insert into contacts.deleted_contact (${columnsOf()}, version, change_id, tag_ids, audience_ids, aliases)
  select ${columnsOf('c')}, c.version, ${change},
    array(select link.tag_id from contacts.contact_tag as link where link.space_id = c.space_id and link.contact_id = c.id),
    array(select place.audience_id from contacts.audience_contact as place where place.space_id = c.space_id and place.contact_id = c.id),
    coalesce((select jsonb_agg(jsonb_build_object('id', alias.id, 'email', alias.email, 'created_at', alias.created_at))
      from contacts.contact_alias as alias where alias.space_id = c.space_id and alias.contact_id = c.id), '[]')
  from contacts.contact as c where c.space_id = ${space} and c.id = any(${given(ids)})`;

const deletion = (space: string, ids: readonly string[]) =>
  sql.fragment`delete from contacts.contact where space_id = ${space} and id = any(${given(ids)})`;

const forgetting = (space: string, ids: FragmentSqlToken) =>
  sql.fragment`delete from contacts.bulk_change_contact where space_id = ${space} and contact_id in (${ids})`;

/** Deletes contacts for good, with the values that undo earlier changes of them. */
export const deleteForGood = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    with forgotten as (${forgetting(space, sql.fragment`select unnest(${given(ids)})`)})
    ${deletion(space, ids)}`);

/** Deletes a contact by a change of its own, which stores a copy. */
export const deleteByChange = (tx: CommonQueryMethods, space: string, change: string, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    with change as (
      insert into contacts.bulk_change (space_id, id, contact_count, created_at, is_single)
      values (${space}, ${change}, 1, ${now}::timestamptz, true)),
    stored as (${insertCopies(space, change, [id])})
    ${deletion(space, [id])}`);

/** Deletes contacts and stores copies in a change that exists. */
export const deleteWithCopies = (tx: CommonQueryMethods, space: string, change: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    with counted as (
      update contacts.bulk_change set contact_count = contact_count + ${ids.length} where space_id = ${space} and id = ${change}),
    stored as (${insertCopies(space, change, ids)})
    ${deletion(space, ids)}`);

/** Deletes the copies of deleted contacts, with the values that undo earlier changes of them, and returns the contacts by id. */
export const eraseCopies = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.any(sql.type(NamedContact)`
    with erased as (
      delete from contacts.deleted_contact where space_id = ${space} and id = any(${given(ids)}) returning id, name, email),
    forgotten as (${forgetting(space, sql.fragment`select id from erased`)})
    select id, name, email from erased order by id`);

/** Returns the copies that a change stores, locked until the transaction ends, sorted by id. */
export const lockCopies = (tx: CommonQueryMethods, space: string, change: string) =>
  tx.any(sql.type(Copy)`
    select c.id, c.version, ${contactBytes} as bytes from contacts.deleted_contact as c
    where c.space_id = ${space} and c.change_id = ${change} order by c.id for update`);

const copiesOf = (space: string, change: string, ids: readonly string[]) =>
  sql.fragment`contacts.deleted_contact as copy where copy.space_id = ${space} and copy.change_id = ${change} and copy.id = any(${given(ids)})`;

/**
 * Creates deleted contacts again, each with its id and its next version, and returns their ids. A contact whose email another one
 * has, or whose id finds another one, is left out. The order of emails is that of other calls that create contacts.
 */
export const insertFromCopies = (tx: CommonQueryMethods, space: string, change: string, ids: readonly string[], now: string) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    insert into contacts.contact (${columnsOf()}, version, updated_at)
    select ${columnsOf('copy')}, copy.version + 1, ${now}::timestamptz from ${copiesOf(space, change, ids)}
      and not exists (select from contacts.contact_alias as alias where alias.space_id = copy.space_id and alias.id = copy.id)
    order by lower(copy.email)
    on conflict do nothing returning id`);

/**
 * Gives restored contacts their tags, their places in fixed audiences and their former ids. Tags and audiences that are gone are left
 * out, and an audience takes contacts up to `most`.
 */
export async function restoreRelations(
  tx: CommonQueryMethods,
  space: string,
  change: string,
  ids: readonly string[],
  most: number,
): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    with wanted as (
      select copy.id as contact_id, unnest(copy.tag_ids) as tag_id from ${copiesOf(space, change, ids)}),
    known as (
      select id from contacts.tag where space_id = ${space} and id in (select tag_id from wanted) order by id for key share)
    insert into contacts.contact_tag (space_id, contact_id, tag_id)
    select ${space}, wanted.contact_id, known.id from wanted join known on known.id = wanted.tag_id`);
  await tx.query(sql.typeAlias('void')`
    with wanted as (
      select copy.id as contact_id, unnest(copy.audience_ids) as audience_id from ${copiesOf(space, change, ids)}),
    known as (
      select id from contacts.audience
      where space_id = ${space} and id in (select audience_id from wanted) and condition is null order by id for key share),
    filled as (
      select audience_id, count(*) as count from contacts.audience_contact
      where space_id = ${space} and audience_id in (select id from known) group by audience_id),
    placed as (
      select wanted.*, row_number() over (partition by audience_id order by contact_id) as place
      from wanted join known on known.id = wanted.audience_id)
    insert into contacts.audience_contact (audience_id, space_id, contact_id)
    select placed.audience_id, ${space}, placed.contact_id from placed left join filled using (audience_id)
    where placed.place + coalesce(filled.count, 0) <= ${most}`);
  await tx.query(sql.typeAlias('void')`
    insert into contacts.contact_alias (space_id, id, email, contact_id, created_at)
    select ${space}, alias.id, alias.email, restored.id, alias.created_at
    from (select copy.id, copy.aliases from ${copiesOf(space, change, ids)} and copy.aliases <> '[]') as restored,
      jsonb_to_recordset(restored.aliases) as alias (id text, email text, created_at timestamptz)
    on conflict do nothing`);
}

/** Deletes the copies of restored contacts from their change. */
export const deleteRestored = (tx: CommonQueryMethods, space: string, change: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    with counted as (
      update contacts.bulk_change set contact_count = contact_count - ${ids.length} where space_id = ${space} and id = ${change})
    delete from contacts.deleted_contact where space_id = ${space} and change_id = ${change} and id = any(${given(ids)})`);

/** Returns the first deleted contacts that a change has left, each with the contact that has its email or that its id finds. */
export const findUnrestored = (tx: CommonQueryMethods, space: string, change: string, limit: number) =>
  tx.any(sql.type(Unrestored)`
    select copy.id, copy.email, coalesce(
      (select c.id from contacts.contact as c where c.space_id = copy.space_id and lower(c.email) = lower(copy.email)),
      (select alias.contact_id from contacts.contact_alias as alias where alias.space_id = copy.space_id and alias.id = copy.id)) as existing_id
    from contacts.deleted_contact as copy
    where copy.space_id = ${space} and copy.change_id = ${change} order by copy.id limit ${limit}`);

import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { type ContactFields, contactBytes } from '../contacts/contacts.queries.ts';

/** The change of one contact: its versions, the former fields, and ids of tags. The former are null if it was created. */
export interface ContactChange {
  readonly contact_id: string;
  readonly version: number;
  readonly version_before: number | null;
  readonly fields: ContactFields | null;
  readonly added_tags: readonly string[];
  readonly removed_tags: readonly string[];
}

/** A change of a contact as it is stored: JSON as text. */
export type ContactChangeRow = Readonly<
  Record<'contact_id' | 'added_tags' | 'removed_tags', string> & { version: number; version_before: number | null; fields: string | null }
>;

const ChangeJson = z.object({ json: z.string() });

const StoredChange = z.object({
  contact_id: z.string(),
  version: z.number(),
  version_before: z.number().nullable(),
  is_created: z.boolean(),
  /** Bytes of the former fields. */
  bytes: z.number(),
});

const LockedVersion = z.object({ id: z.string(), version: z.number(), bytes: z.number() });

/** A contact of a change, locked, with its version after the change and the one that it has now; `bytes` counts both of its states. */
export type ChangedContact = z.infer<typeof StoredChange> & { readonly current_version: number };

/** Inserts a change without contacts. */
export const insertChange = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into contacts.bulk_change (space_id, id, contact_count, created_at) values (${space}, ${id}, 0, ${now}::timestamptz)`);

const columnTypes = {
  contact_id: 'text',
  version: 'int4',
  version_before: 'int4',
  fields: 'jsonb',
  added_tags: 'jsonb',
  removed_tags: 'jsonb',
} as const;

/** Inserts contacts of a change. */
export const insertChangedContacts = (tx: CommonQueryMethods, space: string, id: string, rows: readonly ContactChangeRow[]) =>
  tx.query(sql.typeAlias('void')`
    with counted as (
      update contacts.bulk_change set contact_count = contact_count + ${rows.length} where space_id = ${space} and id = ${id})
    insert into contacts.bulk_change_contact (space_id, change_id, contact_id, version, version_before, fields, added_tags, removed_tags)
    select ${space}, ${id}, changed.* from ${unnestRows(rows, columnTypes, 'changed')}`);

/** Deletes a change and what is stored about its contacts. */
export const deleteChange = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from contacts.bulk_change where space_id = ${space} and id = ${id}`);

/**
 * Deletes the oldest changes of many contacts of a Space, so that `most` remain. One that is being reverted is left for the next
 * time.
 */
export const deleteOldChanges = (tx: CommonQueryMethods, space: string, most: number) =>
  tx.query(sql.typeAlias('void')`
    delete from contacts.bulk_change where space_id = ${space} and id in (
      select id from contacts.bulk_change where space_id = ${space} and not is_single and id <= (
        select id from contacts.bulk_change where space_id = ${space} and not is_single order by id desc offset ${most} limit 1)
      for update skip locked)`);

/** Deletes at most `limit` changes that were made before `before`; returns how many. */
export const deleteExpiredChanges = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> => {
  const { rowCount } = await database.query(sql.typeAlias('void')`
    delete from contacts.bulk_change where (space_id, id) in (
      select space_id, id from contacts.bulk_change where created_at <= ${before}::timestamptz limit ${limit} for update skip locked)`);
  return rowCount;
};

/** Returns the number of contacts of a change that was made after `since`, locked until the transaction ends, or null. */
export const lockChange = (tx: CommonQueryMethods, space: string, id: string, since: string) =>
  tx.maybeOneFirst(sql.type(z.object({ contact_count: z.number() }))`
    select contact_count from contacts.bulk_change
    where space_id = ${space} and id = ${id} and created_at > ${since}::timestamptz for update`);

/**
 * Locks the contacts of a change that exist until the transaction ends, and returns them by id. The tables are read one after the
 * other: before statistics know of a large change, Postgres would join them by comparing each row with each other one.
 */
export async function lockChangedContacts(tx: CommonQueryMethods, space: string, id: string): Promise<readonly ChangedContact[]> {
  const ids = await tx.anyFirst(sql.type(z.object({ contact_id: z.string() }))`
    select contact_id from contacts.bulk_change_contact where space_id = ${space} and change_id = ${id}`);
  const locked = await tx.any(sql.type(LockedVersion)`
    select c.id, c.version, ${contactBytes} as bytes from contacts.contact as c
    where c.space_id = ${space} and c.id = any(${sql.array([...ids], 'text')}) order by c.id for update`);
  const contactOf = new Map(locked.map((contact) => [contact.id, contact]));
  // Another revert may have moved the versions of this change before it released the contacts.
  const stored = await tx.any(sql.type(StoredChange)`
    select contact_id, version, version_before, fields is null as is_created, coalesce(octet_length(fields::text), 0) as bytes
    from contacts.bulk_change_contact where space_id = ${space} and change_id = ${id} order by contact_id`);
  return stored.flatMap((change) => {
    const contact = contactOf.get(change.contact_id);
    return contact ? [{ ...change, current_version: contact.version, bytes: change.bytes + contact.bytes }] : [];
  });
}

/** Returns what a change did to some of its contacts. */
export async function readChanges(tx: CommonQueryMethods, space: string, id: string, contacts: readonly string[]) {
  const rows = await tx.any(sql.type(ChangeJson)`
    select row_to_json(changed)::text as json from contacts.bulk_change_contact as changed
    where changed.space_id = ${space} and changed.change_id = ${id} and changed.contact_id = any(${sql.array([...contacts], 'text')})`);
  return rows.map(({ json }) => JSON.parse(json) as ContactChange);
}

/** A contact that another version replaces. */
export interface VersionStep {
  readonly contact_id: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Gives other changes of contacts the version that a revert created. The contacts are as they were in the version `from`, so the
 * changes that led to it can be reverted, too.
 */
export const moveVersions = (tx: CommonQueryMethods, space: string, id: string, steps: readonly VersionStep[]) =>
  tx.query(sql.typeAlias('void')`
    update contacts.bulk_change_contact as changed set version = step.after
    from ${unnestRows(
      steps.map(({ contact_id, from, to }) => ({ contact_id, before: from, after: to })),
      { contact_id: 'text', before: 'int4', after: 'int4' },
      'step',
    )}
    where changed.space_id = ${space} and changed.contact_id = step.contact_id and changed.version = step.before and changed.change_id <> ${id}`);

/** Forgets contacts of a change that were reverted. */
export const deleteReverted = (tx: CommonQueryMethods, space: string, id: string, contacts: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    with counted as (
      update contacts.bulk_change set contact_count = contact_count - ${contacts.length} where space_id = ${space} and id = ${id})
    delete from contacts.bulk_change_contact
    where space_id = ${space} and change_id = ${id} and contact_id = any(${sql.array([...contacts], 'text')})`);

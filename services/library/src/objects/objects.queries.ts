import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A file of a Space by its bytes. */
export interface ObjectRef {
  readonly space_id: string;
  readonly sha256: string;
}

/** Locks an object until the transaction ends: a call that begins or ends its use, and a task that removes its bytes, has this lock. */
export const lockObject = (tx: CommonQueryMethods, { space_id, sha256 }: ObjectRef) =>
  tx.query(sql.type(z.object({ locked: z.literal(true) }))`
    select pg_advisory_xact_lock(hashtextextended('library.object ' || ${space_id} || ' ' || ${sha256}, 0)) is not null as locked`);

/** Announces an object whose bytes follow: it stays until a time, unless a version gets it. Returns its row. */
export const reserveObject = (tx: CommonQueryMethods, { space_id, sha256 }: ObjectRef, size: number, until: string) =>
  tx.one(sql.type(z.object({ number: z.number(), is_unused: z.boolean() }))`
    insert into library.asset_object as o (space_id, sha256, size, is_stored, remove_at)
    values (${space_id}, ${sha256}, ${size}, false, ${until}::timestamptz)
    on conflict (space_id, sha256) do update
    set remove_at = case when o.remove_at is not null then greatest(o.remove_at, excluded.remove_at) end
    returning number, remove_at is not null as is_unused`);

/** Notes that a reserved object is in the store. Returns false if its row was deleted meanwhile. */
export async function noteStored(tx: CommonQueryMethods, { space_id, sha256 }: ObjectRef, number: number): Promise<boolean> {
  const { rowCount } = await tx.query(sql.typeAlias('void')`
    update library.asset_object set is_stored = true where space_id = ${space_id} and sha256 = ${sha256} and number = ${number}`);
  return rowCount > 0;
}

/** Lets an object go at a time, unless a version has it or it was reserved again. */
export const endReservation = (tx: CommonQueryMethods, { space_id, sha256, until }: ObjectRef & { readonly until: string }, at: string) =>
  tx.query(sql.typeAlias('void')`
    update library.asset_object set remove_at = ${at}::timestamptz
    where space_id = ${space_id} and sha256 = ${sha256} and remove_at = ${until}::timestamptz`);

/** Begins the use of an object that is locked; returns true if none used it before. Returns undefined if it is not in the store. */
export async function useObject(tx: CommonQueryMethods, { space_id, sha256 }: ObjectRef): Promise<boolean | undefined> {
  const row = await tx.maybeOne(sql.type(z.object({ was_unused: z.boolean() }))`
    with before as (
      select remove_at is not null as was_unused from library.asset_object
      where space_id = ${space_id} and sha256 = ${sha256} and is_stored
    ), used as (
      update library.asset_object set remove_at = null where space_id = ${space_id} and sha256 = ${sha256} and is_stored
    )
    select was_unused from before`);
  return row?.was_unused;
}

/** Inserts the row of an object whose bytes a dry run does not store. */
export const pretendObject = (tx: CommonQueryMethods, { space_id, sha256 }: ObjectRef, size: number, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into library.asset_object (space_id, sha256, size, is_stored, remove_at)
    values (${space_id}, ${sha256}, ${size}, true, ${now}::timestamptz)
    on conflict (space_id, sha256) do nothing`);

/** Lets objects that no version has any more go at a time, and returns their bytes. */
export const releaseObjects = (tx: CommonQueryMethods, space: string, hashes: readonly string[], at: string) =>
  tx.oneFirst(sql.type(z.object({ bytes: z.number() }))`
    with gone as (
      update library.asset_object as o set remove_at = ${at}::timestamptz
      where o.space_id = ${space} and o.sha256 = any(${sql.array([...hashes], 'text')}) and o.remove_at is null
        and not exists (select from library.asset_version as v where v.space_id = o.space_id and v.sha256 = o.sha256)
      returning o.size
    )
    select coalesce(sum(size), 0)::bigint as bytes from gone`);

/** The assets of a Space and the bytes that they use. */
const Usage = z.object({ assets: z.number(), bytes: z.number() });

/** Adds to what a Space uses and returns the sums, locked until the transaction ends. */
export const addUsage = (tx: CommonQueryMethods, space: string, { assets, bytes }: z.infer<typeof Usage>) =>
  tx.one(sql.type(Usage)`
    insert into library.asset_usage as u (space_id, assets, bytes) values (${space}, ${assets}, ${bytes})
    on conflict (space_id) do update set assets = u.assets + excluded.assets, bytes = u.bytes + excluded.bytes
    returning assets, bytes`);

/** Returns what a Space uses. */
export const findUsage = (database: CommonQueryMethods, space: string) =>
  database.maybeOne(sql.type(Usage)`select assets, bytes from library.asset_usage where space_id = ${space}`);

/** Returns objects that are to leave the store. */
export const findUnusedObjects = (database: CommonQueryMethods, now: string, limit: number) =>
  database.any(sql.type(z.object({ space_id: z.string(), sha256: z.string() }))`
    select space_id, sha256 from library.asset_object where remove_at <= ${now}::timestamptz order by remove_at limit ${limit}`);

/** Returns true if an object is to leave the store. */
export const isToBeRemoved = (tx: CommonQueryMethods, { space_id, sha256 }: ObjectRef, now: string) =>
  tx.exists(sql.type(z.object({}))`
    select from library.asset_object where space_id = ${space_id} and sha256 = ${sha256} and remove_at <= ${now}::timestamptz`);

/** Deletes the row of an unused object. */
export const deleteObject = (tx: CommonQueryMethods, { space_id, sha256 }: ObjectRef) =>
  tx.query(sql.typeAlias('void')`delete from library.asset_object where space_id = ${space_id} and sha256 = ${sha256}`);

/** Returns those of some objects that have a row. */
export async function findKnownObjects(database: CommonQueryMethods, refs: readonly ObjectRef[]): Promise<ReadonlySet<string>> {
  const rows = await database.any(sql.type(z.object({ space_id: z.string(), sha256: z.string() }))`
    select o.space_id, o.sha256 from ${unnestRows(
      refs.map(({ space_id, sha256 }) => ({ space_id, sha256 })),
      { space_id: 'text', sha256: 'text' },
      'n',
    )} join library.asset_object as o on o.space_id = n.space_id and o.sha256 = n.sha256`);
  return new Set(rows.map(({ space_id, sha256 }) => `${space_id} ${sha256}`));
}

/** Returns the keys of the variants of a picture, which leave the store with it. */
export const findVariantKeys = (tx: CommonQueryMethods, { space_id, sha256 }: ObjectRef) =>
  tx.anyFirst(sql.type(z.object({ key: z.string() }))`
    select 'v/' || space_id || '/' || sha256 || '/' || name as key from library.asset_variant
    where space_id = ${space_id} and sha256 = ${sha256}`);

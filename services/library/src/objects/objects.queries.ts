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

/** Announces an object whose bytes follow: it is not removed for `UNUSED_OBJECT_HOURS`. */
export const reserveObject = (tx: CommonQueryMethods, { space_id, sha256 }: ObjectRef, size: number, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into library.asset_object as o (space_id, sha256, size, unused_at)
    values (${space_id}, ${sha256}, ${size}, ${now}::timestamptz)
    on conflict (space_id, sha256) do update
    set unused_at = case when o.unused_at is not null then excluded.unused_at end`);

/** Begins the use of an object that is locked; returns true if none used it before. Returns undefined if it is missing. */
export async function useObject(tx: CommonQueryMethods, { space_id, sha256 }: ObjectRef): Promise<boolean | undefined> {
  const row = await tx.maybeOne(sql.type(z.object({ was_unused: z.boolean() }))`
    with before as (
      select unused_at is not null as was_unused from library.asset_object
      where space_id = ${space_id} and sha256 = ${sha256}
    ), used as (
      update library.asset_object set unused_at = null where space_id = ${space_id} and sha256 = ${sha256}
    )
    select was_unused from before`);
  return row?.was_unused;
}

/** Inserts the row of an object whose bytes a dry run does not store. */
export const pretendObject = (tx: CommonQueryMethods, { space_id, sha256 }: ObjectRef, size: number, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into library.asset_object (space_id, sha256, size, unused_at) values (${space_id}, ${sha256}, ${size}, ${now}::timestamptz)
    on conflict (space_id, sha256) do nothing`);

/** Notes objects that no version has any more as unused, and returns their bytes. */
export const releaseObjects = (tx: CommonQueryMethods, space: string, hashes: readonly string[], now: string) =>
  tx.oneFirst(sql.type(z.object({ bytes: z.number() }))`
    with gone as (
      update library.asset_object as o set unused_at = ${now}::timestamptz
      where o.space_id = ${space} and o.sha256 = any(${sql.array([...hashes], 'text')}) and o.unused_at is null
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

/** Returns objects that have been unused since before a time. */
export const findUnusedObjects = (database: CommonQueryMethods, before: string, limit: number) =>
  database.any(sql.type(z.object({ space_id: z.string(), sha256: z.string() }))`
    select space_id, sha256 from library.asset_object where unused_at < ${before}::timestamptz
    order by unused_at limit ${limit}`);

/** Returns true if an object has been unused since before a time. */
export const isUnusedSince = (tx: CommonQueryMethods, { space_id, sha256 }: ObjectRef, before: string) =>
  tx.exists(sql.type(z.object({}))`
    select from library.asset_object where space_id = ${space_id} and sha256 = ${sha256} and unused_at < ${before}::timestamptz`);

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

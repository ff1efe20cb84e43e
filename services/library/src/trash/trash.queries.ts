import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Id = z.object({ id: z.string() });

/** Returns the ids of the assets in folders, at most `limit`; those in the trash only if `alsoTrashed`. */
export const findAssetIdsIn = (tx: CommonQueryMethods, space: string, folders: readonly string[], alsoTrashed: boolean, limit: number) =>
  tx.anyFirst(sql.type(Id)`
    select id from library.asset where space_id = ${space} and folder_id = any(${sql.array([...folders], 'text')})
      and (${alsoTrashed} or trashed_at is null) order by id limit ${limit}`);

/** Returns the ids of the assets in folders that a deletion moved to the trash, at most `limit`. */
export const findAssetsTrashedWith = (tx: CommonQueryMethods, space: string, deletion: string, folders: readonly string[], limit: number) =>
  tx.anyFirst(sql.type(Id)`
    select id from library.asset
    where space_id = ${space} and trashed_with = ${deletion} and folder_id = any(${sql.array([...folders], 'text')})
    order by id limit ${limit}`);

/** Moves assets to the trash with the deletion that they belong to, or takes them out of it. */
export const setAssetsTrashed = (tx: CommonQueryMethods, space: string, ids: readonly string[], trashed_with: string | null, now: string) =>
  tx.query(sql.typeAlias('void')`
    update library.asset set trashed_at = ${trashed_with === null ? null : now}::timestamptz, trashed_with = ${trashed_with},
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);

/** Takes the assets in the trash out of folders that are deleted for good. */
export const emptyFolders = (tx: CommonQueryMethods, space: string, folders: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    update library.asset set folder_id = null where space_id = ${space} and folder_id = any(${sql.array([...folders], 'text')})`);

/** Deletes assets for good, with their versions and uses. Their objects are released after it. */
export const deleteAssetRows = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`delete from library.asset where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);

/** Returns assets that have been in the trash since before a time and that nothing uses, locked; it skips those that others have locked. */
export const findExpiredAssets = (tx: CommonQueryMethods, before: string, limit: number) =>
  tx.any(sql.type(Id.extend({ space_id: z.string() }))`
    select a.space_id, a.id from library.asset as a
    where a.trashed_at < ${before}::timestamptz
      and not exists (select from library.asset_use as u where u.space_id = a.space_id and u.asset_id = a.id)
    order by a.trashed_at limit ${limit} for update skip locked`);

/** Deletes folders for good that have been in the trash since before a time and contain nothing; returns their number. */
export const deleteExpiredFolders = (database: CommonQueryMethods, before: string, limit: number) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    with gone as (
      delete from library.folder as f where (f.space_id, f.id) in (
        select e.space_id, e.id from library.folder as e
        where e.trashed_at < ${before}::timestamptz
          and not exists (select from library.asset as a where a.space_id = e.space_id and a.folder_id = e.id)
          and not exists (select from library.document as d where d.space_id = e.space_id and d.folder_id = e.id)
          and not exists (select from library.folder as c where c.space_id = e.space_id and c.parent_id = e.id)
        limit ${limit} for update skip locked)
      returning f.id
    )
    select count(*) as count from gone`);

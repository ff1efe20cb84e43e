import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ThingKind } from './things.ts';

const Id = z.object({ id: z.string() });

const tableOf = (kind: ThingKind) => sql.identifier(['library', kind]);

const textArray = (ids: readonly string[]) => sql.array([...ids], 'text');

/** Returns the ids of the things of a kind in folders, at most `limit`; those in the trash only if `alsoTrashed`. */
export const findIdsIn = (
  tx: CommonQueryMethods,
  space: string,
  kind: ThingKind,
  folders: readonly string[],
  alsoTrashed: boolean,
  limit: number,
) =>
  tx.anyFirst(sql.type(Id)`
    select id from ${tableOf(kind)} where space_id = ${space} and folder_id = any(${textArray(folders)})
      and (${alsoTrashed} or trashed_at is null) order by id limit ${limit}`);

/** Returns the ids of the things of a kind in folders that a deletion moved to the trash, at most `limit`. */
export const findIdsTrashedWith = (
  tx: CommonQueryMethods,
  space: string,
  kind: ThingKind,
  deletion: string,
  folders: readonly string[],
  limit: number,
) =>
  tx.anyFirst(sql.type(Id)`
    select id from ${tableOf(kind)}
    where space_id = ${space} and trashed_with = ${deletion} and folder_id = any(${textArray(folders)})
    order by id limit ${limit}`);

/** Gives things another folder. */
export const setFolder = (
  tx: CommonQueryMethods,
  space: string,
  kind: ThingKind,
  ids: readonly string[],
  folder_id: string | null,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update ${tableOf(kind)} set folder_id = ${folder_id}, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = any(${textArray(ids)})`);

/** Moves things to the trash, each with the deletion that it belongs to: one for all, or its own id. */
export const moveToTrash = (
  tx: CommonQueryMethods,
  space: string,
  kind: ThingKind,
  ids: readonly string[],
  deletion: string | null,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update ${tableOf(kind)} set trashed_at = ${now}::timestamptz, trashed_with = coalesce(${deletion}, id), version = version + 1,
      updated_at = ${now}::timestamptz
    where space_id = ${space} and id = any(${textArray(ids)})`);

/** Takes things out of the trash. */
export const takeFromTrash = (tx: CommonQueryMethods, space: string, kind: ThingKind, ids: readonly string[], now: string) =>
  tx.query(sql.typeAlias('void')`
    update ${tableOf(kind)} set trashed_at = null, trashed_with = null, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = any(${textArray(ids)})`);

/** Takes the things of a kind out of folders that are deleted for good: only things in the trash are still in them. */
export const emptyFolders = (tx: CommonQueryMethods, space: string, kind: ThingKind, folders: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    update ${tableOf(kind)} set folder_id = null where space_id = ${space} and folder_id = any(${textArray(folders)})`);

/** Deletes things for good with all that belongs to them, and the uses of assets by them. */
export async function deleteWithUses(tx: CommonQueryMethods, space: string, kind: ThingKind, ids: readonly string[]): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    delete from library.asset_use where space_id = ${space} and kind = ${kind} and thing_id = any(${textArray(ids)})`);
  await tx.query(sql.typeAlias('void')`delete from ${tableOf(kind)} where space_id = ${space} and id = any(${textArray(ids)})`);
}

/** Returns the things of a kind that have been in the trash since before a time, locked; it skips those that others have locked. */
export const findExpired = (tx: CommonQueryMethods, kind: ThingKind, before: string, limit: number) =>
  tx.any(sql.type(Id.extend({ space_id: z.string() }))`
    select space_id, id from ${tableOf(kind)} where trashed_at < ${before}::timestamptz
    order by trashed_at limit ${limit} for update skip locked`);

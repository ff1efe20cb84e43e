import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Id = z.object({ id: z.string() });

/** Returns the ids of the documents in folders, at most `limit`; those in the trash only if `alsoTrashed`. */
export const findDocumentIdsIn = (tx: CommonQueryMethods, space: string, folders: readonly string[], alsoTrashed: boolean, limit: number) =>
  tx.anyFirst(sql.type(Id)`
    select id from library.document where space_id = ${space} and folder_id = any(${sql.array([...folders], 'text')})
      and (${alsoTrashed} or trashed_at is null) order by id limit ${limit}`);

/** Returns the ids of the documents in folders that a deletion moved to the trash, at most `limit`. */
export const findDocumentsTrashedWith = (
  tx: CommonQueryMethods,
  space: string,
  deletion: string,
  folders: readonly string[],
  limit: number,
) =>
  tx.anyFirst(sql.type(Id)`
    select id from library.document
    where space_id = ${space} and trashed_with = ${deletion} and folder_id = any(${sql.array([...folders], 'text')})
    order by id limit ${limit}`);

/** Moves documents to the trash, each with the deletion that it belongs to: one for all, or its own id. */
export const trashDocuments = (tx: CommonQueryMethods, space: string, ids: readonly string[], deletion: string | null, now: string) =>
  tx.query(sql.typeAlias('void')`
    update library.document set trashed_at = ${now}::timestamptz, trashed_with = coalesce(${deletion}, id), version = version + 1,
      updated_at = ${now}::timestamptz
    where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);

/** Takes documents out of the trash. */
export const untrashDocuments = (tx: CommonQueryMethods, space: string, ids: readonly string[], now: string) =>
  tx.query(sql.typeAlias('void')`
    update library.document set trashed_at = null, trashed_with = null, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);

/** Takes the documents in the trash out of folders that are deleted for good. */
export const emptyFoldersOfDocuments = (tx: CommonQueryMethods, space: string, folders: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    update library.document set folder_id = null where space_id = ${space} and folder_id = any(${sql.array([...folders], 'text')})`);

/** Deletes documents for good with their content and versions, and the uses of assets by them. */
export async function deleteDocuments(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<void> {
  const given = sql.array([...ids], 'text');
  await tx.query(sql.typeAlias('void')`
    delete from library.asset_use where space_id = ${space} and kind = 'document' and thing_id = any(${given})`);
  await tx.query(sql.typeAlias('void')`delete from library.document where space_id = ${space} and id = any(${given})`);
}

/** Returns documents that have been in the trash since before a time, locked; it skips those that others have locked. */
export const findExpiredDocuments = (tx: CommonQueryMethods, before: string, limit: number) =>
  tx.any(sql.type(Id.extend({ space_id: z.string() }))`
    select space_id, id from library.document where trashed_at < ${before}::timestamptz
    order by trashed_at limit ${limit} for update skip locked`);

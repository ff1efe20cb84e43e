import { containing, listQuery, lockVersioned, orderOf, type PageInput, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { thingCounts } from '../things/things-sql.ts';

const FolderJson = z.object({ json: z.string(), version: z.number() });
const LockedFolder = z.object({
  id: z.string(),
  name: z.string(),
  parent_id: z.string().nullable(),
  is_trashed: z.boolean(),
  trashed_with: z.string().nullable(),
  version: z.number(),
});

const folderJson = sql.fragment`(select row_to_json(r) from (select
  f.id, ${wireTime(sql.fragment`f.created_at`)} as created_at, ${wireTime(sql.fragment`f.updated_at`)} as updated_at, f.name, f.parent_id,
  library.folder_path(f.space_id, f.id) as path,
  (select count(*) from library.folder as c where c.space_id = f.space_id and c.parent_id = f.id and c.trashed_at is null) as folders,
  ${thingCounts(sql.fragment`f`)},
  ${wireTime(sql.fragment`f.trashed_at`)} as trashed_at
) as r)`;

/** The query of one folder. */
export const folderById = (space: string, id: string) => sql.type(FolderJson)`
  select ${folderJson}::text as json, f.version from library.folder as f where f.space_id = ${space} and f.id = ${id}`;

/** Returns a folder, locked until the transaction ends. Throws `not_found` and `precondition_failed`. */
export const lockFolder = (tx: CommonQueryMethods, space: string, id: string, ifMatch: readonly number[] | null) =>
  lockVersioned(
    tx,
    sql.type(LockedFolder)`
      select f.id, f.name, f.parent_id, f.trashed_at is not null as is_trashed, f.trashed_with, f.version
      from library.folder as f where f.space_id = ${space} and f.id = ${id}`,
    { noun: 'folder', id, ifMatch },
  );

/** The filters of a list of folders. */
interface FolderFilters extends PageInput {
  readonly parent_id?: string | undefined;
  readonly trashed: boolean;
  readonly search?: string | undefined;
  readonly sort: string;
}

/** The query of a list of folders. */
export const listFolders = (space: string, { parent_id, trashed, search, ...list }: FolderFilters) =>
  listQuery(list, {
    from: sql.fragment`library.folder as f`,
    alias: 'f',
    where: sql.fragment`f.space_id = ${space} and f.trashed_at is ${trashed ? sql.fragment`not null` : sql.fragment`null`}
      ${parent_id === undefined ? sql.fragment`` : parent_id === 'none' ? sql.fragment`and f.parent_id is null` : sql.fragment`and f.parent_id = ${parent_id}`}
      ${search ? sql.fragment`and f.name ilike ${containing(search)}` : sql.fragment``}`,
    item: folderJson,
    ...orderOf(list.sort, 'f', {
      name: { column: sql.fragment`lower(f.name)`, type: 'text' },
      updated_at: { column: sql.fragment`f.updated_at`, type: 'timestamp' },
    }),
  });

/** Gives a folder a name and a parent. */
export const updateFolder = (
  tx: CommonQueryMethods,
  space: string,
  { id, name, parent_id }: { readonly id: string; readonly name: string; readonly parent_id: string | null },
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update library.folder set name = ${name}, parent_id = ${parent_id}, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

/** Moves folders to the trash with the deletion that they belong to, or takes them out of it. */
export const setFoldersTrashed = (
  tx: CommonQueryMethods,
  space: string,
  ids: readonly string[],
  trashed_with: string | null,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update library.folder set trashed_at = ${trashed_with === null ? null : now}::timestamptz, trashed_with = ${trashed_with},
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);

/** Takes the parent off a folder. */
export const removeParent = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`update library.folder set parent_id = null where space_id = ${space} and id = ${id}`);

/** Takes the parent off the folders in some folders, apart from these folders themselves. */
export const removeParents = (tx: CommonQueryMethods, space: string, parents: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    update library.folder set parent_id = null
    where space_id = ${space} and parent_id = any(${sql.array([...parents], 'text')}) and id <> all(${sql.array([...parents], 'text')})`);

/** Returns the ids of the folders directly in a folder that are not in the trash. */
export const findChildIds = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from library.folder where space_id = ${space} and parent_id = ${id} and trashed_at is null order by id`);

/** Returns the ids of the folders that a deletion moved to the trash. */
export const findFoldersTrashedWith = (tx: CommonQueryMethods, space: string, deletion: string) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from library.folder where space_id = ${space} and trashed_with = ${deletion} order by id`);

/** Deletes folders for good. Folders below them and things in them must be gone. */
export const deleteFolders = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`delete from library.folder where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);

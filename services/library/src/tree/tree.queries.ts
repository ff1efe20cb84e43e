import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Locked = z.object({ locked: z.literal(true) });

/**
 * Locks the folders of a Space against all other changes and placings until the transaction ends: two moves that close a circle together would
 * each not see the other's. It is the first lock of a transaction.
 */
export const lockFolders = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.type(Locked)`select pg_advisory_xact_lock(hashtextextended('library.folders ' || ${space}, 0)) is not null as locked`);

/** Locks the folders of a Space against changes of the tree until the transaction ends; other placings go on. */
export const lockPlaces = (tx: CommonQueryMethods, space: string) =>
  tx.query(
    sql.type(Locked)`select pg_advisory_xact_lock_shared(hashtextextended('library.folders ' || ${space}, 0)) is not null as locked`,
  );

const FolderRow = z.object({
  id: z.string(),
  name: z.string(),
  parent_id: z.string().nullable(),
  is_trashed: z.boolean(),
  trashed_with: z.string().nullable(),
  version: z.number(),
});

/** A folder as it is stored. */
export type FolderRow = z.infer<typeof FolderRow>;

const columns = sql.fragment`f.id, f.name, f.parent_id, f.trashed_at is not null as is_trashed, f.trashed_with, f.version`;

/** Returns the folders with these ids, in no order. */
export const findFolders = (database: CommonQueryMethods, space: string, ids: readonly string[]) =>
  database.any(sql.type(FolderRow)`
    select ${columns} from library.folder as f where f.space_id = ${space} and f.id = any(${sql.array([...ids], 'text')})`);

/** Returns the folders from the first one to a folder, itself last; none if it does not exist. */
export const findFoldersAbove = (database: CommonQueryMethods, space: string, id: string) =>
  database.any(sql.type(z.object({ id: z.string(), name: z.string() }))`
    select a.id, a.name from library.folders_above(${space}, ${id}) as a order by a.level desc`);

/** Returns the folders from the first one to each of these folders. */
export async function findPathsOf(
  database: CommonQueryMethods,
  space: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly id: string; readonly name: string }[]>> {
  if (ids.length === 0) return new Map();
  const rows = await database.any(sql.type(z.object({ folder_id: z.string(), id: z.string(), name: z.string() }))`
    select n.folder_id, a.id, a.name
    from unnest(${sql.array([...new Set(ids)], 'text')}) as n (folder_id), library.folders_above(${space}, n.folder_id) as a
    order by n.folder_id, a.level desc`);
  return Map.groupBy(rows, ({ folder_id }) => folder_id);
}

/** The folder itself and all folders below it; those in the trash only if `alsoTrashed`. A select with the columns id and level, 1 for itself. */
export const foldersBelow = (space: string, id: string, alsoTrashed: boolean) => sql.fragment`
  with recursive down as (
    select f.id, 1 as level from library.folder as f where f.space_id = ${space} and f.id = ${id}
    union all
    select f.id, down.level + 1 from down join library.folder as f on f.space_id = ${space} and f.parent_id = down.id
    where down.level < 100 and (${alsoTrashed} or f.trashed_at is null)
  )
  select id, level from down`;

/** Returns the ids of a folder and of all folders below it, the lowest first. */
export const findIdsBelow = (database: CommonQueryMethods, space: string, id: string, alsoTrashed: boolean) =>
  database.anyFirst(sql.type(z.object({ id: z.string() }))`
    select b.id from (${foldersBelow(space, id, alsoTrashed)}) as b order by b.level desc, b.id`);

/** Returns the ids of some folders and of all folders below them. */
export const findAllBelow = (database: CommonQueryMethods, space: string, ids: readonly string[]) =>
  database.anyFirst(sql.type(z.object({ id: z.string() }))`
    with recursive down as (
      select f.id from library.folder as f where f.space_id = ${space} and f.id = any(${sql.array([...ids], 'text')})
      union
      select f.id from down join library.folder as f on f.space_id = ${space} and f.parent_id = down.id
    )
    select id from down`);

/** Returns the levels of a folder with those below it that are not in the trash. */
export const countLevels = (database: CommonQueryMethods, space: string, id: string) =>
  database.oneFirst(sql.type(z.object({ levels: z.number() }))`
    select coalesce(max(b.level), 0) as levels from (${foldersBelow(space, id, false)}) as b`);

/** Returns the id of the folder in a parent that has a name apart from case; null without one. */
export const findByName = (database: CommonQueryMethods, space: string, parent: string | null, name: string) =>
  database.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select id from library.folder
    where space_id = ${space} and coalesce(parent_id, '') = ${parent ?? ''} and lower(name) = lower(${name}) and trashed_at is null`);

/** Returns the number of folders of a Space, with those in the trash. */
export const countFolders = (tx: CommonQueryMethods, space: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from library.folder where space_id = ${space}`);

/** Inserts a folder. */
export const insertFolder = (
  tx: CommonQueryMethods,
  space: string,
  { id, name, parent_id }: Pick<FolderRow, 'id' | 'name' | 'parent_id'>,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into library.folder (space_id, id, name, parent_id, created_at, updated_at)
    values (${space}, ${id}, ${name}, ${parent_id}, ${now}::timestamptz, ${now}::timestamptz)`);

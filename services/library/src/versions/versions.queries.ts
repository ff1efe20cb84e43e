import type { Actor } from '@space/contracts/core';
import { listQuery, orderOf, type PageInput, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { AssetFile, AssetRow } from '../rows/asset-row.ts';

/** Inserts a version of an asset. Its object is in use. */
export const insertVersion = (
  tx: CommonQueryMethods,
  space: string,
  asset_id: string,
  { version, name, kind, content_type, size, sha256 }: AssetFile & { readonly version: number },
  created_by: Actor,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into library.asset_version (space_id, asset_id, version, name, kind, content_type, size, sha256, created_by, created_at)
    values (${space}, ${asset_id}, ${version}, ${name}, ${kind}, ${content_type}, ${size}, ${sha256}, ${JSON.stringify(created_by)}::jsonb,
      ${now}::timestamptz)`);

/** Gives the current version of an asset the name of the asset, and the kind that its ending says. */
export const renameCurrentVersion = (tx: CommonQueryMethods, { space_id, id, file_version, name, kind, content_type }: AssetRow) =>
  tx.query(sql.typeAlias('void')`
    update library.asset_version set name = ${name}, kind = ${kind}, content_type = ${content_type}
    where space_id = ${space_id} and asset_id = ${id} and version = ${file_version}`);

/** Deletes the versions of an asset but the newest ones, and returns the hashes of their files. */
export const deleteOldVersions = (tx: CommonQueryMethods, space: string, asset_id: string, most: number) =>
  tx.anyFirst(sql.type(z.object({ sha256: z.string() }))`
    delete from library.asset_version
    where space_id = ${space} and asset_id = ${asset_id} and version <= (
      select version from library.asset_version where space_id = ${space} and asset_id = ${asset_id}
      order by version desc offset ${most} limit 1)
    returning sha256`);

/** Returns the hashes of the versions of an asset but the newest ones. */
export const findOldHashes = (tx: CommonQueryMethods, space: string, asset_id: string, newest: number) =>
  tx.anyFirst(sql.type(z.object({ sha256: z.string() }))`
    select sha256 from library.asset_version where space_id = ${space} and asset_id = ${asset_id} order by version desc offset ${newest}`);

/** Returns the hashes of the files of assets, of all versions. */
export const findHashes = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.anyFirst(sql.type(z.object({ sha256: z.string() }))`
    select distinct sha256 from library.asset_version where space_id = ${space} and asset_id = any(${sql.array([...ids], 'text')})`);

const FileRow = z.object({ name: z.string(), kind: z.string(), content_type: z.string(), size: z.number(), sha256: z.string() });

/** Returns the file of a version; null if it is not stored. */
export const findVersion = (database: CommonQueryMethods, space: string, asset_id: string, version: number) =>
  database.maybeOne(sql.type(FileRow)`
    select name, kind, content_type, size, sha256 from library.asset_version
    where space_id = ${space} and asset_id = ${asset_id} and version = ${version}`) as Promise<AssetFile | null>;

/** The query of the versions of an asset. */
export const listVersions = (
  space: string,
  asset: { readonly id: string; readonly file_version: number },
  list: PageInput & { readonly sort: string },
) => {
  const { direction } = orderOf(list.sort, 'v', {});
  return listQuery(list, {
    from: sql.fragment`library.asset_version as v`,
    alias: 'v',
    where: sql.fragment`v.space_id = ${space} and v.asset_id = ${asset.id}`,
    item: sql.fragment`(select row_to_json(r) from (select v.version, v.name, v.kind, v.content_type, v.size, v.sha256,
      v.version = ${asset.file_version} as is_current, ${wireTime(sql.fragment`v.created_at`)} as created_at, v.created_by) as r)`,
    sortBy: [{ column: sql.fragment`v.version`, type: 'integer' }],
    direction,
    order: list.sort,
  });
};

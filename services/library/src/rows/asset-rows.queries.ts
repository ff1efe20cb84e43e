import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { assetJson, assetRowJson } from './asset-json-sql.ts';
import type { AssetRow } from './asset-row.ts';

const JsonRow = z.object({ json: z.string(), version: z.number() });
const RowJson = z.object({ json: z.string() });
const Id = z.object({ id: z.string() });

/** The query of one asset, as the wire shows it. */
export const assetById = (space: string, id: string, origin: string) => sql.type(JsonRow)`
  select ${assetJson(origin)}::text as json, a.version from library.asset as a where a.space_id = ${space} and a.id = ${id}`;

/** Returns assets as the wire shows them, by id. */
export async function readAssets(database: CommonQueryMethods, space: string, ids: readonly string[], origin: string) {
  const rows = await database.any(sql.type(JsonRow.extend({ id: z.string() }))`
    select a.id, ${assetJson(origin)}::text as json, a.version from library.asset as a
    where a.space_id = ${space} and a.id = any(${sql.array([...ids], 'text')})`);
  return new Map(rows.map(({ id, json }) => [id, json]));
}

/** Returns the rows of assets with these ids, by id, without a lock. */
export async function findAssetRows(database: CommonQueryMethods, space: string, ids: readonly string[]): Promise<Map<string, AssetRow>> {
  if (ids.length === 0) return new Map();
  const rows = await database.any(sql.type(RowJson)`
    select ${assetRowJson}::text as json from library.asset as a
    where a.space_id = ${space} and a.id = any(${sql.array([...new Set(ids)], 'text')}) order by a.id`);
  return new Map(rows.map(({ json }) => JSON.parse(json) as AssetRow).map((row) => [row.id, row]));
}

/** Returns the rows of assets with these ids, by id, locked until the transaction ends. It reads after the locks. */
export async function lockAssetRows(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<Map<string, AssetRow>> {
  await tx.any(sql.type(Id)`
    select id from library.asset where space_id = ${space} and id = any(${sql.array([...new Set(ids)], 'text')}) order by id for update`);
  return findAssetRows(tx, space, ids);
}

const columns = [
  'space_id',
  'id',
  'folder_id',
  'name',
  'url_name',
  'kind',
  'content_type',
  'size',
  'sha256',
  'file_version',
  'origin',
  'alt_text',
  'description',
  'tags',
  'focal_point',
  'is_public',
  'links_version',
  'created_by',
  'trashed_at',
  'trashed_with',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof AssetRow)[];

const names = sql.join(
  columns.map((name) => sql.identifier([name])),
  sql.fragment`, `,
);
const newNames = sql.join(
  columns.map((name) => sql.identifier(['n', name])),
  sql.fragment`, `,
);
const recordsOf = (rows: readonly AssetRow[]) =>
  sql.fragment`jsonb_populate_recordset(null::library.asset, ${JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]]))),
  )}::jsonb) as n`;

/** Inserts assets. */
export const insertAssetRows = (tx: CommonQueryMethods, rows: readonly AssetRow[]) =>
  tx.query(sql.typeAlias('void')`insert into library.asset (${names}) select ${newNames} from ${recordsOf(rows)}`);

/** Writes all columns of assets that are locked. */
export const updateAssetRows = (tx: CommonQueryMethods, rows: readonly AssetRow[]) =>
  tx.query(sql.typeAlias('void')`
    update library.asset as a set (${names}) = row(${newNames}) from ${recordsOf(rows)} where a.space_id = n.space_id and a.id = n.id`);

import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { whiteboardJson, whiteboardRowJson } from './whiteboard-json-sql.ts';
import type { WhiteboardRow } from './whiteboard-row.ts';

const JsonRow = z.object({ json: z.string(), version: z.number() });
const Id = z.object({ id: z.string() });

/** The query of one whiteboard, as the wire shows it. */
export const whiteboardById = (space: string, id: string) => sql.type(JsonRow)`
  select ${whiteboardJson}::text as json, d.version from library.whiteboard as d where d.space_id = ${space} and d.id = ${id}`;

/** Returns whiteboards as the wire shows them, by id. */
export async function readWhiteboards(database: CommonQueryMethods, space: string, ids: readonly string[]) {
  const rows = await database.any(sql.type(JsonRow.extend({ id: z.string() }))`
    select d.id, ${whiteboardJson}::text as json, d.version from library.whiteboard as d
    where d.space_id = ${space} and d.id = any(${sql.array([...ids], 'text')})`);
  return new Map(rows.map(({ id, json }) => [id, json]));
}

/** Returns the rows of whiteboards with these ids, by id, without a lock. */
export async function findWhiteboardRows(
  database: CommonQueryMethods,
  space: string,
  ids: readonly string[],
): Promise<Map<string, WhiteboardRow>> {
  if (ids.length === 0) return new Map();
  const rows = await database.any(sql.type(z.object({ json: z.string() }))`
    select ${whiteboardRowJson}::text as json from library.whiteboard as d
    where d.space_id = ${space} and d.id = any(${sql.array([...new Set(ids)], 'text')}) order by d.id`);
  return new Map(rows.map(({ json }) => JSON.parse(json) as WhiteboardRow).map((row) => [row.id, row]));
}

/** Returns the rows of whiteboards with these ids, by id, locked until the transaction ends. It reads after the locks. */
export async function lockWhiteboardRows(
  tx: CommonQueryMethods,
  space: string,
  ids: readonly string[],
): Promise<Map<string, WhiteboardRow>> {
  await tx.any(sql.type(Id)`
    select id from library.whiteboard where space_id = ${space} and id = any(${sql.array([...new Set(ids)], 'text')}) order by id for update`);
  return findWhiteboardRows(tx, space, ids);
}

/** Returns the number of whiteboards of a Space, with those in the trash. */
export const countWhiteboards = (database: CommonQueryMethods, space: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from library.whiteboard where space_id = ${space}`);

/** The fields of a new whiteboard. */
export type NewWhiteboardRow = Pick<WhiteboardRow, 'space_id' | 'id' | 'folder_id' | 'title' | 'background' | 'created_by'>;

/** Inserts a whiteboard with the first version of its elements. */
export const insertWhiteboard = (
  tx: CommonQueryMethods,
  { space_id, id, folder_id, title, background, created_by }: NewWhiteboardRow,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into library.whiteboard
      (space_id, id, folder_id, title, background, content_version, created_by, edited_by, edited_at, created_at, updated_at)
    values (${space_id}, ${id}, ${folder_id}, ${title}, ${background}, 1, ${JSON.stringify(created_by)}::jsonb,
      ${JSON.stringify(created_by)}::jsonb, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)`);

/** Gives a whiteboard a title, a background, a folder and a lock. */
export const updateWhiteboardRow = (
  tx: CommonQueryMethods,
  { space_id, id, title, background, folder_id, is_locked }: WhiteboardRow,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update library.whiteboard set title = ${title}, background = ${background}, folder_id = ${folder_id}, is_locked = ${is_locked},
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space_id} and id = ${id}`);

import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { documentJson, documentRowJson } from './document-json-sql.ts';
import type { DocumentRow } from './document-row.ts';

const JsonRow = z.object({ json: z.string(), version: z.number() });
const Id = z.object({ id: z.string() });

/** The query of one document, as the wire shows it. */
export const documentById = (space: string, id: string) => sql.type(JsonRow)`
  select ${documentJson}::text as json, d.version from library.document as d where d.space_id = ${space} and d.id = ${id}`;

/** Returns documents as the wire shows them, by id. */
export async function readDocuments(database: CommonQueryMethods, space: string, ids: readonly string[]) {
  const rows = await database.any(sql.type(JsonRow.extend({ id: z.string() }))`
    select d.id, ${documentJson}::text as json, d.version from library.document as d
    where d.space_id = ${space} and d.id = any(${sql.array([...ids], 'text')})`);
  return new Map(rows.map(({ id, json }) => [id, json]));
}

/** Returns the rows of documents with these ids, by id, without a lock. */
export async function findDocumentRows(
  database: CommonQueryMethods,
  space: string,
  ids: readonly string[],
): Promise<Map<string, DocumentRow>> {
  if (ids.length === 0) return new Map();
  const rows = await database.any(sql.type(z.object({ json: z.string() }))`
    select ${documentRowJson}::text as json from library.document as d
    where d.space_id = ${space} and d.id = any(${sql.array([...new Set(ids)], 'text')}) order by d.id`);
  return new Map(rows.map(({ json }) => JSON.parse(json) as DocumentRow).map((row) => [row.id, row]));
}

/** Returns the rows of documents with these ids, by id, locked until the transaction ends. It reads after the locks. */
export async function lockDocumentRows(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<Map<string, DocumentRow>> {
  await tx.any(sql.type(Id)`
    select id from library.document where space_id = ${space} and id = any(${sql.array([...new Set(ids)], 'text')}) order by id for update`);
  return findDocumentRows(tx, space, ids);
}

/** Returns the number of documents of a Space, with those in the trash. */
export const countDocuments = (database: CommonQueryMethods, space: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from library.document where space_id = ${space}`);

/** The fields of a new document. */
export type NewDocumentRow = Pick<DocumentRow, 'space_id' | 'id' | 'folder_id' | 'title' | 'icon' | 'created_by'>;

/** Inserts a document with the first version of its content. */
export const insertDocument = (tx: CommonQueryMethods, { space_id, id, folder_id, title, icon, created_by }: NewDocumentRow, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into library.document
      (space_id, id, folder_id, title, icon, content_version, created_by, edited_by, edited_at, created_at, updated_at)
    values (${space_id}, ${id}, ${folder_id}, ${title}, ${icon}, 1, ${JSON.stringify(created_by)}::jsonb,
      ${JSON.stringify(created_by)}::jsonb, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)`);

/** Gives a document a title, an icon, a folder and a lock. */
export const updateDocumentRow = (tx: CommonQueryMethods, { space_id, id, title, icon, folder_id, is_locked }: DocumentRow, now: string) =>
  tx.query(sql.typeAlias('void')`
    update library.document set title = ${title}, icon = ${icon}, folder_id = ${folder_id}, is_locked = ${is_locked},
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space_id} and id = ${id}`);

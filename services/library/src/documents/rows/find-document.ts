import { Json } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { Document } from '@space/contracts/documents';
import { findExisting } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { assertEditable as assertEditableContent } from '../../contents/kinds/assert-editable.ts';
import type { DocumentRow } from './document-row.ts';
import { documentById, findDocumentRows, lockDocumentRows, readDocuments } from './document-rows.queries.ts';
import { documentTables } from './document-tables.ts';

/** Returns a document as the wire shows it, with the version of its row. */
export async function answerOf(database: CommonQueryMethods, space: string, id: string): Promise<Json<Document>> {
  const row = await findExisting(database, documentById(space, id), { noun: 'document', id });
  return new Json<Document>(row.json, row.version);
}

/** Returns documents as the wire shows them, in the order of their ids. */
export async function answersOf(database: CommonQueryMethods, space: string, ids: readonly string[]): Promise<Document[]> {
  const rows = await readDocuments(database, space, ids);
  return ids.map((id) => JSON.parse(rows.get(id)!) as Document);
}

/** Returns a document, without a lock. Throws `not_found`. */
export async function findDocument(database: CommonQueryMethods, space: string, id: string): Promise<DocumentRow> {
  const row = (await findDocumentRows(database, space, [id])).get(id);
  if (!row) throw notFound('document', id);
  return row;
}

/** Returns documents in the order of their ids, locked until the transaction ends. Throws `not_found`. */
export async function lockDocuments(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<DocumentRow[]> {
  const rows = await lockDocumentRows(tx, space, ids);
  return ids.map((id) => {
    const row = rows.get(id);
    if (!row) throw notFound('document', id);
    return row;
  });
}

export { assertNotTrashed } from '../../contents/kinds/assert-editable.ts';

/** Throws `conflict` for a document in the trash, and for one that is locked. */
export const assertEditable = (document: DocumentRow): void => assertEditableContent(document, documentTables);

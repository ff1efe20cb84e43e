import { type Document, documentDeleted, documentMoved, documentRestored } from '@space/contracts/documents';
import { deleteWithUses } from '../../things/things.queries.ts';
import type { Things } from '../../things/things.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { findDocumentRows, lockDocumentRows } from '../rows/document-rows.queries.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { answerOf, answersOf } from '../rows/find-document.ts';

/** Documents as things that lie in folders. */
export const documentThings: Things<DocumentRow, Document, typeof documentMoved, typeof documentDeleted, typeof documentRestored> = {
  kind: 'document',
  scope: null,
  nameOf: ({ title }) => title,
  find: findDocumentRows,
  lock: lockDocumentRows,
  answer: answerOf,
  answers: answersOf,
  deleteRows: (tx, space, ids) => deleteWithUses(tx, space, 'document', ids),
  async announceMoved(tx, space, documents, from) {
    const dataOf = await eventDataOf(tx, space, documents);
    for (const [at, document] of documents.entries()) tx.emit(documentMoved, { ...dataOf(document), from_folder_id: from[at]! });
  },
  async announceDeleted(tx, space, documents, permanent) {
    const dataOf = await eventDataOf(tx, space, documents);
    for (const document of documents) {
      const data = dataOf({ ...document, url: null, asset_ids: permanent ? [] : document.asset_ids });
      tx.emit(documentDeleted, { ...data, permanent, was_published: document.url !== null });
    }
  },
  async announceRestored(tx, space, documents) {
    const dataOf = await eventDataOf(tx, space, documents);
    for (const document of documents) tx.emit(documentRestored, dataOf(document));
  },
};

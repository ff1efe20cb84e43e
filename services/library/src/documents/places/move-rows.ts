import { documentMoved } from '@space/contracts/documents';
import type { Transaction } from '@space/event-log';
import type { DocumentRow } from '../rows/document-row.ts';
import { setFolderOfDocuments } from '../rows/document-rows.queries.ts';
import { eventDataOf } from '../rows/event-data.ts';

/** Gives documents that are locked another folder, and announces it. */
export async function moveDocumentRows(
  tx: Transaction<typeof documentMoved>,
  space: string,
  documents: readonly DocumentRow[],
  target: (document: DocumentRow) => string | null,
): Promise<void> {
  if (documents.length === 0) return;
  for (const [folder, of] of Map.groupBy(documents, target))
    await setFolderOfDocuments(
      tx,
      space,
      of.map(({ id }) => id),
      folder,
      tx.now,
    );
  const after = documents.map((document): DocumentRow => ({ ...document, folder_id: target(document) }));
  const dataOf = await eventDataOf(tx, space, after);
  for (const [at, document] of after.entries()) tx.emit(documentMoved, { ...dataOf(document), from_folder_id: documents[at]!.folder_id });
}

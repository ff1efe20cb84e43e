import type { DocumentEventData } from '@space/contracts/documents';
import type { CommonQueryMethods } from 'slonik';
import { inFolder } from '../../tree/folder-event.ts';
import { findPathsOf } from '../../tree/tree.queries.ts';
import type { DocumentRow } from './document-row.ts';

/** Returns a function that gives the data of every event about one of some documents, as their folders stand in the transaction. */
export async function eventDataOf(
  tx: CommonQueryMethods,
  space: string,
  documents: readonly Pick<DocumentRow, 'folder_id'>[],
): Promise<(document: DocumentRow) => DocumentEventData> {
  const paths = await findPathsOf(
    tx,
    space,
    documents.flatMap(({ folder_id }) => folder_id ?? []),
  );
  return (document) => ({
    document_id: document.id,
    document: document.title,
    version: document.content_version,
    url: null,
    path: `/documents/${document.id}`,
    asset_ids: document.asset_ids,
    ...inFolder(document.folder_id, document.folder_id === null ? [] : paths.get(document.folder_id)),
  });
}

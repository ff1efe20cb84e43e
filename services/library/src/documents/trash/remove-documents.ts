import { documentDeleted, documentRestored } from '@space/contracts/documents';
import type { Transaction } from '@space/event-log';
import { findFolders } from '../../tree/tree.queries.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { findDocumentRows, setFolderOfDocuments } from '../rows/document-rows.queries.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { deleteDocuments, trashDocuments, untrashDocuments } from './document-trash.queries.ts';

/** The way in which documents are deleted. */
interface DocumentRemoval {
  readonly permanent: boolean;
  /** The id by which documents come back together; default: each by itself. */
  readonly deletion?: string;
}

/** Deletes documents that are locked, and returns their ids. Those in the trash are deleted for good or stay. */
export async function removeDocuments(
  tx: Transaction<typeof documentDeleted>,
  space: string,
  documents: readonly DocumentRow[],
  { permanent, deletion }: DocumentRemoval,
): Promise<string[]> {
  const gone = permanent ? documents : documents.filter(({ trashed_at }) => trashed_at === null);
  if (gone.length === 0) return [];
  const dataOf = await eventDataOf(tx, space, gone);
  const ids = gone.map(({ id }) => id);
  if (permanent) await deleteDocuments(tx, space, ids);
  else await trashDocuments(tx, space, ids, deletion ?? null, tx.now);
  for (const document of gone) {
    const data = dataOf({ ...document, url: null, asset_ids: permanent ? [] : document.asset_ids });
    tx.emit(documentDeleted, { ...data, permanent, was_published: document.url !== null });
  }
  return ids;
}

/** Takes documents that are locked out of the trash, and returns their ids. One whose folder is in the trash is in no folder then. */
export async function restoreDocuments(
  tx: Transaction<typeof documentRestored>,
  space: string,
  documents: readonly DocumentRow[],
): Promise<string[]> {
  const trashed = documents.filter(({ trashed_at }) => trashed_at !== null);
  if (trashed.length === 0) return [];
  const ids = trashed.map(({ id }) => id);
  const folders = await findFolders(
    tx,
    space,
    trashed.flatMap(({ folder_id }) => folder_id ?? []),
  );
  const closed = new Set(folders.filter(({ is_trashed }) => is_trashed).map(({ id }) => id));
  const loose = trashed.filter(({ folder_id }) => folder_id !== null && closed.has(folder_id)).map(({ id }) => id);
  if (loose.length > 0) await setFolderOfDocuments(tx, space, loose, null, tx.now);
  await untrashDocuments(tx, space, ids, tx.now);
  const restored = [...(await findDocumentRows(tx, space, ids)).values()];
  const dataOf = await eventDataOf(tx, space, restored);
  for (const document of restored) tx.emit(documentRestored, dataOf(document));
  return ids;
}

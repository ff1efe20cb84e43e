import type { FolderEventData } from '@space/contracts/folders';
import type { CommonQueryMethods } from 'slonik';
import { type FolderRow, findFoldersAbove } from './tree.queries.ts';

/** Returns the data of every event about a folder, as it stands in the transaction. */
export async function folderEventData(
  tx: CommonQueryMethods,
  space: string,
  { id, name, parent_id }: Pick<FolderRow, 'id' | 'name' | 'parent_id'>,
): Promise<FolderEventData> {
  const above = await findFoldersAbove(tx, space, id);
  return { folder: name, folder_id: id, folder_ids: above.map((one) => one.id), parent_id };
}

/** The keys by which an event names the folder that a thing is in. */
export interface InFolder {
  readonly folder: string | null;
  readonly folder_id: string | null;
  readonly folder_ids: string[];
}

/** Returns the keys of the folder that a thing is in, from the folders above it. */
export const inFolder = (folder_id: string | null, above: readonly { readonly id: string; readonly name: string }[] = []): InFolder => ({
  folder: above.at(-1)?.name ?? null,
  folder_id,
  folder_ids: above.map(({ id }) => id),
});

import { Problem, unresolvedReferences } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { findFolders } from './tree.queries.ts';

/** Throws unless the folders of all moves exist and are not in the trash. */
export async function assertFoldersTake(
  tx: CommonQueryMethods,
  space: string,
  moves: readonly { readonly folder_id: string | null }[],
): Promise<void> {
  const ids = moves.flatMap(({ folder_id }) => folder_id ?? []);
  const found = new Map((await findFolders(tx, space, ids)).map((folder) => [folder.id, folder]));
  const missing = moves.flatMap(({ folder_id }, at) =>
    folder_id !== null && !found.has(folder_id) ? [{ path: `moves.${at}.folder_id`, noun: 'folder', id: folder_id }] : [],
  );
  if (missing.length > 0) throw unresolvedReferences(missing);
  const closed = [...found.values()].find(({ is_trashed }) => is_trashed);
  if (closed) throw new Problem('conflict', `The folder "${closed.name}" is in the trash; restore it first.`);
}

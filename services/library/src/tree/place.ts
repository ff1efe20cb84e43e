import { Problem, unresolvedReferences } from '@space/contracts/core';
import type { folderCreated } from '@space/contracts/folders';
import type { Transaction } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { makeFolder } from './make-folder.ts';
import { findByName, findFolders, lockFolders, lockPlaces } from './tree.queries.ts';

/** The place that a call names: a folder by id or by path. `undefined` for neither. */
export interface GivenPlace {
  readonly folder_id?: string | null | undefined;
  readonly folder_path?: string | undefined;
}

/** Throws `invalid` for a place that is named in two ways. */
function assertOnePlace({ folder_id, folder_path }: GivenPlace): void {
  if (folder_id !== undefined && folder_path !== undefined)
    throw new Problem('invalid', 'folder_path: stands in place of folder_id; send one of them.', {
      errors: [{ path: 'folder_path', code: 'conflict', message: 'stands in place of folder_id; send one of them' }],
    });
}

/** Returns the id of the folder at a path, and the number of its names that exist. */
async function walk(database: CommonQueryMethods, space: string, names: readonly string[]): Promise<{ id: string | null; found: number }> {
  let id: string | null = null;
  for (const [at, name] of names.entries()) {
    const next: string | null = await findByName(database, space, id, name);
    if (next === null) return { id, found: at };
    id = next;
  }
  return { id, found: names.length };
}

/** Prepares a place before its transaction: a path with missing folders needs the exclusive lock. */
export async function preparePlace(database: CommonQueryMethods, space: string, place: GivenPlace): Promise<PreparedPlace> {
  assertOnePlace(place);
  const names = place.folder_path?.split('/').map((name) => name.trim());
  const isComplete = names === undefined || (await walk(database, space, names)).found === names.length;
  return { folder_id: place.folder_id, names, isComplete };
}

/** A place that `takePlace` locks. */
export interface PreparedPlace {
  readonly folder_id: string | null | undefined;
  readonly names: readonly string[] | undefined;
  readonly isComplete: boolean;
}

/** Locks a place until the transaction ends, as its first lock, creates missing folders, and returns the folder; undefined if the call names none. */
export async function takePlace(
  tx: Transaction<typeof folderCreated>,
  space: string,
  { folder_id, names, isComplete }: PreparedPlace,
): Promise<string | null | undefined> {
  await (isComplete ? lockPlaces(tx, space) : lockFolders(tx, space));
  if (names === undefined) {
    if (typeof folder_id === 'string') await assertFolderTakes(tx, space, folder_id);
    return folder_id;
  }
  const { id, found } = await walk(tx, space, names);
  if (found < names.length && isComplete)
    throw new Problem('conflict', 'A folder of folder_path was deleted at the same time; send the call again.');
  let last = id;
  for (const name of names.slice(found)) last = await makeFolder(tx, space, name, last);
  return last;
}

/** Throws unless a folder exists and is not in the trash. */
export async function assertFolderTakes(tx: CommonQueryMethods, space: string, id: string, path = 'folder_id'): Promise<void> {
  const [folder] = await findFolders(tx, space, [id]);
  if (!folder) throw unresolvedReferences([{ path, noun: 'folder', id }]);
  if (folder.is_trashed) throw new Problem('conflict', `The folder "${folder.name}" is in the trash; restore it first.`);
}

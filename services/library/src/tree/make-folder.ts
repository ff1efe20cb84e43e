import { Problem } from '@space/contracts/core';
import { folderCreated, MAX_FOLDER_DEPTH, MAX_FOLDERS } from '@space/contracts/folders';
import { newId, withUniqueViolation } from '@space/database';
import type { Transaction } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { folderEventData } from './folder-event.ts';
import { countFolders, findByName, findFoldersAbove, insertFolder } from './tree.queries.ts';

/** Creates a folder in a parent, under the lock of the folders. Throws `limit_reached`. */
export async function makeFolder(
  tx: Transaction<typeof folderCreated>,
  space: string,
  name: string,
  parent_id: string | null,
): Promise<string> {
  const depth = parent_id === null ? 0 : (await findFoldersAbove(tx, space, parent_id)).length;
  assertDepth(depth + 1);
  if ((await countFolders(tx, space)) >= MAX_FOLDERS)
    throw new Problem('limit_reached', `A Space can have ${MAX_FOLDERS} folders with those in the trash; delete one for good first.`);
  const folder = { id: newId('fld'), name, parent_id };
  await insertFolder(tx, space, folder, tx.now);
  tx.emit(folderCreated, await folderEventData(tx, space, folder));
  return folder.id;
}

/** Throws `limit_reached` for folders that would nest too deep. */
export function assertDepth(levels: number): void {
  if (levels > MAX_FOLDER_DEPTH)
    throw new Problem('limit_reached', `Folders nest ${MAX_FOLDER_DEPTH} levels at most; choose a parent that is less deep.`);
}

/** The name and the parent that a call gives a folder. */
interface NamedFolder {
  readonly name: string;
  readonly parent_id: string | null;
}

/** Runs `act`. If a folder of the parent has the name, throws `duplicate` with its id. */
export const rejectDuplicateName = <T>(
  database: CommonQueryMethods,
  space: string,
  named: () => NamedFolder | undefined | Promise<NamedFolder | undefined>,
  act: () => Promise<T>,
): Promise<T> =>
  withUniqueViolation(
    {
      async folder_name() {
        const given = await named();
        const existing_id = given ? await findByName(database, space, given.parent_id, given.name) : null;
        return new Problem(
          'duplicate',
          `${given ? `A folder "${given.name}"` : 'A folder of this name'} exists there already${existing_id === null ? '' : ` (${existing_id})`}; choose another name or rename that one.`,
          { existing_id },
        );
      },
    },
    act,
  );

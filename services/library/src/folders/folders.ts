import { extendJson, type Handlers, Json } from '@space/bus';
import { Problem } from '@space/contracts/core';
import { type Folder, type FolderValues, folderUpdated } from '@space/contracts/folders';
import type { folders } from '@space/contracts/library';
import { findExisting, readPage } from '@space/database';
import type { Transaction, Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import { folderEventData } from '../tree/folder-event.ts';
import { assertDepth, makeFolder, rejectDuplicateName } from '../tree/make-folder.ts';
import { assertFolderTakes } from '../tree/place.ts';
import { countLevels, type FolderRow, findFolders, findFoldersAbove, lockFolders } from '../tree/tree.queries.ts';
import { deleteFolder } from './delete-folder.ts';
import type { Shelf } from './folder-things.ts';
import { folderById, listFolders, lockFolder, updateFolder } from './folders.queries.ts';
import { restoreFolder } from './restore-folder.ts';

type Values = z.output<typeof FolderValues>;

/** Creates the handlers of folders, which contain the things of a shelf. */
export function folderHandlers({ database }: Ports, writer: Writer, shelf: Shelf): Handlers<typeof folders> {
  return {
    list: async ({ input, caller }) => new Json(await readPage(database, listFolders(caller.space_id, input))),

    get: ({ input: { id }, caller }) => answerOf(database, caller.space_id, id),

    create(call) {
      const { parent_id } = call.input;
      const name = call.input.name.trim();
      const space = call.caller.space_id;
      return rejectDuplicateName(
        database,
        space,
        () => ({ name, parent_id }),
        () =>
          writer.write(call, async function createInTransaction(tx) {
            await lockFolders(tx, space);
            if (parent_id !== null) await assertFolderTakes(tx, space, parent_id, 'parent_id');
            return answerOf(tx, space, await makeFolder(tx, space, name, parent_id));
          }),
      );
    },

    update(call) {
      const { id, parent_id } = call.input;
      const name = call.input.name?.trim();
      const space = call.caller.space_id;
      let given: Values | undefined;
      return rejectDuplicateName(
        database,
        space,
        () => given,
        () =>
          writer.write(call, async function updateInTransaction(tx) {
            await lockFolders(tx, space);
            const before = await lockFolder(tx, space, id, call.if_version);
            if (before.is_trashed) throw new Problem('conflict', `The folder "${before.name}" is in the trash; restore it first.`);
            const after = { id, name: name ?? before.name, parent_id: parent_id === undefined ? before.parent_id : parent_id };
            given = after;
            const changed = (['name', 'parent_id'] as const).filter((field) => before[field] !== after[field]);
            if (changed.length === 0) return extendJson(await answerOf(tx, space, id), { before: {} });
            if (changed.includes('parent_id')) await assertParent(tx, space, before, after.parent_id);
            await updateFolder(tx, space, after, tx.now);
            await announceMove(tx, space, after, changed, before.parent_id);
            const was: Partial<Values> = Object.fromEntries(changed.map((field) => [field, before[field]]));
            return extendJson(await answerOf(tx, space, id), { before: was });
          }),
      );
    },

    delete: (call) => writer.write(call, (tx) => deleteFolder(tx, call, shelf)),

    restore: (call) =>
      rejectDuplicateName(
        database,
        call.caller.space_id,
        () => placeOfRestored(database, call.caller.space_id, call.input.id),
        () =>
          writer.write(call, async function restoreInTransaction(tx) {
            const was_trashed = await restoreFolder(tx, call.caller, call.input.id, shelf);
            return extendJson(await answerOf(tx, call.caller.space_id, call.input.id), { was_trashed });
          }),
      ),
  };
}

/** Announces that a folder has another name or parent. */
async function announceMove(
  tx: Transaction<typeof folderUpdated>,
  space: string,
  folder: Pick<FolderRow, 'id' | 'name' | 'parent_id'>,
  changed: readonly string[],
  from_folder_id: string | null,
): Promise<void> {
  tx.emit(folderUpdated, { ...(await folderEventData(tx, space, folder)), changed: [...changed], from_folder_id });
}

/** Returns the name and the parent that a folder in the trash gets when it comes back. */
async function placeOfRestored(database: CommonQueryMethods, space: string, id: string): Promise<Values | undefined> {
  const [folder] = await findFolders(database, space, [id]);
  const [parent] = typeof folder?.parent_id === 'string' ? await findFolders(database, space, [folder.parent_id]) : [];
  return folder && { name: folder.name, parent_id: parent && !parent.is_trashed ? parent.id : null };
}

async function answerOf(database: CommonQueryMethods, space: string, id: string): Promise<Json<Folder>> {
  const row = await findExisting(database, folderById(space, id), { noun: 'folder', id });
  return new Json<Folder>(row.json, row.version);
}

/** Throws unless a folder may be in a parent: one that exists, is no part of the folder itself, and is not too deep. */
async function assertParent(tx: CommonQueryMethods, space: string, folder: FolderRow, parent_id: string | null): Promise<void> {
  if (parent_id === null) return;
  await assertFolderTakes(tx, space, parent_id, 'parent_id');
  const above = await findFoldersAbove(tx, space, parent_id);
  const at = above.findIndex(({ id }) => id === folder.id);
  if (at >= 0) {
    const circle = [...above.slice(at).map(({ name }) => name), folder.name].join(' → ');
    throw new Problem('conflict', `A folder cannot be in itself: ${circle}; choose another parent.`);
  }
  assertDepth(above.length + (await countLevels(tx, space, folder.id)));
}
